// The state of a project, and its due day in red once it has passed.
'use client';
import { Badge, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Project } from '@/contract/schemas/project';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import { colourOf, isOverdue, isUnderWay } from '../logic/states';

export const StateChip = ({ state }: Pick<Project, 'state'>) => (
  <Badge variant="light" color={colourOf(state.id)}>
    {state.name}
  </Badge>
);

const DAY_MS = 86_400_000;

/** `isLong` says how many days there are too. */
export function DueDay({ due_date: due, state, isLong }: Pick<Project, 'due_date' | 'state'> & { isLong?: boolean }) {
  const t = useTranslations('projects.due');
  const { date, number } = useFormat();
  if (due === null) return isLong ? <Text size="sm">{t('none')}</Text> : null;
  const isLate = isOverdue(due, state.id, today());
  const days = Math.round((Date.parse(due) - Date.parse(today())) / DAY_MS);
  const words = days === 0 ? t('today') : t(isLate ? 'late' : 'left', { n: number(Math.abs(days)) });
  return (
    <Text component="span" size="sm" inherit={!isLong} {...(isLate ? { c: 'red', fw: 600 } : {})}>
      {isLong ? t('day', { day: date(due) }) : date(due)}
      {isLong && isUnderWay(state.id) && ` · ${words}`}
    </Text>
  );
}
