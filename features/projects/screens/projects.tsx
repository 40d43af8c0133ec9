// The projects that the reader takes part in or manages: as a table, as a board by state, or on a map.
'use client';
import { Button, SegmentedControl } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract/index';
import { PROJECT_ROLES, type Project } from '@/contract/schemas/project';
import { useRead } from '@/lib/api/hooks';
import { useListSettings } from '@/lib/collection/list-settings';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { allows, href, type Who } from '@/lib/routes/rules';
import { PROJECTS_VIEW } from '../logic/view';
import { Board } from '../parts/board';
import type { ProjectsMapProps } from '../parts/projects-map';
import { useProjectActs } from '../parts/use-project-acts';
import { useProjectColumns } from '../parts/use-project-columns';

const ORDERS = ['-id', 'name', 'due_date', 'state', '-submitted_date', '-modified_date'] as const;
const FACES = ['list', 'grid', 'map'] as const;
const ProjectsMap = lazyPart<ProjectsMapProps>(() => import('../parts/projects-map'));

export function ProjectsScreen({ who }: { who: Who | null }) {
  const t = useTranslations('projects');
  const router = useRouter();
  const projects = useCollection(PROJECTS_VIEW, 'projects');
  const [settings, setSettings] = useListSettings('projects');
  const face = settings.face ?? 'list';
  const { view, change, rows } = projects;
  const columns = useProjectColumns();
  const acts = useProjectActs(who);
  const states = useRead(api.projects.states, {}, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const open = (id: number) => router.push(href('projectDetails', { id }));
  const cards = {
    list: undefined,
    grid: <Board projects={rows} acts={acts} />,
    map: <ProjectsMap projects={rows} onOpen={open} />,
  }[face];
  return (
    <CollectionPage<Project, 'id' | 'name' | 'due_date' | 'state' | 'submitted_date' | 'create_date' | 'modified_date'>
      title={t('title')}
      faces={projects}
      primary={
        allows(who, { module: 17 }) && (
          <Button
            component={Link}
            href={href('project', { id: 'new' })}
            prefetch={false}
            leftSection={<IconPlus size={16} />}
          >
            {t('new')}
          </Button>
        )
      }
      actions={
        <SegmentedControl
          aria-label={t('faces.label')}
          value={face}
          data={FACES.map((value) => ({ value, label: t(`faces.${value}`) }))}
          onChange={(value) => setSettings({ face: value as (typeof FACES)[number] })}
        />
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [
          {
            id: 'role',
            kind: 'choice',
            label: t('role'),
            value: view.filters.role,
            options: PROJECT_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) })),
            onChange: (role) => change({ filters: { role: role as (typeof PROJECT_ROLES)[number] | null } }),
          },
          field.number(
            'state',
            t('columns.state'),
            states.map(({ id, name }) => [id, name] as const),
          ),
          field.flag('overdue', t('columns.due'), t('due.overdue'), t('due.all')),
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.name'), order: 'name', text: ({ name }) => name },
        columns,
        onOpen: ({ id }) => open(id),
        acts,
        onMenu: projects.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, PROJECTS_VIEW.order) }),
      }}
      {...(cards ? { cards } : {})}
      empty={{ icon: <IconBriefcase size={24} />, title: t('empty.title'), text: t('empty.text') }}
    />
  );
}
