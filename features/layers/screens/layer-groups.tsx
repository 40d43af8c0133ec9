// Groups of layers: made, filled, put in order. A list, and beside it the group that is open.
'use client';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconCornerDownRight, IconFolder, IconFolderPlus, IconFolders } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { Num } from '@/components/num';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import type { Who } from '@/lib/routes/rules';
import { GROUPS_VIEW } from '../logic/group-view';
import { GroupForm } from '../parts/groups/group-form';
import { OrderDialog } from '../parts/groups/order-dialog';
import { useGroupActs } from '../parts/groups/use-group-acts';

const ORDERS = ['position', 'label', '-label'] as const;

function useColumns(): Column<LayerGroup>[] {
  const t = useTranslations('layerGroups.columns');
  return [
    { id: 'layers', title: t('layers'), isNumber: true, cell: ({ layer }) => <Num value={layer.length} /> },
    {
      id: 'records',
      title: t('records'),
      isNumber: true,
      cell: ({ record_count }) => (record_count === undefined ? null : <Num value={record_count} />),
    },
    {
      id: 'description',
      title: t('description'),
      isCut: true,
      isWide: true,
      cell: ({ description }) => (description ? <bdi>{description}</bdi> : null),
    },
  ];
}

export function LayerGroupsScreen({ who }: { who: Who | null }) {
  const t = useTranslations('layerGroups');
  const groups = useCollection(GROUPS_VIEW, 'layerGroups');
  const { view, change } = groups;
  const [isNew, setNew] = useState(false);
  const [isOrdering, setOrdering] = useState(false);
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const acts = useGroupActs(who, (id) => view.open === id && change({ open: null }));
  const columns = useColumns();
  const create = () => {
    change({ open: null });
    setNew(true);
  };
  const open = (id: number | null) => {
    setNew(false);
    change({ open: id });
  };
  const close = () => open(null);
  useHotkeys('screen', [{ keys: 'KeyN', run: create }]);
  const opened = groups.rows.find(({ id }) => id === view.open);
  const detail = (id: number | null, title: string) => ({
    title,
    content: <GroupForm key={id ?? 'new'} id={id} onMade={open} onCancel={close} />,
    onClose: close,
  });
  return (
    <CollectionPage
      title={t('title')}
      faces={groups}
      primary={
        <Button leftSection={<IconFolderPlus size={16} />} onClick={create}>
          {t('create')}
        </Button>
      }
      actions={
        groups.count > 1 && (
          <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => setOrdering(true)}>
            {t('order.open')}
          </Button>
        )
      }
      filters={{
        search: field.search('q', t('search')),
        fields: [],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: {
          title: t('columns.label'),
          order: 'label',
          text: ({ label }) => label,
          icon: ({ parent }) =>
            parent ? (
              <IconCornerDownRight size={18} className="points" aria-hidden />
            ) : (
              <IconFolder size={18} aria-hidden />
            ),
        },
        columns,
        onOpen: ({ id }) => open(id),
        openId: view.open,
        acts,
        onMenu: groups.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key as 'label', GROUPS_VIEW.order) }),
      }}
      empty={{ icon: <IconFolders size={24} />, title: t('empty.title'), text: t('empty.text') }}
      detail={
        isNew ? detail(null, t('create')) : view.open === null ? null : detail(view.open, opened?.label ?? t('one'))
      }
    >
      {isOrdering && <OrderDialog onClose={() => setOrdering(false)} />}
    </CollectionPage>
  );
}
