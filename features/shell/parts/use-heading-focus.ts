// A new page gives its heading the keyboard: who came by a link in the menu goes on in the page, and hears its name.
'use client';
import { useEffect } from 'react';

/** A page whose heading has not come by then keeps the focus where it is; in ms. */
const PATIENCE_MS = 3_000;

/** Whether this very page was loaded whole: the reader begins at its top then. */
const isLoadedWhole = (path: string): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname === path;
};

let previous: string | null = null;

export function useHeadingFocus(path: string): void {
  useEffect(() => {
    const isFirst = previous === null;
    const isSame = previous === path;
    previous = path;
    if (isSame || (isFirst && isLoadedWhole(path))) return;
    const content = document.getElementById('content');
    if (!content) return;
    const give = () => {
      const heading = content.querySelector<HTMLElement>('h1');
      if (!heading) return false;
      // What the page itself has turned to goes first.
      const focused = document.activeElement;
      if (focused === content || !content.contains(focused)) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      return true;
    };
    if (give()) return;
    const observer = new MutationObserver(() => give() && observer.disconnect());
    observer.observe(content, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [path]);
}
