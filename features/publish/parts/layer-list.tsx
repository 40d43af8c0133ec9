// The layers: which of them are published to whom, and how much they are asked for.
'use client';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBroadcast, IconBroadcastOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { Callout } from '@/components/feedback/callout';
import { Num } from '@/components/num';
import { PUBLISH_STATES, type PublishLine } from '@/contract/schemas/publish/layer';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { useFormat } from '@/lib/i18n/use-format';
import { LAYER_TYPES, PUBLISH_VIEW } from '../logic/view';
import { LayerDetail } from './layer-detail';
import classes from './publish.module.css';
import { useUnpublish } from './use-unpublish';

export interface FrameProps {
  title: string;
  actions: ReactNode;
  primary: ReactElement;
}

const ORDERS = ['label', '-label', '-record_count', 'type'] as const;
const COLOURS = { key: 'indigo', open: 'orange' } as const;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Keys travel in clear where the page itself came so, beyond one's own machine. */
const isBare = () => location.protocol === 'http:' && !LOCAL.has(location.hostname);
const never = () => () => {};
/** The server does not know the reader's address. */
const useIsBare = () => useSyncExternalStore(never, isBare, () => false);

function useColumns(): Column<PublishLine, 'type'>[] {
  const t = useTranslations('publish.layers');
  const { number, date, listed } = useFormat();
  const writesOf = ({ published }: PublishLine) => {
    if (!published) return null;
    const names = (['add', 'edit', 'delete'] as const).filter((name) => published.writes[name]);
    return names.length > 0 ? listed(names.map((name) => t(`write.${name}`))) : t('reads');
  };
  return [
    { id: 'type', title: t('type'), order: 'type', isWide: true, cell: ({ type }) => t(`types.${type as 0}`) },
    { id: 'state', title: t('state'), cell: ({ published }) => <StateBadge state={published?.access ?? 'none'} /> },
    { id: 'writes', title: t('writes'), isWide: true, cell: writesOf },
    {
      id: 'keys',
      title: t('keys'),
      isNumber: true,
      isWide: true,
      cell: ({ keys, published }) => published && number(keys),
    },
    { id: 'requests', title: t('requests'), isNumber: true, cell: ({ requests, published }) => (published || requests > 0) && number(requests) }, // biome-ignore format: one row
    {
      id: 'last',
      title: t('lastDay'),
      isWide: true,
      cell: ({ last_day, published }) =>
        last_day ? <time dateTime={last_day}>{date(last_day)}</time> : published ? <span className={classes.quiet}>{t('never')}</span> : null, // biome-ignore format: one line
    },
    { id: 'warnings', title: t('warnings'), cell: ({ warnings }) => warnings.length > 0 && <Warnings count={warnings.length} /> }, // biome-ignore format: one row
  ];
}

function StateBadge({ state }: { state: (typeof PUBLISH_STATES)[number] }) {
  const t = useTranslations('publish.layers');
  // Most layers stay inside: what is usual has no colour.
  if (state === 'none') return <span className={classes.quiet}>{t('states.none')}</span>;
  return (
    <Badge variant="light" tt="none" color={COLOURS[state]}>
      {t(`states.${state}`)}
    </Badge>
  );
}

function Warnings({ count }: { count: number }) {
  const t = useTranslations('publish.layers');
  return (
    <span className={classes.warning} title={t('warnings')}>
      <IconAlertTriangle size={16} aria-hidden />
      <Num value={count} />
    </span>
  );
}

export function LayerList({ title, actions, primary }: FrameProps) {
  const t = useTranslations('publish');
  const list = useCollection(PUBLISH_VIEW, 'layer-publish');
  const { view, change } = list;
  const columns = useColumns();
  const unpublish = useUnpublish();
  const isClear = useIsBare();
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const open = list.rows.find(({ id }) => id === view.open);
  return (
    <CollectionPage
      title={title}
      actions={actions}
      primary={primary}
      faces={list}
      filters={{
        search: field.search('q', t('layers.search')),
        fields: [
          field.number('type', t('layers.type'), LAYER_TYPES.map((type) => [type, t(`layers.types.${type}`)] as const)), // biome-ignore format: one row
          {
            id: 'state',
            kind: 'choice',
            label: t('layers.state'),
            value: view.filters.state,
            options: PUBLISH_STATES.map((value) => ({ value, label: t(`layers.states.${value}`) })),
            onChange: (state) => change({ filters: { state: state as (typeof PUBLISH_STATES)[number] | null } }),
          },
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`layers.orders.${order}`)),
        children: isClear ? <Callout kind="caution">{t('noHttps')}</Callout> : null,
      }}
      list={{
        title: { title: t('layers.name'), order: 'label', text: ({ label }) => label },
        columns,
        onOpen: ({ id }) => change({ open: id }),
        openId: view.open,
        acts: (layer) => [
          {
            id: 'open',
            label: t('layers.open'),
            icon: <IconBroadcast size={16} />,
            run: () => change({ open: layer.id }),
          },
          ...(layer.published
            ? [
                {
                  id: 'remove',
                  group: 'remove',
                  label: t('layers.remove'),
                  icon: <IconBroadcastOff size={16} />,
                  isDanger: true,
                  run: () => void unpublish(layer.id),
                },
              ]
            : []),
        ],
        onMenu: list.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, PUBLISH_VIEW.order) }),
      }}
      empty={{ icon: <IconBroadcast size={24} />, title: t('layers.emptyTitle'), text: t('layers.emptyText') }}
      detail={
        view.open === null
          ? null
          : {
              title: open?.label ?? t('layers.open'),
              content: <LayerDetail key={view.open} id={view.open} />,
              onClose: () => change({ open: null }),
            }
      }
    />
  );
}
