// The headings of the table: press to sort, funnel to filter in place, a menu for the rest; drag to reorder, edge to resize.
'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type DragEvent, type PointerEvent, useRef, useState } from 'react';
import { isNumeric } from '@/contract/fields';
import type { Column, PlacedColumn } from '../logic/columns';
import { HEAD_ROW } from '../logic/row-window';
import { nextOrder } from '../logic/table-query';
import { FilterInput } from './filter-input';
import { HeadMenu } from './head-menu';
import classes from './record-table.module.css';
import { pinStyle } from './table-row';
import type { ColumnChoice } from './use-columns';
import type { TableState } from './use-table-state';

export interface TableHeadProps {
  choice: ColumnChoice;
  state: TableState;
  tracks: string;
  /** Rows end with buttons. */
  withActions: boolean;
  /** Begins the ids of the headings. */
  name: string;
  /** The column on whose heading the cursor of the keys stands; -1 for none. */
  at: number;
  onStatistics: (column: Column) => void;
}

/** A field or a dialog that a menu has opened has the keyboard by then. */
const MENU_CLOSES_MS = 40;

/** The word above a column. */
export function useColumnLabel(): (column: Column) => string {
  const t = useTranslations('records.columns');
  return ({ field, plain, related }) => field?.label ?? related?.label ?? t(plain ?? 'id');
}

/** One row of headings. */
export function TableHead({ choice, state, tracks, withActions, name, at, onStatistics }: TableHeadProps) {
  const t = useTranslations('records.table');
  const [open, setOpen] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: tracks }}>
        <td aria-colindex={1} aria-label={t('mark')} className={classes.mark} />
        {choice.visible.map((column, i) => (
          <HeadCell
            key={column.id}
            column={column}
            id={`${name}-${HEAD_ROW}-${i}`}
            index={i + 2}
            isAt={at === i}
            choice={choice}
            state={state}
            open={open === column.id}
            onOpen={(on) => setOpen((now) => (on ? column.id : now === column.id ? null : now))}
            dragged={dragged}
            onDragged={setDragged}
            onStatistics={onStatistics}
          />
        ))}
        {withActions && <td aria-colindex={choice.visible.length + 2} aria-label={t('actions')} />}
      </tr>
    </thead>
  );
}

interface HeadCellProps extends Pick<TableHeadProps, 'choice' | 'state' | 'onStatistics'> {
  column: PlacedColumn;
  id: string;
  index: number;
  isAt: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** The column that is being dragged. */
  dragged: string | null;
  onDragged: (column: string | null) => void;
}

/** Whether a pointer is in the half of a heading that comes later in reading order. */
function isAfter(event: DragEvent<HTMLElement>): boolean {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const right = event.clientX > left + width / 2;
  return right === (getComputedStyle(event.currentTarget).direction === 'ltr');
}

