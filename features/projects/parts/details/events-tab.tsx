// Every step that a project went through, with who led it and why.
'use client';
import { useTranslations } from 'next-intl';
import { Timeline } from '@/components/collection/timeline';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import type { Project } from '@/contract/schemas/project';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';

export function EventsTab({ project }: { project: Project }) {
  const t = useTranslations('projects.events');
  const read = useRead(api.projects.logs, { params: { id: project.id } });
  const states = useRead(api.projects.states, {}, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton />;
  const nameOf = (id: number) => states.find((state) => state.id === id)?.name ?? '';
  return (
    <Timeline
      label={t('label')}
      entries={read.data.map(({ id, user, date, from, to, reason }) => ({
        id,
        at: date,
        who: user ? personName(user) : t('nobody'),
        what: from === null ? t('made') : t('step', { from: nameOf(from), to: nameOf(to) }),
        ...(reason ? { body: <p dir="auto">{reason}</p> } : {}),
      }))}
    />
  );
}
