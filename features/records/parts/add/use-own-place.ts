// Where this device stands.
'use client';
import { useState } from 'react';
import type { LngLat } from '@/map';

const TIMEOUT_MS = 20_000;
/** GeolocationPositionError.PERMISSION_DENIED. */
const DENIED = 1;

export function useOwnPlace() {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<'denied' | 'unknown' | null>(null);
  const [accuracy, setAccuracy] = useState<number | null>(null);
  return {
    isPending,
    problem,
    /** Metres of the last place that was found; null before. */
    accuracy,
    find: (onFound: (at: LngLat) => void) => {
      if (!navigator.geolocation) return setProblem('unknown');
      setPending(true);
      setProblem(null);
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          setPending(false);
          setAccuracy(coords.accuracy);
          onFound([coords.longitude, coords.latitude]);
        },
        ({ code }) => {
          setPending(false);
          setAccuracy(null);
          setProblem(code === DENIED ? 'denied' : 'unknown');
        },
        { enableHighAccuracy: true, timeout: TIMEOUT_MS },
      );
    },
  };
}
