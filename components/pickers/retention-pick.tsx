// For how many days something stays, or for ever: chosen by those who may, told to the others. A shorter time is asked about first.
'use client';
import { Select, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import { useAction } from '../feedback/use-action';

const FOREVER = 'forever';

export interface RetentionPickProps {
  /** Where its words stand: label, forever, days, tell, tellForever, title, text, confirm, saved. */
  words: 'records.deleted.retention' | 'journals.system.retention';
  /** Null for ever. */
  days: number | null;
  choices: readonly number[];
  maySet: boolean;
  onDays: (days: number | null) => Promise<unknown>;
}

export function RetentionPick({ words, days, choices, maySet, onDays }: RetentionPickProps) {
  const t = useTranslations(words);
  const { number } = useFormat();
  const textOf = (n: number | null) => (n === null ? t('forever') : t('days', { n: number(n) }));
  const done = () => t('saved');
  const lengthening = useAction(onDays, { done });
  const shortening = useAction((next: number) => onDays(next), {
    confirm: (next) => {
      const n = number(next);
      return { title: t('title', { n }), text: t('text', { n }), confirm: t('confirm'), danger: true };
    },
    done,
  });
  if (!maySet)
    return (
      <Text size="sm" c="dimmed">
        {days === null ? t('tellForever') : t('tell', { n: number(days) })}
      </Text>
    );
  const all = [...new Set<number>([...choices, ...(days === null ? [] : [days])])].sort((a, b) => a - b);
  const handleChange = (value: string | null) => {
    const next = value === null || value === FOREVER ? null : Number(value);
    if (next === days) return;
    // Longer takes nothing away; shorter ends what is older.
    if (next !== null && (days === null || next < days)) void shortening.run(next);
    else void lengthening.run(next);
  };
  return (
    <Select
      label={t('label')}
      size="xs"
      w={200}
      allowDeselect={false}
      disabled={lengthening.isBusy || shortening.isBusy}
      value={days === null ? FOREVER : String(days)}
      data={[{ value: FOREVER, label: textOf(null) }, ...all.map((n) => ({ value: String(n), label: textOf(n) }))]}
      onChange={handleChange}
    />
  );
}
