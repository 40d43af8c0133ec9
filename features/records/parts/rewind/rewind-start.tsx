// What a rewind would do in numbers, and its start: the number of records is typed.
'use client';
import { Button, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import type { RewindSelection, RewindTotals } from '@/contract/schemas/records/rewind';
import { useWrite } from '@/lib/api/hooks';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './rewind.module.css';

const PARTS = ['revert', 'fields', 'restore', 'remove', 'skip'] as const;

interface RewindStartProps {
  selection: RewindSelection;
  totals: RewindTotals;
  onJob: (id: string) => void;
}

export function RewindStart({ selection, totals, onJob }: RewindStartProps) {
  const t = useTranslations('records.rewind');
  const { number } = useFormat();
  const errorText = useErrorText();
  const [text, setText] = useState('');
  const start = useWrite(api.rewind.start);
  const n = number(totals.change);
  const isRight = parseNumber(text) === totals.change;
  return (
    <Card title={t('totals', { n })}>
      <ul className={classes.totals}>
        {PARTS.filter((part) => totals[part] > 0).map((part) => (
          <li key={part} data-act={part}>
            {t(`totalOf.${part}`, { n: number(totals[part]) })}
          </li>
        ))}
      </ul>
      {totals.change > 0 && (
        <form
          className={classes.start}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isRight) return;
            start.mutate({ body: { ...selection, count: totals.change } }, { onSuccess: ({ id }) => onJob(id) });
          }}
        >
          <TextInput
            label={t('typeCount', { n })}
            inputMode="numeric"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" color="red" disabled={!isRight} loading={start.isPending}>
            {t('start')}
          </Button>
        </form>
      )}
      {start.error && <Callout kind="refusal">{errorText(start.error)}</Callout>}
    </Card>
  );
}
