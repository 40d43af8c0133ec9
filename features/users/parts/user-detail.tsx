// What there is to know of one user: their details, what they may do and by which role, and what they did last.
'use client';
import { Badge, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { RowMenu } from '@/components/collection/row-menu';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { PERFORMANCE } from '@/contract/catalogue';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, href, type Who } from '@/lib/routes/rules';
import { StateBadges } from './use-user-columns';
import { useUserSentence } from './use-user-sentence';
import { useWorkdayText } from './use-workday-text';
import { UserActivity } from './user-activity';
import { UserAvatar } from './user-avatar';
import { UserEvents } from './user-events';
import { UserRights } from './user-rights';
import { UserSessions } from './user-sessions';
import classes from './users.module.css';

export interface UserDetailProps {
  id: number;
  who: Who | null;
  acts: (user: User) => RowAct[];
}

export function UserDetail({ id, who, acts }: UserDetailProps) {
  const t = useTranslations('users.detail');
  const list = useTranslations('common.list');
  const read = useRead(api.users.one, { params: { id } });
  const user = read.data;
  if (read.error && !user) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!user) return <FormSkeleton fields={5} />;
  const rest = acts(user).filter((act) => act.id !== 'edit');
  const endAll = rest.find((act) => act.id === 'signOut');
  // Where superusers are at work is for superusers alone.
  const seesSessions = !user.is_superuser || who?.superuser === true;
  return (
    <Stack gap="md">
      <Head user={user} />
      <Group gap="xs">
        {user.can_edit !== false && (
          <Button component={Link} href={href('userEditor', { id })} prefetch={false}>
            {t('edit')}
          </Button>
        )}
        <RowMenu label={list('acts', { name: personName(user) })} acts={rest} />
      </Group>
      <Tabs defaultValue="facts" keepMounted={false} classNames={{ tab: classes.tab }}>
        <Tabs.List>
          <Tabs.Tab value="facts">{t('facts')}</Tabs.Tab>
          <Tabs.Tab value="rights">{t('rights')}</Tabs.Tab>
          {seesSessions && <Tabs.Tab value="sessions">{t('sessions')}</Tabs.Tab>}
          {allows(who, { module: PERFORMANCE }) && (
            <>
              <Tabs.Tab value="activity">{t('activity')}</Tabs.Tab>
              <Tabs.Tab value="events">{t('events')}</Tabs.Tab>
            </>
          )}
        </Tabs.List>
        <Tabs.Panel value="facts" pt="md">
          <Facts user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="rights" pt="md">
          <UserRights user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" pt="md">
          <UserSessions id={id} onEndAll={endAll?.whyNot ? null : (endAll?.run ?? null)} />
        </Tabs.Panel>
        <Tabs.Panel value="activity" pt="md">
          <UserActivity id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="events" pt="md">
          <UserEvents id={id} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

/** Who it is, and in one sentence what their work is bound to. */
function Head({ user }: { user: User }) {
  const users = useTranslations('users');
  const sentence = useUserSentence();
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <UserAvatar user={user} size={48} />
      <div>
        <Text size="lg" fw={600}>
          <bdi>{personName(user)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {sentence({
            workdays: user.workdays,
            regions: (user.regions_detail ?? []).map(({ label }) => label),
            layerCount: user.layer_count,
          })}
        </Text>
        <Group gap={6} mt={4}>
          {user.is_superuser && <Badge variant="light">{users('superuser')}</Badge>}
          <StateBadges user={user} />
        </Group>
      </div>
    </Group>
  );
}

function Facts({ user }: { user: User }) {
  const t = useTranslations('users');
  const { digits, date, listed } = useFormat();
  const days = useWorkdayText();
  const latin = (text: string) => (text ? <bdi dir="ltr">{text}</bdi> : t('none'));
  const facts: { label: string; value: ReactNode }[] = [
    { label: t('columns.username'), value: latin(user.username) },
    {
      label: t('columns.roles'),
      value: listed((user.groups_detail ?? []).map(({ name }) => name)) || t('none'),
    },
    { label: t('columns.phone'), value: latin(digits(user.phone)) },
    { label: t('columns.email'), value: latin(user.email) },
    { label: t('twoFactor'), value: t(user.two_factor ? 'on' : 'off') },
    { label: t('columns.workdays'), value: days(user.workdays) },
    { label: t('columns.created'), value: date(user.created, 'datetime') },
    { label: t('columns.last_seen'), value: user.last_seen ? date(user.last_seen, 'datetime') : t('never') },
  ];
  return (
    <Stack gap="xs" component="dl" m={0}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="md" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
