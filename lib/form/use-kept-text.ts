// Keeps a text of this browser while it is written: after a pause, and at once where its screen or page is left.
'use client';
import { useCallback, useEffect, useRef } from 'react';
import { dropText, keepText } from '../state/kept-texts';

const PAUSE_MS = 400;

/** `text`: what is written and not saved; null where nothing is to be kept. Gives back what forgets it for good. */
export function useKeptText(key: string | null, text: string | null): () => void {
  const pending = useRef<{ key: string; text: string } | null>(null);
  const keep = useCallback(() => {
    const last = pending.current;
    pending.current = null;
    if (last) void keepText(last.key, last.text);
  }, []);
  useEffect(() => {
    if (key !== null && pending.current && pending.current.key !== key) keep();
    pending.current = key === null || text === null ? null : { key, text };
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, text, keep]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);
  return useCallback(() => {
    pending.current = null;
    if (key !== null) dropText(key);
  }, [key]);
}
