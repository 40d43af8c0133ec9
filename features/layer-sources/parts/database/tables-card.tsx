// Which table: searched and filtered by kind, thousands of them in a window of rows; the chosen one as one line.
'use client';
import { Badge, Button, Select, TextInput } from '@mantine/core';
import { IconDatabaseOff, IconKey, IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef, useState } from 'react';
import { RowGap, useRowWindow } from '@/components/collection/row-window';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { Num } from '@/components/num';
import { fold } from '@/contract/fold';
import type { ForeignTable } from '@/contract/schemas/database';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './database.module.css';
import type { DatabaseState } from './use-database';

/** Tables that all stand in the document. */
const MAX_WHOLE = 100;
const KINDS = ['1', '2', '3', '0', 'mixed'] as const;
type Kind = (typeof KINDS)[number];
const kindOf = ({ type }: ForeignTable): Kind => (type === null ? 'mixed' : (String(type) as Kind));

function KeyBadge({ table }: { table: ForeignTable }) {
  const t = useTranslations('layerSources.database');
  if (!table.has_key && table.keys.length === 0) return <span className={classes.quiet}>{t('noKey')}</span>;
  return (
    <Badge variant="light" color="teal" size="sm" leftSection={<IconKey size={11} />}>
      {t('stableKey')}
    </Badge>
  );
}

function Row({ table, isFirst, onChoose }: { table: ForeignTable; isFirst: boolean; onChoose: () => void }) {
  const t = useTranslations('layerSources.database');
  return (
    <tr onClick={onChoose}>
      <th scope="row">
        <button type="button" className={classes.pick} tabIndex={isFirst ? 0 : -1}>
          <bdi>{table.table}</bdi>
        </button>
      </th>
      <td data-label={t('schema')}>
        <bdi>{table.schema}</bdi>
      </td>
      <td data-label={t('kind')}>{t(`kinds.${kindOf(table)}`)}</td>
      <td data-label={t('rows')}>
        {table.rows === null ? (
          '—'
        ) : (
          <>
            ≈ <Num value={table.rows} />
          </>
        )}
      </td>
      <td data-label="SRID">
        <bdi dir="ltr">{table.srid ?? '—'}</bdi>
      </td>
      <td data-label={t('key')}>
        <KeyBadge table={table} />
      </td>
    </tr>
  );
}

/** The arrow keys go from row to row; the row that is left is where Tab comes back to. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus();
}

function TableList({ rows, onChoose }: { rows: readonly ForeignTable[]; onChoose: (table: ForeignTable) => void }) {
  const t = useTranslations('layerSources.database');
  const frame = useRef<HTMLDivElement>(null);
  const { indexes, above, below } = useRowWindow(rows.length, MAX_WHOLE, frame);
  return (
    <div ref={frame} className={classes.frame}>
      <table className={classes.tables} aria-label={t('tables')} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {(['table', 'schema', 'kind', 'rows'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
            <th scope="col">SRID</th>
            <th scope="col">{t('key')}</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          <RowGap height={above} />
          {indexes.map((index, i) => {
            const table = rows[index];
            return (
              table && (
                <Row
                  key={`${table.schema}.${table.table}`}
                  table={table}
                  isFirst={i === 0}
                  onChoose={() => onChoose(table)}
                />
              )
            );
          })}
          <RowGap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** The chosen one; `onOther` leads back to the list. */
function Chosen({ table, onOther }: { table: ForeignTable; onOther: () => void }) {
  const t = useTranslations('layerSources.database');
  const { number } = useFormat();
  return (
    <div className={classes.chosen}>
      <span className={classes.chosenName}>
        <bdi dir="ltr">
          {table.schema}.{table.table}
        </bdi>
      </span>
      <span className={classes.quiet}>
        {[
          t(`kinds.${kindOf(table)}`),
          ...(table.rows === null ? [] : [t('about', { n: number(table.rows), count: table.rows })]),
        ].join(' · ')}
      </span>
      <KeyBadge table={table} />
      <Button variant="subtle" size="compact-sm" onClick={onOther}>
        {t('otherTable')}
      </Button>
    </div>
  );
}

export function TablesCard({ database }: { database: DatabaseState }) {
  const t = useTranslations('layerSources.database');
  const { number } = useFormat();
  const { tables, chooseTable, resource } = database;
  const { table } = resource.form.values;
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const all = tables.data ?? [];
  const words = fold(search);
  const rows = all.filter((one) => (kind === null || kindOf(one) === kind) && (words === '' || fold(`${one.schema}.${one.table}`).includes(words))); // biome-ignore format: one line
  if (table) return <Card title={t('tableTitle')}><Chosen table={table} onOther={() => chooseTable(null)} /></Card>; // biome-ignore format: one line
  const body = () => {
    if (tables.error) return <ErrorState error={tables.error} retry={() => void tables.refetch()} />;
    if (!tables.data) return <FormSkeleton fields={4} />;
    if (all.length === 0) return <EmptyState icon={<IconDatabaseOff size={24} />} title={t('noTables')} text={t('noTablesText')} noAct="beside" />; // biome-ignore format: one line
    return (
      <>
        <div className={classes.filters}>
          <TextInput
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            aria-label={t('kind')}
            placeholder={t('anyKind')}
            clearable
            data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
          <span className={classes.quiet} role="status">
            {t('shown', { n: number(rows.length), m: number(all.length) })}
          </span>
        </div>
        {rows.length > 0 ? (
          <TableList rows={rows} onChoose={chooseTable} />
        ) : (
          <EmptyState
            title={t('noMatch')}
            action={
              <Button
                variant="default"
                onClick={() => {
                  setSearch('');
                  setKind(null);
                }}
              >
                {t('clearFilters')}
              </Button>
            }
          />
        )}
      </>
    );
  };
  return (
    <Card title={t('tableTitle')} hint={t('tableHint')}>
      {body()}
      {resource.form.errors.table && (
        <p className={classes.error} role="alert">
          {resource.form.errors.table}
        </p>
      )}
    </Card>
  );
}
