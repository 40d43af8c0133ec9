// What is written of a notice, kept in this browser until it is sent.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dropText, keepText, keptText, textsReady } from '@/lib/state/kept-texts';
import { type AudienceValues, NOBODY } from '../../logic/audience';

const KEY = 'notice';
const PAUSE_MS = 400;

export interface NoticeValues {
  subject: string;
  text: string;
  audience: AudienceValues;
}
export const EMPTY: NoticeValues = { subject: '', text: '', audience: NOBODY };

/** `first`: what the address asks for; a draft gives way to it. */
export function useNoticeDraft(first: NoticeValues | null) {
  const [values, setValues] = useState(first ?? EMPTY);
  const isTouched = useRef(first !== null);
  useEffect(() => {
    void textsReady().then(() => {
      const text = keptText(KEY);
      if (text && !isTouched.current) setValues({ ...EMPTY, ...(JSON.parse(text) as NoticeValues) });
    });
  }, []);
  useEffect(() => {
    if (!isTouched.current) return;
    const timer = setTimeout(() => void keepText(KEY, JSON.stringify(values)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [values]);
  const change = useCallback((part: Partial<NoticeValues>) => {
    isTouched.current = true;
    setValues((now) => ({ ...now, ...part }));
  }, []);
  const drop = useCallback(() => {
    isTouched.current = false;
    dropText(KEY);
    setValues(EMPTY);
  }, []);
  return { values, change, drop };
}
