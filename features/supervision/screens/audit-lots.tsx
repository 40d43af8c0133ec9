// What was drawn for second approvals, seed by seed: the newest lot first, one of them beside the list; a new one for the layer that is looked at.
'use client';
import { Button } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useLayerOptions } from '@/lib/collection/options';
import { type ItemOf, useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { useFormat } from '@/lib/i18n/use-format';
import { LOTS_VIEW } from '../logic/view';
import { LotCard, LotState } from '../parts/lots/lot-card';
import { LotDialog } from '../parts/lots/lot-dialog';

type Row = ItemOf<typeof api.supervision.lots>;
type Order = 'date' | 'layer_label' | 'share';
const ORDERS = ['-date', 'date', 'layer_label'] as const;

function useColumns(): Column<Row, Order>[] {
  const t = useTranslations('supervision.lots');
  const { number, percent, date } = useFormat();
  return [
    { id: 'date', title: t('columns.date'), order: 'date', cell: (row) => date(row.date) },
    {
      id: 'share',
      title: t('columns.share'),
      order: 'share',
      isNumber: true,
      cell: ({ share }) => percent(share / 100),
    },
    { id: 'approved', title: t('columns.approved'), isNumber: true, cell: ({ approved }) => number(approved) },
    { id: 'returned', title: t('columns.returned'), isNumber: true, isWide: true, cell: (row) => number(row.returned) },
    { id: 'sample', title: t('columns.sample'), isNumber: true, isWide: true, cell: ({ sample }) => number(sample) },
    { id: 'state', title: t('columns.state'), cell: (row) => <LotState lot={row} /> },
    {
      id: 'agreement',
      title: t('columns.agreement'),
      isNumber: true,
      isWide: true,
      cell: ({ agreed, overturned }) =>
        agreed + overturned === 0 ? t('none') : percent(agreed / (agreed + overturned)),
    },
  ];
}

/** The layer whose lots are looked at alone, where the person may start one in it. */
function useManagedLayer(layers: readonly number[] | null) {
  const only = layers?.length === 1 ? layers[0] : undefined;
  const { data } = useRead(api.layers.one, { params: { id: only ?? 0 } }, { enabled: only !== undefined });
  return data?.id === only && data?.rights.manage && data.config.second_approval ? data : null;
}

export function AuditLotsScreen() {
  const t = useTranslations('supervision.lots');
  const list = useCollection(LOTS_VIEW, 'supervision-lots');
  const { view, change, rows } = list;
  const columns = useColumns();
  const layers = useLayerOptions();
  const [isStarting, setStarting] = useState(false);
  const managed = useManagedLayer(view.filters.layers);
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const open = rows.find(({ id }) => id === view.open);
  return (
    <CollectionPage
      title={t('title')}
      primary={managed !== null && <Button onClick={() => setStarting(true)}>{t('new')}</Button>}
      faces={list}
      filters={{
        search: field.search('q', t('search')),
        fields: [field.ids('layers', t('layers'), layers)],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.layer'), text: (row) => row.layer_label, order: 'layer_label' },
        columns,
        onOpen: ({ id }) => change({ open: id }),
        openId: view.open,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, LOTS_VIEW.order) }),
      }}
      detail={
        view.open === null
          ? null
          : {
              title: open?.layer_label ?? t('title'),
              content: <LotCard id={view.open} />,
              onClose: () => change({ open: null }),
            }
      }
      empty={{ icon: <IconDice5 size={24} />, title: t('emptyTitle'), text: t('emptyText') }}
    >
      {isStarting && managed && <LotDialog layer={managed} onClose={() => setStarting(false)} />}
    </CollectionPage>
  );
}
