// Where judgement is owed: the layers in which something waits, the oldest work first; and the last verdicts while nothing does.
'use client';
import { Button } from '@mantine/core';
import { IconChecks, IconPlayerPlay } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { Timeline } from '@/components/collection/timeline';
import { api } from '@/contract/index';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { type ItemOf, useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { INBOX_VIEW } from '../logic/view';
import classes from '../parts/review/review.module.css';

type Row = ItemOf<typeof api.supervision.layers>;
const ORDERS = ['oldest', '-waiting', 'label'] as const;
const TYPES = [LAYER_TYPES.point, LAYER_TYPES.line, LAYER_TYPES.polygon, LAYER_TYPES.table] as const;
/** Of one layer no more is counted. */
const COUNT_CAP = 10_000;

function useColumns(): Column<Row, 'waiting' | 'oldest' | 'label'>[] {
  const t = useTranslations('supervision.inbox.columns');
  const { number, date } = useFormat();
  const count = (n: number) => `${number(n)}${n >= COUNT_CAP ? '+' : ''}`;
  return [
    { id: 'waiting', title: t('waiting'), order: 'waiting', isNumber: true, cell: ({ waiting }) => count(waiting) },
    {
      id: 'second',
      title: t('second'),
      isNumber: true,
      isWide: true,
      cell: ({ second = 0 }) => (second > 0 ? count(second) : ''),
    },
    { id: 'own', title: t('own'), isNumber: true, cell: ({ own }) => (own > 0 ? count(own) : '') },
    { id: 'people', title: t('people'), isNumber: true, isWide: true, cell: ({ people = 0 }) => number(people) },
    {
      id: 'oldest',
      title: t('oldest'),
      order: 'oldest',
      cell: ({ oldest }) => (oldest ? date(oldest, 'relative') : ''),
    },
    { id: 'newest', title: t('newest'), isWide: true, cell: ({ newest }) => (newest ? date(newest, 'relative') : '') },
  ];
}

/** What was judged last, by whom and why. */
function LastVerdicts() {
  const t = useTranslations('supervision');
  const { number } = useFormat();
  const read = useRead(api.supervision.verdicts, {});
  if (!read.data || read.data.results.length === 0) return null;
  return (
    <section className={classes.inbox} aria-label={t('inbox.lastVerdicts')}>
      <p className={classes.quiet}>{t('inbox.week', { count: read.data.week, n: number(read.data.week) })}</p>
      <Timeline
        label={t('inbox.lastVerdicts')}
        entries={read.data.results.map(({ id, record, layer_label: layer, title, action, user, date, reason }) => ({
          id,
          at: date,
          who: user ? personName(user) : t('comments.nobody'),
          what: (
            <>
              {t(`done.${action}`)}{' '}
              <Link href={href('supervisionDetail', { id: record })} prefetch={false}>
                <bdi>{title}</bdi>
              </Link>{' '}
              · <bdi>{layer}</bdi>
            </>
          ),
          ...(reason ? { body: <span dir="auto">{reason}</span> } : {}),
        }))}
      />
    </section>
  );
}

/** All that waits for the caller, in whatever layer: first and second approvals, without the own work. */
function Total() {
  const t = useTranslations('supervision.inbox');
  const { number } = useFormat();
  const { data } = useRead(api.supervision.inbox, {});
  if (!data) return null;
  const n = data.waiting + data.second;
  const isCapped = Math.max(data.waiting, data.second) >= COUNT_CAP;
  return (
    <span className={classes.quiet} role="status">
      {t('total', { count: n, n: `${number(n)}${isCapped ? '+' : ''}` })}
    </span>
  );
}

export function SupervisionLayersScreen() {
  const t = useTranslations('supervision.inbox');
  const list = useCollection(INBOX_VIEW, 'supervision');
  const { view, change, rows } = list;
  const columns = useColumns();
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const isEmpty = !list.isPending && !list.error && list.count === 0;
  return (
    <CollectionPage
      title={t('title')}
      actions={
        <>
          <Total />
          <Button component={Link} href={href('supervisionLots')} prefetch={false} variant="default">
            {t('lots')}
          </Button>
        </>
      }
      primary={
        rows.some(({ waiting }) => waiting > 0) && (
          <Button
            component={Link}
            href={href('supervisionLayerData', { id: 'all' })}
            prefetch={false}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            {t('all')}
          </Button>
        )
      }
      faces={list}
      filters={{
        search: field.search('q', t('search')),
        fields: [
          field.number(
            'type',
            t('kind'),
            TYPES.map((type) => [type, t(`kinds.${type}`)] as const),
          ),
          field.flag('all', t('withIdle'), t('idleYes'), t('idleNo')),
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.layer'), text: ({ label }) => label, order: 'label' },
        columns,
        href: ({ id }) => href('supervisionLayerData', { id }),
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, INBOX_VIEW.order) }),
      }}
      empty={{ icon: <IconChecks size={24} />, title: t('emptyTitle'), text: t('emptyText') }}
    >
      {isEmpty && <LastVerdicts />}
    </CollectionPage>
  );
}