function HeadCell(props: HeadCellProps) {
  const { column, id, index, isAt, choice, open, onOpen, dragged, onDragged, onStatistics } = props;
  const { query, change } = props.state;
  const t = useTranslations('records.table');
  const label = useColumnLabel()(column);
  const grip = useGrip(column, choice);
  const [drop, setDrop] = useState<'before' | 'after' | null>(null);
  const { field } = column;
  const way = query.order === column.id ? 'ascending' : query.order === `-${column.id}` ? 'descending' : 'none';
  const filter = field ? (query.filters[field.name] ?? '') : '';
  const isNumber = field !== null && isNumeric(field);
  const moving = choice.visible.find(({ id }) => id === dragged);
  const takes = moving !== undefined && moving.id !== column.id && moving.pinned === column.pinned;
  return (
    <th
      ref={grip.cell}
      id={id}
      scope="col"
      data-at={isAt || undefined}
      aria-colindex={index}
      {...(column.sortable ? { 'aria-sort': way } : {})}
      className={classes.headCell}
      data-number={isNumber || undefined}
      data-drop={(takes && drop) || undefined}
      {...pinStyle(column)}
      draggable={!open}
      onDragStart={(event) => {
        if (grip.held.current) return event.preventDefault();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', label);
        onDragged(column.id);
      }}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setDrop(isAfter(event) ? 'after' : 'before');
      }}
      onDragLeave={() => setDrop(null)}
      onDrop={(event) => {
        event.preventDefault();
        if (takes) choice.place(moving.id, column.id, isAfter(event));
        setDrop(null);
      }}
      onDragEnd={() => onDragged(null)}
    >
      {open && field ? (
        <FilterInput
          field={field}
          value={filter}
          onChange={(text) => change({ filters: { ...query.filters, [field.name]: text } })}
          onClose={() => {
            onOpen(false);
            setTimeout(grip.giveBack);
          }}
        />
      ) : (
        <>
          <HeadTitle
            label={label}
            way={way}
            onSort={column.sortable ? () => change({ order: nextOrder(query.order, column.id) }) : undefined}
          />
          {field && (
            <Tooltip label={filter ? `${t('filter', { column: label })}: ${filter}` : t('filter', { column: label })}>
              <ActionIcon
                size={24}
                tabIndex={-1}
                className={classes.funnel}
                data-on={filter !== '' || undefined}
                aria-label={t('filter', { column: label })}
                onClick={() => onOpen(true)}
              >
                {filter ? <IconFilterFilled size={14} /> : <IconFilter size={14} />}
              </ActionIcon>
            </Tooltip>
          )}
          <HeadMenu
            column={column}
            label={label}
            choice={choice}
            order={query.order}
            onOrder={(order) => change({ order })}
            onWidth={grip.by}
            onStatistics={field ? () => onStatistics(column) : undefined}
            onFilter={field ? () => onOpen(true) : undefined}
            onClose={() => setTimeout(grip.giveBack, MENU_CLOSES_MS)}
          />
        </>
      )}
      <span aria-hidden className={classes.grip} {...grip.handle} />
    </th>
  );
}

interface HeadTitleProps {
  label: string;
  way: 'ascending' | 'descending' | 'none';
  /** Undefined where the column has no order. */
  onSort: (() => void) | undefined;
}

function HeadTitle({ label, way, onSort }: HeadTitleProps) {
  const name = <bdi className={classes.label}>{label}</bdi>;
  if (!onSort) return <span className={classes.sort}>{name}</span>;
  return (
    <button type="button" tabIndex={-1} data-act="sort" className={classes.sort} title={label} onClick={onSort}>
      {name}
      {way === 'ascending' && <IconArrowUp size={14} aria-hidden />}
      {way === 'descending' && <IconArrowDown size={14} aria-hidden />}
    </button>
  );
}

/** The edge of a heading: dragged it changes the column's width, pressed twice it gives the usual one back. */
function useGrip(column: Column, choice: ColumnChoice) {
  const cell = useRef<HTMLTableCellElement>(null);
  const drag = useRef<{ x: number; width: number; way: 1 | -1 } | null>(null);
  const wide = () => cell.current?.getBoundingClientRect().width ?? column.width;
  const end = () => {
    drag.current = null;
  };
  return {
    cell,
    held: drag,
    /** The whole table is one stop of the keyboard, which its headings only lend. */
    giveBack: () => {
      const focused = document.activeElement;
      if (focused === document.body || focused?.closest('[role="menu"], [data-act]'))
        cell.current?.closest('table')?.focus();
    },
    by: (pixels: number | null) => choice.resize(column.id, pixels === null ? null : wide() + pixels),
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const way = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
        drag.current = { x: event.clientX, width: wide(), way };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag.current) return;
        const { x, width, way } = drag.current;
        if (event.clientX !== x) choice.resize(column.id, width + (event.clientX - x) * way);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: () => choice.resize(column.id, null),
    },
  };
}
