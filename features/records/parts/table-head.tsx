// The headings of the table: press to sort, funnel to filter in place.
'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { Column } from '../logic/columns';
import { nextOrder } from '../logic/table-query';
import { FilterInput } from './filter-input';
import classes from './record-table.module.css';
import type { TableState } from './use-table-state';

export interface TableHeadProps {
  columns: readonly Column[];
  state: TableState;
  tracks: string;
  /** Rows end with buttons. */
  withActions: boolean;
}

/** The word above a column. */
export function useColumnLabel(): (column: Column) => string {
  const t = useTranslations('records.columns');
  return ({ field, plain }) => field?.label ?? t(plain ?? 'id');
}

/** One row of headings. */
export function TableHead({ columns, state, tracks, withActions }: TableHeadProps) {
  const t = useTranslations('records.table');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: tracks }}>
        <td aria-colindex={1} aria-label={t('mark')} className={classes.mark} />
        {columns.map((column, i) => (
          <HeadCell
            key={column.id}
            column={column}
            index={i + 2}
            state={state}
            open={open === column.id}
            onOpen={(on) => setOpen((now) => (on ? column.id : now === column.id ? null : now))}
          />
        ))}
        {withActions && <td aria-colindex={columns.length + 2} aria-label={t('actions')} />}
      </tr>
    </thead>
  );
}

interface HeadCellProps {
  column: Column;
  index: number;
  state: TableState;
  open: boolean;
  onOpen: (open: boolean) => void;
}

function HeadCell({ column, index, state: { query, change }, open, onOpen }: HeadCellProps) {
  const t = useTranslations('records.table');
  const label = useColumnLabel()(column);
  const funnel = useRef<HTMLButtonElement>(null);
  const { field } = column;
  const way = query.order === column.id ? 'ascending' : query.order === `-${column.id}` ? 'descending' : 'none';
  const filter = field ? (query.filters[field.name] ?? '') : '';
  const isNumber = field?.type === 'integer' || field?.type === 'decimal';
  return (
    <th
      scope="col"
      aria-colindex={index}
      {...(column.sortable ? { 'aria-sort': way } : {})}
      className={classes.headCell}
      data-number={isNumber || undefined}
    >
      {open && field ? (
        <FilterInput
          field={field}
          value={filter}
          onChange={(text) => change({ filters: { ...query.filters, [field.name]: text } })}
          onClose={() => {
            onOpen(false);
            setTimeout(() => document.activeElement === document.body && funnel.current?.focus());
          }}
        />
      ) : (
        <>
          {column.sortable ? (
            <button
              type="button"
              className={classes.sort}
              title={label}
              onClick={() => change({ order: nextOrder(query.order, column.id) })}
            >
              <bdi className={classes.label}>{label}</bdi>
              {way === 'ascending' && <IconArrowUp size={14} aria-hidden />}
              {way === 'descending' && <IconArrowDown size={14} aria-hidden />}
            </button>
          ) : (
            <span className={classes.sort}>
              <bdi className={classes.label}>{label}</bdi>
            </span>
          )}
          {field && (
            <Tooltip label={filter ? `${t('filter', { column: label })}: ${filter}` : t('filter', { column: label })}>
              <ActionIcon
                ref={funnel}
                size={24}
                className={classes.funnel}
                data-on={filter !== '' || undefined}
                aria-label={t('filter', { column: label })}
                onClick={() => onOpen(true)}
              >
                {filter ? <IconFilterFilled size={14} /> : <IconFilter size={14} />}
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
    </th>
  );
}
