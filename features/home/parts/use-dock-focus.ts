// Whoever asks for a table goes on in it; one that closes leaves the keyboard to the map.
'use client';
import { useEffect, useRef } from 'react';
import { useMap } from '@/map';

/** A menu that asked for a table gives the focus back to its button a moment after it closes. */
const MENU_CLOSES_MS = 40;
/** A table whose rows have not come by then leaves the focus on its tab; in ms. */
const PATIENCE_MS = 3_000;

/** `tab`: id of the tab in front, undefined while no table is open; `requestCount` grows with each table that is asked for. */
export function useDockFocus(tab: string | undefined, requestCount: number): void {
  const map = useMap();
  const handled = useRef(requestCount);
  const wasOpen = useRef(tab !== undefined);
  useEffect(() => {
    if (wasOpen.current && tab === undefined && document.activeElement === document.body) map.focus();
    wasOpen.current = tab !== undefined;
    if (tab === undefined || requestCount === handled.current) return;
    handled.current = requestCount;
    const head = () => document.getElementById(tab);
    const focusGrid = () => {
      const panel = document.getElementById(head()?.getAttribute('aria-controls') ?? '');
      const grid = panel?.querySelector<HTMLElement>('[role="grid"]');
      grid?.focus();
      return grid != null;
    };
    const observer = new MutationObserver(() => {
      // Who has gone on elsewhere meanwhile is left there.
      if (document.activeElement !== head() || focusGrid()) observer.disconnect();
    });
    const start = () => {
      if (focusGrid()) return;
      head()?.focus();
      observer.observe(document.body, { childList: true, subtree: true });
    };
    const timers = [setTimeout(start, MENU_CLOSES_MS), setTimeout(() => observer.disconnect(), PATIENCE_MS)];
    return () => {
      timers.forEach(clearTimeout);
      observer.disconnect();
    };
  }, [tab, requestCount, map]);
}
