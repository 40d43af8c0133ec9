// A countdown that ticks each second while there is something to count.
'use client';
import { useEffect, useState } from 'react';
import { secondsLeft } from '../layout/countdown';

const TICK_MS = 1000;

/** Whole seconds until `until` (ms since 1970); 0 where there is none. A tab that slept shows the right number when it wakes. */
export function useSecondsLeft(until: number | null): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => {
      tick((n) => n + 1);
      if (Date.now() >= until) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return secondsLeft(until, Date.now());
}
