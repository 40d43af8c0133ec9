// Groups of layers as cards: the way in for people who do not know the names of layers.
'use client';
import { Button } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { useCollection } from '@/lib/collection/use-collection';
import { allows, href, type Who } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { CARDS_VIEW } from '../logic/group-view';
import { GroupCard } from '../parts/groups/group-card';
import classes from '../parts/groups/groups.module.css';

const ORDERS = ['position', 'label'] as const;

export function LayerGroupsCardsScreen({ who }: { who: Who | null }) {
  const t = useTranslations('layerGroups');
  const groups = useCollection(CARDS_VIEW, 'layerGroupsCards');
  const { view, change, rows, isStale } = groups;
  const field = filterFields(view.filters, (filters) => change({ filters }));
  return (
    <CollectionPage
      title={t('cards.title')}
      faces={groups}
      primary={
        allows(who, routes.layerGroups.needs) && (
          <Button component={Link} href={href('layerGroups')} prefetch={false} variant="default">
            {t('cards.manage')}
          </Button>
        )
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{ title: { title: t('columns.label'), text: ({ label }) => label }, columns: [] }}
      cards={
        <ul className={classes.cards} aria-label={t('cards.title')} aria-busy={isStale}>
          {rows.map((group) => (
            <GroupCard key={group.id} group={group} />
          ))}
        </ul>
      }
      empty={{ icon: <IconFolders size={24} />, title: t('cards.emptyTitle'), text: t('cards.emptyText') }}
    />
  );
}
