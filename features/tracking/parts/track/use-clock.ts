// The one clock of all tracks: it stands, is set, or runs. Its moment goes to the address when it stands.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';

export const RATES = [1, 2, 5, 10, 30] as const;
export type Rate = (typeof RATES)[number];
/** Seconds of a track in one second at the rate 1. */
const PACE = 60;
/** Milliseconds between two pictures: the eye takes more for a movement. */
const FRAME_MS = 50;

export interface Clock {
  /** Seconds since 1970. */
  t: number;
  isPlaying: boolean;
  rate: Rate;
  seek: (t: number) => void;
  toggle: () => void;
  setRate: (rate: Rate) => void;
}

interface Span {
  from: number;
  to: number;
}
const within = (t: number, span: Span | null) => (span ? Math.min(span.to, Math.max(span.from, t)) : t);

/** `onRest` is called with the moment at which the clock has come to rest. */
export function useClock(span: Span | null, start: number | null, onRest: (t: number) => void): Clock {
  const [moment, setMoment] = useState<number | null>(start);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState<Rate>(1);
  const t = within(moment ?? span?.from ?? 0, span);
  const latest = useRef({ t, span, rate, onRest });
  useEffect(() => {
    latest.current = { t, span, rate, onRest };
  });
  // Other tracks have another time: the clock stands until somebody starts it.
  const key = span ? `${span.from}-${span.to}` : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that the tracks are others
  useEffect(() => setPlaying(false), [key]);

  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let now = latest.current.t;
    const timer = setInterval(() => {
      const at = performance.now();
      now = within(now + ((at - last) / 1000) * PACE * latest.current.rate, latest.current.span);
      last = at;
      setMoment(now);
      if (now < (latest.current.span?.to ?? now)) return;
      setPlaying(false);
      latest.current.onRest(Math.round(now));
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const seek = useCallback((next: number) => {
    const at = within(next, latest.current.span);
    setPlaying(false);
    setMoment(at);
    latest.current.onRest(Math.round(at));
  }, []);
  const toggle = useCallback(() => {
    const { t: now, span: whole } = latest.current;
    if (!whole) return;
    setPlaying((is) => {
      if (is) latest.current.onRest(Math.round(now));
      return !is;
    });
    if (now >= whole.to) setMoment(whole.from);
  }, []);
  return { t, isPlaying, rate, seek, toggle, setRate };
}
