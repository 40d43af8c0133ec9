// People and what each of them did, with totals: sorted by any column, and as a file.
'use client';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { csvOf } from '@/components/charts/chart-data';
import { EmptyState, ErrorState, type ErrorStateProps, TableSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { Num } from '@/components/num';
import type { Activity, ActivityReport } from '@/contract/schemas/dashboard';
import { saveFile } from '@/lib/api/download';
import { actsOf, type SortKey, sortedRows, tableRows, totalOf } from '../../logic/activity/rows';
import classes from './activity.module.css';

export interface ActivityTableProps {
  report: ActivityReport | undefined;
  failure: ErrorStateProps | null;
  /** People who were asked for: they have a row, whatever they did. */
  filtered: readonly { id: number; label: string }[];
  /** The range in words. */
  hint: string;
  onPerson: (id: number) => void;
}
type Row = ActivityReport['rows'][number];
type Order = SortKey | `-${SortKey}`;
const ICON = 14;

function Heading({
  id,
  title,
  order,
  onOrder,
}: {
  id: SortKey;
  title: string;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const isDown = order === `-${id}`;
  const isUp = order === id;
  return (
    <th scope="col" aria-sort={isDown ? 'descending' : isUp ? 'ascending' : 'none'}>
      <button type="button" className={classes.sort} onClick={() => onOrder(isDown ? id : `-${id}`)}>
        {title}
        {isDown && <IconArrowDown size={ICON} aria-hidden />}
        {isUp && <IconArrowUp size={ICON} aria-hidden />}
      </button>
    </th>
  );
}

interface SheetProps {
  title: string;
  rows: readonly Row[];
  acts: readonly Activity[];
  order: Order;
  onOrder: (order: Order) => void;
  onPerson: (id: number) => void;
}

function Sheet({ title, rows, acts, order, onOrder, onPerson }: SheetProps) {
  const t = useTranslations('dashboards.activity');
  const sum = totalOf(rows);
  return (
    <div className={classes.tableBox}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <Heading id="label" title={t('person')} order={order} onOrder={onOrder} />
            {acts.map((act) => (
              <Heading key={act} id={act} title={t(`acts.${act}`)} order={order} onOrder={onOrder} />
            ))}
            <Heading id="total" title={t('total')} order={order} onOrder={onOrder} />
          </tr>
        </thead>
        <tbody>
          {sortedRows(rows, order).map(({ id, label, counts, total }) => (
            <tr key={id}>
              <th scope="row">
                {id === null || label === null ? (
                  (label ?? t('gone'))
                ) : (
                  <button type="button" className={classes.name} onClick={() => onPerson(id)}>
                    <bdi>{label}</bdi>
                  </button>
                )}
              </th>
              {acts.map((act) => (
                <td key={act}>
                  <Num value={counts[act] ?? 0} />
                </td>
              ))}
              <td>
                <Num value={total} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('all')}</th>
            {acts.map((act) => (
              <td key={act}>
                <Num value={sum.counts[act] ?? 0} />
              </td>
            ))}
            <td>
              <Num value={sum.total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

export function ActivityTable({ report, failure, filtered, hint, onPerson }: ActivityTableProps) {
  const t = useTranslations('dashboards.activity');
  const [order, setOrder] = useState<Order>('-total');
  const rows = report ? tableRows(report.rows, filtered) : [];
  const acts = actsOf(rows);
  const nameOf = (label: string | null) => label ?? t('gone');
  const save = () => {
    const data = {
      category: t('person'),
      series: [...acts.map((act) => t(`acts.${act}`)), t('total')],
      rows: sortedRows(rows, order).map(({ id, label, counts, total }) => ({
        key: String(id),
        label: nameOf(label),
        values: [...acts.map((act) => counts[act] ?? 0), total],
      })),
    };
    saveFile(new Blob([csvOf(data)], { type: 'text/csv' }), `${t('table')}.csv`);
  };
  return (
    <Card
      title={t('table')}
      hint={hint}
      action={
        rows.length > 0 && (
          <Button variant="default" size="compact-sm" leftSection={<IconFileSpreadsheet size={16} />} onClick={save}>
            {t('csv')}
          </Button>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!failure && !report && <TableSkeleton rows={4} />}
      {!failure && report && rows.length === 0 && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
      )}
      {!failure && rows.length > 0 && (
        <Sheet rows={rows} acts={acts} order={order} onOrder={setOrder} title={t('table')} onPerson={onPerson} />
      )}
    </Card>
  );
}
