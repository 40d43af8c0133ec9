// The rows of a list as cards, for narrow screens. They show what the table shows.
'use client';
import { Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { DataListProps } from './data-list';
import classes from './data-list.module.css';
import { RowMenu } from './row-menu';
import { RowTitle } from './row-title';

export function CardRows<T extends { id: number }, O extends string>(props: DataListProps<T, O>) {
  const { label, rows, title, columns, acts, quickAct, selection, openId, isStale, onMenu } = props;
  const t = useTranslations('common.list');
  return (
    <ul className={classes.cards} aria-label={label} data-stale={isStale || undefined} aria-busy={isStale}>
      {rows.map((row) => {
        const name = title.text(row);
        const facts = columns.flatMap((column) => {
          const cell = column.isWide ? null : column.cell(row);
          return cell === null || cell === '' || cell === undefined || cell === false
            ? []
            : [
                {
                  id: column.id,
                  cell: column.isNumber ? (
                    <>
                      {column.title}: {cell}
                    </>
                  ) : (
                    cell
                  ),
                },
              ];
        });
        return (
          <li
            key={row.id}
            className={classes.card}
            data-row={row.id}
            data-open={openId === row.id || undefined}
            data-selected={selection?.has(row.id) || undefined}
            tabIndex={-1}
          >
            {selection && (
              <Checkbox
                aria-label={t('select', { name })}
                checked={selection.has(row.id)}
                onChange={() => selection.toggle(row.id)}
              />
            )}
            <div className={classes.cardWords}>
              <RowTitle {...props} row={row} />
              <p className={classes.facts}>
                {facts.map(({ id, cell }) => (
                  <span key={id} className={classes.fact}>
                    {cell}
                  </span>
                ))}
              </p>
            </div>
            {quickAct?.(row)}
            {acts && <RowMenu label={t('acts', { name })} acts={acts(row)} {...(onMenu ? { onToggle: onMenu } : {})} />}
          </li>
        );
      })}
    </ul>
  );
}
