// Keeps what is typed in this browser while it is unsaved, and finds what was left from before.
'use client';
import { useEffect, useRef, useState } from 'react';
import { textsReady } from '@/lib/state/kept-texts';
import { guardUnload } from '@/lib/state/unload-guard';
import { type Draft, draftKey, dropDraft, layerDrafts, loadDraft, storeDraft } from '../logic/draft';

const WAIT_MS = 250;

export interface DraftKeeper {
  /** A draft from before that nobody has decided on. */
  stored: Draft | null;
  /** Takes it: the caller puts it into the form. */
  take: () => void;
  discard: () => void;
  /** Keeps what is about to be sent; resolves when a crash of the page would not lose it. */
  keep: (draft: Draft) => Promise<void>;
  /** What was typed is stored now: nothing of it needs to be kept. An undecided draft stays. */
  saved: () => void;
}

/** `current` is what the form holds beyond its record; null where it holds nothing. */
export function useDraft(layer: number, record: number | null, current: Draft | null): DraftKeeper {
  const key = draftKey(layer, record);
  const [stored, setStored] = useState<Draft | null>(null);
  const latest = useRef({ current, found: stored, dirty: false });
  latest.current = { ...latest.current, current, found: stored };
  useEffect(() => {
    let here = true;
    void textsReady().then(() => here && setStored(loadDraft(key)));
    return () => {
      here = false;
    };
  }, [key]);

  useEffect(() => {
    const keep = () => {
      const { current: now, found: older, dirty } = latest.current;
      if (!dirty) return;
      latest.current.dirty = false;
      if (now) void storeDraft(key, layerDrafts(older, now));
      else if (older) void storeDraft(key, older);
      else dropDraft(key);
    };
    const timer = setInterval(keep, WAIT_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);
  const signature = JSON.stringify(current?.values ?? null);
  const shape = current?.geometry;
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what is kept
  useEffect(() => {
    if (first.current) first.current = false;
    else latest.current.dirty = true;
  }, [signature, shape]);
  return {
    stored,
    take: () => setStored(null),
    discard: () => {
      setStored(null);
      if (latest.current.current) latest.current.dirty = true;
      else dropDraft(key);
    },
    keep: (draft) => storeDraft(key, layerDrafts(latest.current.found, draft)),
    saved: () => {
      latest.current.dirty = false;
      if (latest.current.found) void storeDraft(key, latest.current.found);
      else dropDraft(key);
    },
  };
}

/** Holds the page while something of the key is unsaved. */
export function useUnloadGuard(key: string, isUnsaved: boolean): void {
  useEffect(() => {
    guardUnload(key, isUnsaved);
    return () => guardUnload(key, false);
  }, [key, isUnsaved]);
}
