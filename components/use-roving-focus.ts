// One Tab stop for a bar of buttons: arrows, Home and End move within it.
'use client';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';

type Orientation = 'vertical' | 'horizontal';

/** Where a key leads among `count` buttons of which one has the focus; null for a key that leads nowhere. */
export function rovingIndex(key: string, at: number, count: number, orientation: Orientation, isRtl: boolean) {
  const forward = orientation === 'vertical' ? 'ArrowDown' : isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = orientation === 'vertical' ? 'ArrowUp' : isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (at + 1) % count;
  if (key === back) return (at + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Handlers for the bar itself. The Tab stop is the button that had the focus last, else the first. */
export function useRovingFocus(bar: RefObject<HTMLElement | null>, orientation: Orientation) {
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  const settle = (stop?: HTMLElement) => {
    const all = buttons();
    const next = stop ?? all.find(({ tabIndex }) => tabIndex === 0) ?? all[0];
    for (const button of all) button.tabIndex = button === next ? 0 : -1;
  };
  // Buttons come and go.
  useEffect(() => settle());
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const button = target.closest('button');
      if (button && bar.current?.contains(button)) settle(button);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const all = buttons();
      // What a button has opened lies elsewhere and has keys of its own.
      const at = all.indexOf(event.target as HTMLButtonElement);
      if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
      const next = rovingIndex(event.key, at, all.length, orientation, isRtl);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation();
      all[next]?.focus();
    },
  };
}
