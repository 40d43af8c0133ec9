// Projects that wait for the reader's verdict, the longest first; the verdict is given on the project's own page.
'use client';
import { IconBriefcase } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { href, type Who } from '@/lib/routes/rules';
import { SECOND_VIEW, SUPERVISION_VIEW } from '../logic/view';
import { useProjectActs } from '../parts/use-project-acts';
import { useSupervisionColumns } from '../parts/use-project-columns';

const ORDERS = ['submitted_date', '-submitted_date', 'due_date', 'name'] as const;

/** `isSecond`: only those that wait for the second approval. */
export function ProjectSupervisionScreen({ who, isSecond }: { who: Who | null; isSecond: boolean }) {
  const t = useTranslations('projects');
  const definition = isSecond ? SECOND_VIEW : SUPERVISION_VIEW;
  const projects = useCollection(definition, 'project-supervision');
  const { view, change } = projects;
  const columns = useSupervisionColumns();
  const acts = useProjectActs(who);
  const field = filterFields(view.filters, (filters) => change({ filters }));
  return (
    <CollectionPage
      title={t(isSecond ? 'supervision.second' : 'supervision.title')}
      faces={projects}
      filters={{
        search: field.search('q', t('search')),
        fields: [],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.name'), order: 'name', text: ({ name }) => name },
        columns,
        href: ({ id }) => href('projectDetails', { id }),
        acts,
        onMenu: projects.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, definition.order) }),
      }}
      empty={{
        icon: <IconBriefcase size={24} />,
        title: t('supervision.emptyTitle'),
        text: t(isSecond ? 'supervision.secondText' : 'supervision.emptyText'),
      }}
    />
  );
}
