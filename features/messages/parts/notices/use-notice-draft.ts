// What is written of a notice, kept in this browser until it is sent.
'use client';
import { useCallback, useEffect, useState } from 'react';
import type { ScheduledNotice } from '@/contract/schemas/messages/scheduled';
import { useKeptDraft } from '@/lib/form/use-kept-draft';
import { keptText, textsReady } from '@/lib/state/kept-texts';
import { type AudienceValues, fromAudience, NOBODY } from '../../logic/audience';

const KEY = 'notice';

export interface NoticeValues {
  subject: string;
  text: string;
  /** A path of one of our screens; empty for none. */
  link: string;
  audience: AudienceValues;
  /** When it goes, as ISO UTC or what was typed of it; null for now. */
  sendAt: string | null;
}
export const EMPTY: NoticeValues = { subject: '', text: '', link: '', audience: NOBODY, sendAt: null };

/** One that waits, as its form holds it. */
export const valuesOf = ({ subject, text, link, audience, send_at }: ScheduledNotice): NoticeValues => ({
  subject,
  text,
  link: link ?? '',
  audience: fromAudience(audience),
  sendAt: send_at,
});

/**
 * `first`: what the address asks for. A draft gives way to it, and stays until something is changed. Changes of one that waits already
 * (`scheduled`) are no draft.
 */
export function useNoticeDraft(first: NoticeValues | null, scheduled: number | null) {
  const [{ values, isChanged }, setNow] = useState({ values: first ?? EMPTY, isChanged: false });
  useEffect(() => {
    void textsReady().then(() => {
      const text = first ? null : keptText(KEY);
      if (!text) return;
      const values = { ...EMPTY, ...(JSON.parse(text) as NoticeValues) };
      setNow((now) => (now.isChanged ? now : { values, isChanged: false }));
    });
  }, [first]);
  const dropKept = useKeptDraft(scheduled === null ? KEY : null, isChanged ? values : null);
  const change = useCallback((part: Partial<NoticeValues>) => {
    setNow((now) => ({ values: { ...now.values, ...part }, isChanged: true }));
  }, []);
  const drop = useCallback(() => {
    dropKept();
    setNow({ values: EMPTY, isChanged: false });
  }, [dropKept]);
  return { values, change, drop };
}
