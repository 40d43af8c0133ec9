// What waits beside an approved record, in a few words.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { LayerRecord } from '@/contract/schemas/record';

/** The words for a record; '' where nothing waits, or the reader may not see it. */
export function useWaitingMark(): (record: Pick<LayerRecord, 'unconfiremed_value'>) => string {
  const t = useTranslations('records.waiting');
  return useCallback(
    ({ unconfiremed_value: waiting }) => {
      if (!waiting) return '';
      const what = waiting.deletion ? 'deletion' : 'edit';
      return t(waiting.returned === undefined ? what : `${what}Returned`);
    },
    [t],
  );
}
