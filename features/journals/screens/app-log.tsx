// What went wrong: errors of the server, of jobs and of browsers, equal ones folded into one; and beside them the versions of the mobile program.
'use client';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { type AppLogGroup, SOURCES } from '@/contract/schemas/log';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { setInSearch } from '@/lib/routes/search';
import { APP_VIEW } from '../logic/view';
import { Facts } from '../parts/facts';
import classes from '../parts/journals.module.css';
import { Versions } from '../parts/versions';

const ORDERS = ['-last', '-count'] as const;

function useColumns(): Column<AppLogGroup, 'last' | 'count'>[] {
  const t = useTranslations('journals.app');
  const { number, date } = useFormat();
  return [
    { id: 'count', title: t('columns.count'), order: 'count', isNumber: true, cell: ({ count }) => number(count) },
    { id: 'last', title: t('columns.last'), order: 'last', cell: ({ last }) => date(last, 'datetime') },
    { id: 'source', title: t('columns.source'), cell: ({ source }) => t(`sources.${source}`) },
    { id: 'place', title: t('columns.place'), isCut: true, isWide: true, cell: ({ place }) => <bdi>{place}</bdi> },
  ];
}

function Detail({ group }: { group: AppLogGroup }) {
  const t = useTranslations('journals');
  const { number, date } = useFormat();
  const { user, request_id: request } = group;
  const facts: [string, string][] = [
    [t('app.columns.source'), t(`app.sources.${group.source}`)],
    [t('app.columns.place'), group.place],
    [t('app.columns.count'), number(group.count)],
    [t('app.first'), date(group.first, 'datetime')],
    [t('app.columns.last'), date(group.last, 'datetime')],
    [t('app.columns.user'), user ? personName(user) : ''],
    [t('system.details.request'), request ?? ''],
  ];
  return (
    <Stack gap="md">
      <p className={classes.message} dir="auto">
        {group.message}
      </p>
      <Facts facts={facts} />
      {request && (
        <Button component={Link} href={`${href('systemLog')}?q=${request}`} prefetch={false} variant="default">
          {t('app.toSystem')}
        </Button>
      )}
    </Stack>
  );
}

function ErrorList({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('journals.app');
  const list = useCollection(APP_VIEW, 'app-log');
  const { view, change, rows } = list;
  const columns = useColumns();
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const open = rows.find(({ id }) => id === view.open);
  return (
    <CollectionPage
      title={t('title')}
      actions={tabs}
      faces={list}
      filters={{
        search: field.search('q', t('search')),
        fields: [
          field.days('days', t('filters.days')),
          {
            id: 'source',
            kind: 'choice',
            label: t('filters.source'),
            value: view.filters.source,
            options: SOURCES.map((value) => ({ value, label: t(`sources.${value}`) })),
            onChange: (source) => change({ filters: { source: source as (typeof SOURCES)[number] | null } }),
          },
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.message'), text: ({ message }) => message },
        columns,
        onOpen: ({ id }) => change({ open: id === view.open ? null : id }),
        openId: view.open,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, APP_VIEW.order) }),
      }}
      detail={
        open
          ? { title: t('columns.message'), content: <Detail group={open} />, onClose: () => change({ open: null }) }
          : null
      }
      empty={{ icon: <IconBug size={24} />, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

export function AppLogScreen() {
  const t = useTranslations('journals.app');
  const isVersions = useSearchParams().get('tab') === 'versions';
  const tabs = (
    <SegmentedControl
      aria-label={t('tabs')}
      value={isVersions ? 'versions' : 'errors'}
      data={[
        { value: 'errors', label: t('tabErrors') },
        { value: 'versions', label: t('tabVersions') },
      ]}
      onChange={(tab) => setInSearch('tab', tab === 'versions' ? tab : null)}
    />
  );
  return isVersions ? <Versions title={t('title')} tabs={tabs} /> : <ErrorList tabs={tabs} />;
}
