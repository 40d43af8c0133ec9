// Deleted records of all layers, and through `layers` the layers in the trash: looked at, brought back, and ended.
'use client';
import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { filterFields, orderField } from '@/components/collection/filter-fields';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useRegionOptions } from '@/lib/collection/options';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { type Batch, batchesOf, DELETED_VIEW, type Deleted, restoreFilter } from '../logic/deleted';
import classes from '../parts/deleted/deleted.module.css';
import { DeletedDetail } from '../parts/deleted/deleted-detail';
import { RestoreAll } from '../parts/deleted/restore-all';
import { DeletedRetention } from '../parts/deleted/retention';
import { useDeletedActs } from '../parts/deleted/use-deleted-acts';

const ORDERS = ['-delete_date', 'delete_date', '-id', 'id'] as const;

/** Layers with deleted records, their labels by id, and projects to filter by. */
function useChoices() {
  const { number } = useFormat();
  const layers = useRead(api.layers.withDeleted, {});
  const projects = useRead(api.projects.list, { query: { limit: 100 } });
  const labels = useMemo(() => new Map(layers.data?.map(({ id, label }) => [id, label])), [layers.data]);
  const layerOptions = (layers.data ?? [])
    .filter(({ deleted_count: n }) => n > 0)
    .map(({ id, label, deleted_count: n }) => [id, `${label} (${number(n)})`] as const);
  const projectOptions = (projects.data?.results ?? []).map(({ id, name }) => [id, name] as const);
  return { labels, layerOptions, projectOptions };
}

function useColumns(labels: ReadonlyMap<number, string>): Column<Deleted, 'delete_date' | 'id'>[] {
  const t = useTranslations('records.deleted.columns');
  const { date } = useFormat();
  return [
    { id: 'layer', title: t('layer'), isCut: true, cell: ({ layer }) => <bdi>{labels.get(layer) ?? ''}</bdi> },
    {
      id: 'by',
      title: t('by'),
      cell: ({ modified_user }) => <bdi>{modified_user ? personName(modified_user) : ''}</bdi>,
    },
    { id: 'when', title: t('when'), order: 'delete_date', cell: ({ delete_date }) => date(delete_date, 'datetime') },
    { id: 'status', title: t('status'), isWide: true, cell: ({ status }) => status.name },
  ];
}

/** What went together on this page, brought back at once. */
function Batches({ rows, onRestore }: { rows: readonly Deleted[]; onRestore: (batch: Batch) => void }) {
  const t = useTranslations('records.deleted');
  const { number, date } = useFormat();
  const batches = batchesOf(rows);
  if (batches.length === 0) return null;
  return (
    <section className={classes.batches} aria-label={t('batches')}>
      {batches.map((batch) => (
        <Button
          key={batch.key}
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={14} />}
          onClick={() => onRestore(batch)}
        >
          {t('batch', {
            n: number(batch.rows.length),
            by: batch.rows[0]?.modified_user ? personName(batch.rows[0].modified_user) : t('nobody'),
            at: date(batch.rows[0]?.delete_date ?? '', 'datetime'),
          })}
        </Button>
      ))}
    </section>
  );
}

/** The first text of a record names it. */
function useTitle() {
  const t = useTranslations('records.deleted');
  const { digits } = useFormat();
  return (row: Deleted) => {
    const text = Object.values(row.value).find((value) => typeof value === 'string' && value !== '');
    return typeof text === 'string' ? text : t('record', { id: digits(row.id) });
  };
}

function DeletedList({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('records.deleted');
  const list = useCollection(DELETED_VIEW, 'deleted');
  const { view, change } = list;
  const { labels, layerOptions, projectOptions } = useChoices();
  const regions = useRegionOptions();
  const columns = useColumns(labels);
  const titleOf = useTitle();
  const acts = useDeletedActs(list, titleOf);
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const open = list.rows.find(({ id }) => id === view.open);
  const hasSelection = acts.bar.selection.count > 0;
  const onKey = (ofOne: (row: Deleted) => void, ofMany: () => void) => () => {
    if (hasSelection) ofMany();
    else if (open) ofOne(open);
    else return false;
    return true;
  };
  useHotkeys('screen', [
    { keys: 'KeyR', run: onKey(acts.restore, acts.restoreSelection) },
    { keys: 'Delete', run: onKey(acts.end, acts.endSelection) },
  ]);
  const regionOptions = regions.known.map(({ id, label }) => [id, label] as const);
  return (
    <CollectionPage
      title={t('title')}
      actions={
        <>
          <RestoreAll
            layer={view.filters.layer}
            label={labels.get(Number(view.filters.layer)) ?? ''}
            filter={restoreFilter(view)}
            isEmpty={list.count === 0}
          />
          {tabs}
        </>
      }
      faces={list}
      filters={{
        fields: [
          field.number('layer', t('columns.layer'), layerOptions),
          field.days('deleted', t('columns.when')),
          field.number('region', t('region'), regionOptions),
          field.number('project', t('project'), projectOptions),
        ],
        order: orderField({ view, change }, ORDERS, (order) => t(`orders.${order}`)),
      }}
      list={{
        title: { title: t('columns.title'), text: titleOf, order: 'id' },
        columns,
        onOpen: ({ id }) => change({ open: id }),
        openId: view.open,
        acts: acts.rowActs,
        onMenu: list.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, DELETED_VIEW.order) }),
        selection: acts.bar.selection,
      }}
      empty={{ icon: <IconTrash size={24} />, title: t('emptyTitle'), text: t('emptyText') }}
      bulk={acts.bar}
      detail={
        open
          ? {
              title: titleOf(open),
              content: (
                <DeletedDetail record={open} onRestore={() => acts.restore(open)} onEnd={() => acts.end(open)} />
              ),
              onClose: () => change({ open: null }),
            }
          : null
      }
    >
      <DeletedRetention />
      <Batches rows={list.rows} onRestore={(batch) => void acts.restoreBatch(batch, DELETED_VIEW.toQuery(view, 100))} />
      {acts.dialogs}
    </CollectionPage>
  );
}

/** `layers` is the list of layers in the trash, lent by their room. */
export function DeletedRecordsScreen({ layers }: { layers: ReactNode }) {
  const t = useTranslations('records.deleted');
  const router = useRouter();
  const path = usePathname();
  const isLayers = useSearchParams().get('tab') === 'layers';
  const tabs = (
    <SegmentedControl
      aria-label={t('tabs')}
      value={isLayers ? 'layers' : 'records'}
      data={[
        { value: 'records', label: t('tabRecords') },
        { value: 'layers', label: t('tabLayers') },
      ]}
      onChange={(tab) => router.replace(tab === 'layers' ? `${path}?tab=layers` : path)}
    />
  );
  if (!isLayers) return <DeletedList tabs={tabs} />;
  return (
    <Page title={t('title')} actions={tabs}>
      {layers}
    </Page>
  );
}
