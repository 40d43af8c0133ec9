// What opens beside the map takes the keyboard over from a button that is gone, so that Esc closes it.
'use client';
import { type RefObject, useEffect } from 'react';

/** `subject`: what the panel shows, another value being another thing; null while only the layers lie there. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, subject: string | number | null): void {
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.closest('[hidden]');
    if (isLost && subject !== null) panel.current?.querySelector<HTMLElement>('section:not([hidden] *)')?.focus();
  }, [panel, subject]);
}
