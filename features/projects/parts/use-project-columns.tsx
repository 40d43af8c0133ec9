// The columns of the lists of projects.
'use client';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/collection/columns';
import { NameList } from '@/components/name-list';
import { Num } from '@/components/num';
import type { Project } from '@/contract/schemas/project';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { DueDay, StateChip } from './state-chip';

type Order = 'name' | 'due_date' | 'state' | 'submitted_date';
type ProjectColumn = Column<Project, Order>;

function useCells() {
  const t = useTranslations('projects');
  const { number, date } = useFormat();
  const names = (list: readonly string[]) =>
    list.length > 0 ? <NameList names={list} more={(n) => t('more', { n: number(n) })} /> : null; // biome-ignore format: one list
  const state: ProjectColumn = {
    id: 'state',
    title: t('columns.state'),
    order: 'state',
    cell: (project) => <StateChip state={project.state} />,
  };
  const region: ProjectColumn = {
    id: 'region',
    title: t('columns.region'),
    isCut: true,
    cell: ({ region_detail }) => (region_detail ? <bdi>{region_detail.label}</bdi> : null),
  };
  const layers: ProjectColumn = {
    id: 'layers',
    title: t('columns.layers'),
    isCut: true,
    isWide: true,
    cell: ({ layers_detail }) => names((layers_detail ?? []).map(({ label }) => label)),
  };
  const due: ProjectColumn = {
    id: 'due',
    title: t('columns.due'),
    order: 'due_date',
    cell: (project) => <DueDay {...project} />,
  };
  const members: ProjectColumn = {
    id: 'members',
    title: t('columns.members'),
    isCut: true,
    cell: ({ members: people }) => names(people.map(personName)),
  };
  return { t, date, state, region, layers, due, members };
}

export function useProjectColumns(): ProjectColumn[] {
  const { t, state, region, layers, due, members } = useCells();
  return [
    state,
    region,
    layers,
    members,
    due,
    {
      id: 'left',
      title: t('columns.left'),
      isNumber: true,
      cell: ({ counts }) => (counts && counts.tasks > 0 ? <Num value={counts.left} /> : null),
    },
    {
      id: 'returned',
      title: t('columns.returned'),
      isNumber: true,
      cell: ({ counts }) => (counts?.returned ? <Num value={counts.returned} isCapped={counts.returned >= 1000} /> : null), // biome-ignore format: one cell
    },
  ];
}

/** What waits for a verdict: who submitted it, and when. */
export function useSupervisionColumns(): ProjectColumn[] {
  const { t, date, state, region, layers, due } = useCells();
  return [
    {
      id: 'by',
      title: t('columns.submittedBy'),
      cell: ({ submitted_by }) => (submitted_by ? <bdi>{personName(submitted_by)}</bdi> : null),
    },
    {
      id: 'when',
      title: t('columns.submitted'),
      order: 'submitted_date',
      cell: ({ submitted_date }) => (submitted_date ? date(submitted_date, 'datetime') : null),
    },
    region,
    layers,
    due,
    state,
  ];
}
