// Sends after a while in which it can be taken back. Whoever leaves the page in that time has taken it back.
'use client';
import { useEffect, useRef, useState } from 'react';

export const HOLD_MS = 8_000;

/** `until`: when it goes, in milliseconds; null while nothing is held. */
export function useHeldSend(send: () => Promise<unknown>) {
  const [until, setUntil] = useState<number | null>(null);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => {
      void latest.current().finally(() => setUntil(null));
    }, until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return { until, hold: () => setUntil(Date.now() + HOLD_MS), takeBack: () => setUntil(null) };
}
