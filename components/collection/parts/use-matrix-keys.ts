// What keys and menus do in a matrix: arrows, Home, End and pages move; Shift+Space ticks a row; Ctrl+C and Ctrl+V carry a row's ticks to
// another, to a group, or to all selected rows; X selects.
'use client';
import { useDirection } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import type { RowAct } from '../acts';
import type { MatrixProps } from '../matrix';
import { type CellChange, type CellPlace, type MatrixLine, pasteCells, placeOfKey, tickOf, toggleCells } from '../matrix-cells'; // biome-ignore format: one line

const NO_ROWS: ReadonlySet<string> = new Set();

/** How many of a line's rows are selected. */
const selectedOf = (line: MatrixLine, rows: ReadonlySet<string>): 'all' | 'some' | 'none' => {
  const count = line.rows.filter((row) => rows.has(row)).length;
  return count === 0 ? 'none' : count === line.rows.length ? 'all' : 'some';
};

export function useMatrixKeys(
  { columns, value, onChange, disabledReason, selection }: MatrixProps,
  lines: readonly MatrixLine[],
) {
  // biome-ignore format: one line
  const t = useTranslations('common.matrix');
  const { number } = useFormat();
  const isRtl = useDirection().dir === 'rtl';
  const [place, setPlace] = useState<CellPlace>({ line: 0, column: 0 });
  const [news, setNews] = useState('');
  const [copy, setCopy] = useState<ReadonlySet<string> | null>(null);
  const selected = selection?.rows ?? NO_ROWS;
  const ids = columns.map(({ id }) => id);
  const isDisabled = (row: string, column: string) => Boolean(disabledReason?.(row, column));
  const change = (changes: CellChange[]) => {
    if (changes.length > 0) onChange(changes);
    return changes.length;
  };
  const toggle = (line: MatrixLine, over: readonly string[]) => change(toggleCells(value, line.rows, over, isDisabled));
  const copyFrom = (line: MatrixLine) => {
    setCopy(new Set(ids.filter((id) => tickOf(value, line.rows, id) === 'all')));
    setNews(t('copied', { row: line.label }));
  };
  const pasteTo = (rows: readonly string[]) => {
    if (copy) setNews(t('pasted', { n: number(change(pasteCells(value, rows, ids, copy, isDisabled))) }));
  };
  const select = (line: MatrixLine) => {
    if (!selection) return;
    const next = new Set(selected);
    const isAll = selectedOf(line, selected) === 'all';
    for (const row of line.rows) isAll ? next.delete(row) : next.add(row);
    selection.onChange(next);
    setNews(t('selected', { n: number(next.size) }));
  };
  /** The place to go to, or null where the key has been used or says nothing. */
  const press = (event: KeyboardEvent): CellPlace | null => {
    const line = lines[place.line];
    if (!line) return null;
    const isCtrl = event.ctrlKey || event.metaKey;
    const use = (work: () => void) => {
      event.preventDefault();
      work();
      return null;
    };
    if (event.key === ' ' && event.shiftKey) return use(() => void toggle(line, ids));
    // By its place on the keyboard: with Persian letters the key of C writes another one.
    if (isCtrl && event.code === 'KeyC') return use(() => copyFrom(line));
    if (isCtrl && event.code === 'KeyV' && copy)
      return use(() => pasteTo(selected.size > 0 ? [...selected] : line.rows));
    if (!isCtrl && event.code === 'KeyX' && selection) return use(() => select(line));
    const size = { lines: lines.length, columns: ids.length };
    const to = placeOfKey({ key: event.key, ctrlKey: isCtrl }, place, size, isRtl);
    if (to) event.preventDefault();
    return to;
  };
  /** The same by a pointer or a finger. */
  const actsOf = (line: MatrixLine): RowAct[] =>
    selection
      ? [
          { id: 'copy', label: t('copy'), run: () => copyFrom(line) },
          { id: 'paste', label: t('paste'), run: () => pasteTo(line.rows), whyNot: copy ? null : t('nothingCopied') },
          ...(selected.size > 0
            ? [{ id: 'pasteAll', label: t('pasteSelected', { n: number(selected.size) }), run: () => pasteTo([...selected]), whyNot: copy ? null : t('nothingCopied') }] // biome-ignore format: one act
            : []),
          { id: 'row', label: t('wholeRow'), run: () => void toggle(line, ids) },
        ]
      : [];
  const selectionOf = (line: MatrixLine) => (selection ? selectedOf(line, selected) : null);
  return { place, setPlace, press, toggle, select, actsOf, selectionOf, news };
}
