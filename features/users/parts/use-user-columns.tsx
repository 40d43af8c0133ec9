// The columns of the list of users.
'use client';
import { Badge, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/collection/columns';
import { NameList } from '@/components/name-list';
import { WeekDays } from '@/components/week-days';
import type { User } from '@/contract/schemas/session';
import { useFormat } from '@/lib/i18n/use-format';
import { useWorkdayText } from './use-workday-text';
import classes from './users.module.css';

export function useUserColumns(): Column<User, 'username' | 'phone' | 'created'>[] {
  const t = useTranslations('users');
  const { number, digits, date } = useFormat();
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
      cell: ({ phone, phone_proved }) =>
        phone ? (
          <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
            <bdi dir="ltr">{digits(phone)}</bdi>
            {phone_proved && (
              <Badge size="xs" variant="light" color="green">
                {t('proved')}
              </Badge>
            )}
          </Group>
        ) : null,
    },
    {
      id: 'state',
      title: t('columns.state'),
      cell: ({ locked, two_factor }) =>
        locked || two_factor ? (
          <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
            {locked && (
              <Badge size="sm" variant="light" color="red">
                {t('locked')}
              </Badge>
            )}
            {two_factor && (
              <Badge size="sm" variant="light">
                {t('twoFactor')}
              </Badge>
            )}
          </Group>
        ) : null,
    },
    {
      id: 'created',
      title: t('columns.created'),
      order: 'created',
      isWide: true,
      cell: ({ created }) => <span className={classes.day}>{date(created)}</span>,
    },
  ];
}
