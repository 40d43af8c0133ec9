// The people of a project: what each made, what of it waits or was sent back, and when they last worked.
'use client';
import { ActionIcon, Table } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorState, TableSkeleton } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import type { Person } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href, isOffered, type Who } from '@/lib/routes/rules';
import { countBy, GROUPS } from '../../logic/progress-charts';
import { useProgress } from './use-progress';

export function MembersTab({ project, who }: { project: Project; who: Who | null }) {
  const t = useTranslations('projects.members');
  const { date } = useFormat();
  const read = useProgress(project.id);
  const self = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.id;
  const hasChat = who !== null && isOffered(who, 'chat');
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <TableSkeleton rows={4} columns={5} />;
  const counts = countBy(read.data.rows, ({ member }) => member);
  const last = new Map(read.data.people.map(({ id, last_work }) => [id, last_work]));
  const line = (person: Person, role: 'member' | 'supervisor') => {
    const one = counts.get(person.id);
    const total = one ? GROUPS.reduce((sum, group) => sum + one[group], 0) : 0;
    const at = last.get(person.id);
    return (
      <Table.Tr key={`${role}${person.id}`}>
        <Table.Th scope="row">
          <bdi>{personName(person)}</bdi>
        </Table.Th>
        <Table.Td>{t(role)}</Table.Td>
        <Table.Td>
          <Num value={total} />
        </Table.Td>
        <Table.Td>
          <Num value={one?.waiting ?? 0} />
        </Table.Td>
        <Table.Td>
          <Num value={total === 0 ? 0 : (one?.returned ?? 0) / total} isShare />
        </Table.Td>
        <Table.Td>{at ? date(at, 'datetime') : ''}</Table.Td>
        {hasChat && (
          <Table.Td>
            {self !== undefined && person.id !== self && (
              <ActionIcon
                component={Link}
                href={`${href('chat')}?with=${person.id}`}
                prefetch={false}
                variant="subtle"
                aria-label={t('chat', { name: personName(person) })}
                title={t('chat', { name: personName(person) })}
              >
                <IconMessage size={16} />
              </ActionIcon>
            )}
          </Table.Td>
        )}
      </Table.Tr>
    );
  };
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={t('label')}>
        <Table.Thead>
          <Table.Tr>
            {(['name', 'role', 'made', 'waiting', 'returned', 'last'] as const).map((key) => (
              <Table.Th key={key}>{t(`columns.${key}`)}</Table.Th>
            ))}
            {hasChat && <Table.Th>{t('talk')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {project.members.map((person) => line(person, 'member'))}
          {project.supervisors.map((person) => line(person, 'supervisor'))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
