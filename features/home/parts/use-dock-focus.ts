// Whoever asks for a table goes on in it; one that closes leaves the keyboard to the map.
'use client';
import { useEffect, useRef } from 'react';
import { useMap } from '@/map';

/** A menu that asked for a table gives the focus back to its button a moment after it closes. */
const MENU_CLOSES_MS = 40;

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
    const timer = setTimeout(() => document.getElementById(tab)?.focus(), MENU_CLOSES_MS);
    return () => clearTimeout(timer);
  }, [tab, requestCount, map]);
}
