// How many of a notice's receivers have read it.
'use client';
import { Progress } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../notices.module.css';

export function ReadShare({ read, recipients }: { read: number; recipients: number }) {
  const t = useTranslations('messages.notices');
  const { number } = useFormat();
  const label = t('readOf', { read: number(read), n: number(recipients) });
  return (
    <span className={classes.share}>
      <span>{label}</span>
      <Progress
        className={classes.bar ?? ''}
        value={recipients === 0 ? 0 : (100 * read) / recipients}
        size={6}
        color="green"
        aria-label={label}
      />
    </span>
  );
}
