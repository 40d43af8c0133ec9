// The open sessions of a person: by which device, from where, since when; each can be ended.
'use client';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { OpenSession } from '@/contract/schemas/people/sessions';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { deviceOf } from '../logic/device';
import classes from './users.module.css';

const PAGE = 20;

export function UserSessions({ id, onEndAll }: { id: number; onEndAll: (() => void) | null }) {
  const t = useTranslations('users.sessions');
  const [limit, setLimit] = useState(PAGE);
  const read = useRead(api.users.sessions, { params: { id }, query: { limit } }, { keep: true });
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={4} />;
  const { results, count } = read.data;
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    );
  return (
    <Stack gap="md" align="flex-start">
      <ul className={classes.sessions}>
        {results.map((session) => (
          <SessionLine key={session.id} user={id} session={session} />
        ))}
      </ul>
      <Group gap="xs">
        {count > results.length && (
          <Button size="xs" variant="default" onClick={() => setLimit(limit + PAGE)}>
            {t('more')}
          </Button>
        )}
        {onEndAll && (
          <Button size="xs" variant="default" onClick={onEndAll}>
            {t('all')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function SessionLine({ user, session }: { user: number; session: OpenSession }) {
  const t = useTranslations('users.sessions');
  const client = useQueryClient();
  const { date } = useFormat();
  const { browser, system } = deviceOf(session.agent);
  const unknown = t('unknown');
  const device = browser && system ? t('device', { browser, system }) : (browser ?? system ?? unknown);
  const ending = useAction(
    () => call(api.users.endSession, { params: { id: user, session: session.id } }).then(() => invalidate(client, ['user'])), // biome-ignore format: one call
    {
      confirm: () => ({ title: t('endTitle'), text: t('endText'), confirm: t('end') }),
      done: () => t('ended'),
    },
  );
  return (
    <li className={classes.session}>
      <div className={classes.sessionWords}>
        <Text size="md">
          {device}{' '}
          {session.current && (
            <Badge size="sm" variant="light" component="span">
              {t('current')}
            </Badge>
          )}
        </Text>
        <dl className={classes.sessionFacts}>
          <div>
            <dt>{t('used')}</dt>
            <dd>{date(session.last_used, 'datetime')}</dd>
          </div>
          <div>
            <dt>{t('begun')}</dt>
            <dd>{date(session.begun, 'datetime')}</dd>
          </div>
          <div>
            <dt>{t('address')}</dt>
            <dd>{session.address ? <bdi dir="ltr">{session.address}</bdi> : unknown}</dd>
          </div>
        </dl>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={ending.isBusy}
          aria-label={t('endOne', { device })}
          onClick={() => void ending.run(undefined)}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
