// The rows of a list as a table. Long ones are drawn only where they are looked at.
'use client';
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import type { DataListProps } from './data-list';
import classes from './data-list.module.css';
import { RowMenu } from './row-menu';
import { RowTitle } from './row-title';
import { RowGap, useRowWindow } from './row-window';

/** Longer lists are drawn in part. */
const MAX_WHOLE = 200;

export function TableRows<T extends { id: number }, O extends string>(props: DataListProps<T, O>) {
  const { label, rows, title, columns, acts, selection, isStale } = props;
  const t = useTranslations('common.list');
  const frame = useRef<HTMLDivElement>(null);
  const { isWhole, indexes, above, below } = useRowWindow(rows.length, MAX_WHOLE, frame);
  const pageCount = selection ? rows.filter(({ id }) => selection.has(id)).length : 0;
  return (
    <div ref={frame} className={classes.frame} data-stale={isStale || undefined} aria-busy={isStale}>
      <table className={classes.table} aria-label={label} aria-rowcount={isWhole ? undefined : rows.length + 1}>
        <thead>
          <tr>
            {selection && (
              <td className={classes.check}>
                <Checkbox
                  aria-label={t('selectPage')}
                  checked={rows.length > 0 && pageCount === rows.length}
                  indeterminate={pageCount > 0 && pageCount < rows.length}
                  onChange={selection.togglePage}
                />
              </td>
            )}
            <Heading {...props} text={title.title} column={title.order} />
            {columns.map((column) => (
              <Heading
                key={column.id}
                {...props}
                text={column.title}
                column={column.order}
                isNumber={column.isNumber ?? false}
              />
            ))}
            {acts && <td />}
          </tr>
        </thead>
        <tbody>
          <RowGap height={above} />
          {indexes.map((index) => {
            const row = rows[index];
            return row && <TableRow key={row.id} {...props} row={row} rowIndex={isWhole ? undefined : index + 2} />;
          })}
          <RowGap height={below} />
        </tbody>
      </table>
    </div>
  );
}

function TableRow<T extends { id: number }, O extends string>(
  props: DataListProps<T, O> & { row: T; rowIndex: number | undefined },
) {
  const { row, rowIndex, title, columns, acts, quickAct, selection, openId, onMenu } = props;
  const t = useTranslations('common.list');
  const name = title.text(row);
  return (
    <tr
      data-row={row.id}
      data-open={openId === row.id || undefined}
      data-selected={selection?.has(row.id) || undefined}
      aria-rowindex={rowIndex}
      tabIndex={-1}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            aria-label={t('select', { name })}
            checked={selection.has(row.id)}
            onChange={(event) => selection.toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      <th scope="row">
        <RowTitle {...props} row={row} />
      </th>
      {columns.map((column) => (
        <td
          key={column.id}
          className={[column.isNumber && classes.number, column.isCut && classes.cut].filter(Boolean).join(' ')}
        >
          {column.cell(row)}
        </td>
      ))}
      {acts && (
        <td className={classes.acts}>
          {quickAct?.(row)}
          <RowMenu label={t('acts', { name })} acts={acts(row)} {...(onMenu ? { onToggle: onMenu } : {})} />
        </td>
      )}
    </tr>
  );
}

type HeadingProps<T extends { id: number }, O extends string> = Pick<DataListProps<T, O>, 'order' | 'onOrder'> & {
  text: string;
  column: O | undefined;
  isNumber?: boolean;
};

function Heading<T extends { id: number }, O extends string>(props: HeadingProps<T, O>) {
  const { text, column, isNumber, order, onOrder } = props;
  const className = isNumber ? classes.number : undefined;
  if (column === undefined || !onOrder)
    return (
      <th scope="col" className={className}>
        {text}
      </th>
    );
  const isUp = order === column;
  const isDown = order === `-${column}`;
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button type="button" className={classes.sort} onClick={() => onOrder(column)}>
        {text}
        {isUp && <IconArrowUp size={14} aria-hidden />}
        {isDown && <IconArrowDown size={14} aria-hidden />}
      </button>
    </th>
  );
}
