// The columns of the list of users.
'use client';
import { Badge, Group } from '@mantine/core';
import { IconCheck, IconShieldCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Column } from '@/components/collection/columns';
import { NameList } from '@/components/name-list';
import { WeekDays } from '@/components/week-days';
import type { User } from '@/contract/schemas/session';
import { useFormat } from '@/lib/i18n/use-format';
import { useWorkdayText } from './use-workday-text';
import classes from './users.module.css';

export function useUserColumns(): Column<User, 'username' | 'phone' | 'created' | 'last_seen'>[] {
  const t = useTranslations('users');
  const { number, date } = useFormat();
  const namesOf = (names: readonly string[]) =>
    names.length > 0 ? <NameList names={names} more={(n) => t('more', { n: number(n) })} /> : null;
  const workdays = useWorkdayText();
  return [
    {
      id: 'username',
      title: t('columns.username'),
      order: 'username',
      cell: ({ username }) => <bdi dir="ltr">{username}</bdi>,
    },
    {
      id: 'roles',
      title: t('columns.roles'),
      isCut: true,
      cell: ({ groups_detail, is_superuser }) =>
        is_superuser ? t('superuser') : namesOf((groups_detail ?? []).map(({ name }) => name)),
    },
    {
      id: 'regions',
      title: t('columns.regions'),
      isCut: true,
      isWide: true,
      cell: ({ regions_detail, regions }) =>
        regions.length === 0 ? t('everywhere') : namesOf((regions_detail ?? []).map(({ label }) => label)),
    },
    {
      id: 'workdays',
      title: t('columns.workdays'),
      isWide: true,
      cell: (user) => <WeekDays days={user.workdays} label={workdays(user.workdays)} />,
    },
    {
      id: 'phone',
      title: t('columns.phone'),
      order: 'phone',
      cell: (user) => <Phone user={user} />,
    },
    {
      id: 'two_factor',
      title: t('columns.two_factor'),
      isWide: true,
      cell: ({ two_factor }) => (two_factor ? <Sign icon={<IconShieldCheck size={16} />} label={t('on')} /> : null),
    },
    {
      id: 'state',
      title: t('columns.state'),
      cell: (user) => <StateBadges user={user} />,
    },
    {
      id: 'created',
      title: t('columns.created'),
      order: 'created',
      isWide: true,
      cell: ({ created }) => <span className={classes.day}>{date(created)}</span>,
    },
    {
      id: 'last_seen',
      title: t('columns.last_seen'),
      order: 'last_seen',
      cell: (user) => <LastSeen user={user} />,
    },
  ];
}

/** A yes in little room: seen as a sign, read as a word. */
const Sign = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <span role="img" aria-label={label} title={label} className={classes.sign}>
    {icon}
  </span>
);

function Phone({ user: { phone, phone_proved } }: { user: User }) {
  const t = useTranslations('users');
  const { digits } = useFormat();
  if (!phone) return null;
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      <bdi dir="ltr">{digits(phone)}</bdi>
      {phone_proved && <Sign icon={<IconCheck size={14} />} label={t('proved')} />}
    </Group>
  );
}

/** Told from now; the moment itself where the pointer rests. */
function LastSeen({ user: { last_seen } }: { user: User }) {
  const t = useTranslations('users');
  const { date } = useFormat();
  if (last_seen === undefined) return null;
  if (last_seen === null) return <span className={classes.day}>{t('never')}</span>;
  return (
    <time className={classes.day} dateTime={last_seen} title={date(last_seen, 'datetime')}>
      {date(last_seen, 'relative')}
    </time>
  );
}

/** What keeps somebody from working: a lock, a password that has to be changed. Nothing for an account that is open. */
export function StateBadges({ user: { locked, must_change_password } }: { user: User }) {
  const t = useTranslations('users');
  if (!locked && !must_change_password) return null;
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      {locked && (
        <Badge size="sm" variant="light" color="red">
          {t('locked')}
        </Badge>
      )}
      {must_change_password && (
        <Badge size="sm" variant="light" color="yellow">
          {t('mustChange')}
        </Badge>
      )}
    </Group>
  );
}
