// The values of the shapes, as a grid of keys: it stays cheap with a thousand rows, and every value can be copied.
'use client';
import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AnalysisColumn, AnalysisFeature } from '@/contract/schemas/analysis';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import classes from './analysis.module.css';

const ROW = 33;
/** Rows that PageUp and PageDown pass. */
const PAGE = 8;

interface ValuesTableProps {
  columns: readonly AnalysisColumn[];
  features: readonly AnalysisFeature[];
  onShow: (feature: AnalysisFeature) => void;
  onCopy: (text: string) => void;
}

export const ValuesTable = ({ columns, features, onShow, onCopy }: ValuesTableProps) => {
  const t = useTranslations('map.tools.analysis');
  const { number } = useFormat();
  const valueText = useValueText();
  const help = useId();
  const scroller = useRef<HTMLDivElement>(null);
  /** The one cell that Tab leads to; the column of numbers is 0. */
  const [at, setAt] = useState({ row: 0, column: 0 });
  /** Whether the cell was reached by a key, and takes the focus once it is there. */
  const moved = useRef(false);
  const virtual = useVirtualizer({
    count: features.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    scrollPaddingStart: ROW,
    overscan: 6,
  });
  const row = Math.min(at.row, features.length - 1);
  const column = Math.min(at.column, columns.length);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}/${column}"]`)?.focus();
  });

  const go = (nextRow: number, nextColumn: number) => {
    const to = {
      row: Math.min(features.length - 1, Math.max(0, nextRow)),
      column: Math.min(columns.length, Math.max(0, nextColumn)),
    };
    moved.current = true;
    virtual.scrollToIndex(to.row);
    setAt(to);
  };
  const use = (i: number, j: number) => {
    const feature = features[i];
    const one = columns[j - 1];
    if (!feature) return;
    if (one) onCopy(valueText(one, feature.values[one.name]));
    else onShow(feature);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
    if (event.ctrlKey || event.metaKey) {
      if (event.code !== 'KeyC' || column === 0 || !getSelection()?.isCollapsed) return;
      use(row, column);
    } else if (event.key === 'ArrowDown') go(row + 1, column);
    else if (event.key === 'ArrowUp') go(row - 1, column);
    else if (event.key === 'ArrowRight') go(row, column + ahead);
    else if (event.key === 'ArrowLeft') go(row, column - ahead);
    else if (event.key === 'PageDown') go(row + PAGE, column);
    else if (event.key === 'PageUp') go(row - PAGE, column);
    else if (event.key === 'Home') go(row, 0);
    else if (event.key === 'End') go(row, columns.length);
    else if (event.key === 'Enter' || event.key === ' ') use(row, column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const cell = (i: number, j: number) => ({
    role: 'gridcell',
    'aria-colindex': j + 1,
    'data-cell': `${i}/${j}`,
    tabIndex: i === row && j === column ? 0 : -1,
    onClick: () => {
      setAt({ row: i, column: j });
      use(i, j);
    },
  });

  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <VisuallyHidden id={help}>{t('valuesHelp')}</VisuallyHidden>
      <div ref={scroller} className={classes.scroller}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the focus, which makes a table a grid
          role="grid"
          className={classes.table}
          aria-label={t('values')}
          aria-describedby={help}
          aria-rowcount={features.length + 1}
          aria-colcount={columns.length + 1}
          onKeyDown={onKeyDown}
        >
          <colgroup>
            <col className={classes.numbers} />
            {columns.map((one) => (
              <col key={one.name} className={classes.column} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t('number')}</th>
              {columns.map((one) => (
                <th key={one.name} scope="col" title={one.label}>
                  <bdi>{one.label}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ blockSize: above }} />}
            {items.map(({ index }) => {
              const feature = features[index];
              if (!feature) return null;
              return (
                <tr key={index} aria-rowindex={index + 2}>
                  <td {...cell(index, 0)} aria-label={t('showOne', { n: number(index + 1) })}>
                    {number(index + 1)}
                  </td>
                  {columns.map((one, j) => {
                    const text = valueText(one, feature.values[one.name]);
                    return (
                      <td key={one.name} title={text} {...cell(index, j + 1)}>
                        <bdi>{text || '—'}</bdi>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {below > 0 && <tr aria-hidden style={{ blockSize: below }} />}
          </tbody>
        </table>
      </div>
    </>
  );
};
