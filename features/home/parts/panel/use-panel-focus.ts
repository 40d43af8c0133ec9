// What opens beside the map takes the keyboard over from a button that is gone, so that Esc closes it; closed, it gives it back.
'use client';
import { type RefObject, useEffect, useRef } from 'react';
import { useMap } from '@/map';

/** Nobody has the keyboard, or a heading that only names the page, or the map to which a key has led. */
const isFree = (focused: Element | null) =>
  focused === document.body || focused?.matches('h1, canvas:focus-visible') === true;

/** `subject`: what the panel shows, another value being another thing; null while only the layers lie there. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, subject: string | number | null): void {
  const map = useMap();
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = isFree(focused) || focused?.closest('[hidden]');
    // A row of the table that has been opened has it back when what it opened is closed.
    const isRow = focused?.matches('[role="grid"]');
    if (subject !== null) {
      if (!wasOpen.current || isRow) opener.current = focused instanceof HTMLElement && !isLost ? focused : null;
      wasOpen.current = true;
      if (isLost || isRow) panel.current?.querySelector<HTMLElement>('section:not([hidden] *)')?.focus();
      return;
    }
    if (!wasOpen.current) return;
    wasOpen.current = false;
    if (focused !== document.body) return;
    if (opener.current?.isConnected) opener.current.focus();
    else map.focus();
  }, [panel, subject, map]);
}
