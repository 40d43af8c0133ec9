// What a user did last, as the system's log has it.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './users.module.css';

const LIMIT = 30;
/** Answers of this status and above were refusals. */
const REFUSED = 400;

export function UserEvents({ id }: { id: number }) {
  const t = useTranslations('users.detail');
  const { date } = useFormat();
  const read = useRead(api.logs.system, { query: { users: [id], limit: LIMIT } });
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={6} />;
  if (read.data.results.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noEvent')}
      </Text>
    );
  return (
    <ul className={classes.events}>
      {read.data.results.map((line) => (
        <li key={line.id}>
          <bdi dir="ltr">
            {line.call} {line.object}
          </bdi>
          {line.status >= REFUSED && ` (${t('refused')})`}
          <time dateTime={line.date}>{date(line.date, 'datetime')}</time>
        </li>
      ))}
    </ul>
  );
}
