// What is written of a notice, kept in this browser until it is sent.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useKeptText } from '@/lib/form/use-kept-text';
import { keptText, textsReady } from '@/lib/state/kept-texts';
import { type AudienceValues, NOBODY } from '../../logic/audience';

const KEY = 'notice';

export interface NoticeValues {
  subject: string;
  text: string;
  audience: AudienceValues;
}
export const EMPTY: NoticeValues = { subject: '', text: '', audience: NOBODY };

/** `first`: what the address asks for. A draft gives way to it, and stays until something is changed. */
export function useNoticeDraft(first: NoticeValues | null) {
  const [{ values, isChanged }, setNow] = useState({ values: first ?? EMPTY, isChanged: false });
  const isTouched = useRef(first !== null);
  useEffect(() => {
    void textsReady().then(() => {
      const text = keptText(KEY);
      if (!text || isTouched.current) return;
      setNow({ values: { ...EMPTY, ...(JSON.parse(text) as NoticeValues) }, isChanged: false });
    });
  }, []);
  const dropKept = useKeptText(KEY, isChanged ? JSON.stringify(values) : null);
  const change = useCallback((part: Partial<NoticeValues>) => {
    isTouched.current = true;
    setNow((now) => ({ values: { ...now.values, ...part }, isChanged: true }));
  }, []);
  const drop = useCallback(() => {
    isTouched.current = false;
    dropKept();
    setNow({ values: EMPTY, isChanged: false });
  }, [dropKept]);
  return { values, change, drop };
}
