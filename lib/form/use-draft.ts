// Unsaved values of a form, kept as a text of this browser until they are saved.
'use client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keptText, textsReady } from '../state/kept-texts';
import { changedFields } from './changes';
import { useKeptDraft } from './use-kept-draft';

export interface DraftOptions<V> {
  /** Under which name they are kept. */
  key: string;
  /** Fields that never are. */
  secret?: readonly (keyof V)[];
}

/** Keeps unsaved values as a text of this browser, and offers those of an earlier visit. */
export function useDraft<V extends object>(
  options: DraftOptions<V> | undefined,
  saved: V,
  values: V,
  isDirty: boolean,
  restore: (values: V) => void,
) {
  const key = options ? `form:${options.key}` : null;
  const [stored, setStored] = useState<Partial<V> | null>(null);
  const secret = useRef(options?.secret ?? []);
  useEffect(() => {
    if (!key) return;
    let isGone = false;
    void textsReady().then(() => {
      const text = keptText(key);
      if (!isGone && text) setStored(JSON.parse(text) as Partial<V>);
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  const open = useMemo(() => {
    if (!isDirty) return null;
    return Object.fromEntries(
      Object.entries(changedFields(saved, values)).filter(([name]) => !secret.current.includes(name as keyof V)),
    );
  }, [isDirty, saved, values]);
  const dropKept = useKeptDraft(key, open);
  const drop = useCallback(() => {
    setStored(null);
    dropKept();
  }, [dropKept]);
  return {
    drop,
    offer:
      stored && !isDirty
        ? {
            restore: () => {
              restore({ ...values, ...stored });
              setStored(null);
            },
            discard: drop,
          }
        : null,
  };
}
