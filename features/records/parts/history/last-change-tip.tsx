// Who changed a field last and when, from the record's history, in a tooltip at its label. Asks the server once for all fields of a record.
'use client';
import { Portal, Tooltip, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { RefObject } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { lastChangeOf, newestFirst } from '../../logic/history';
import type { LastChangeProps } from './last-change';

/** A write makes it stale before that. */
const FRESH_MS = 60_000;

interface LastChangeTipProps extends LastChangeProps {
  target: RefObject<HTMLElement | null>;
  opened: boolean;
}

export default function LastChangeTip({ target, opened, field, form, record }: LastChangeTipProps) {
  const t = useTranslations('records.history');
  const { date } = useFormat();
  const errorText = useErrorText();
  const log = useRead(api.records.log, { query: { layer_data: record.id } }, { enabled: opened, staleTime: FRESH_MS });
  const words = () => {
    if (log.error) return errorText(log.error);
    if (!log.data) return t('lastChangeWait');
    const last = lastChangeOf(field.name, record.value[field.name], newestFirst(log.data), form);
    if (!last) return t('lastChangeNone');
    const who = last.user ? personName(last.user) : t('system');
    // A name of the other direction would take the day after it along.
    return t('lastChange', { who: isolate(who), when: isolate(date(last.date, 'datetime')) });
  };
  const text = words();
  return (
    <>
      <Tooltip target={target} label={text} opened={opened} />
      {opened && (
        // Not inside the label, which names the input.
        <Portal>
          <VisuallyHidden role="status">{text}</VisuallyHidden>
        </Portal>
      )}
    </>
  );
}
