// What has been in view for a second counts as seen.
'use client';
import { useEffect, useRef } from 'react';

const SEEN_MS = 1_000;
/** So much of it must be in view. */
const SHARE = 0.5;

/** Calls once when the element has been in view long enough; nothing while `isWatched` is false. */
export function useSeen<E extends HTMLElement>(isWatched: boolean, onSeen: () => void) {
  const element = useRef<E>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (!isWatched || !element.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        const isIn = entries.at(-1)?.isIntersecting === true && document.visibilityState === 'visible';
        if (isIn) timer = setTimeout(() => latest.current(), SEEN_MS);
      },
      { threshold: SHARE },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isWatched]);
  return element;
}
