// Keeps a draft in this browser while it is written: after a pause, and at once where its screen or page is left.
'use client';
import { useCallback, useEffect, useRef } from 'react';
import { dropText, keepText } from '../state/kept-texts';

const PAUSE_MS = 400;

/**
 * `draft`: what is written and not saved, kept as JSON; null where nothing is to be kept. The same object as long as nothing is written:
 * it becomes a text when it is kept, not at each key. Gives back what forgets it for good.
 */
export function useKeptDraft(key: string | null, draft: object | null): () => void {
  const pending = useRef<{ key: string; draft: object } | null>(null);
  const keep = useCallback(() => {
    const last = pending.current;
    pending.current = null;
    if (last) void keepText(last.key, JSON.stringify(last.draft));
  }, []);
  useEffect(() => {
    if (key !== null && pending.current && pending.current.key !== key) keep();
    pending.current = key === null || draft === null ? null : { key, draft };
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, draft, keep]);
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
