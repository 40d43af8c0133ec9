// Many yes-or-no cells as a table: rights of roles on layers. Worked through by keys, by group and by copying rows.
'use client';
import { Checkbox, useDirection } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './matrix.module.css';
import { type CellChange, type CellPlace, linesOf, type MatrixColumn, type MatrixLine, type MatrixRow, type MatrixValue, pasteCells, placeOfKey, tickOf, toggleCells } from './matrix-cells'; // biome-ignore format: one line
import { RowGap, useRowWindow } from './row-window';

/** Up to this many lines all stand in the document. */
const MAX_WHOLE = 100;

export interface MatrixProps {
  label: string;
  /** Heading of the first column. */
  head: string;
  columns: readonly MatrixColumn[];
  rows: readonly MatrixRow[];
  value: MatrixValue;
  /** The cells that change, and no other; see `applyCells`. */
  onChange: (changes: CellChange[]) => void;
  /** Why a cell may not be changed; null where it may. */
  disabledReason?: (row: string, column: string) => string | null;
  /** CSS pixels or any CSS length; the table scrolls within it. */
  maxHeight?: number | string;
}

interface LineProps {
  line: MatrixLine;
  index: number;
  columns: readonly MatrixColumn[];
  value: MatrixValue;
  /** The column that the Tab key comes to, where it is in this line. */
  active: number | null;
  reason: (line: MatrixLine, column: string) => string | null;
  onToggle: (line: MatrixLine, column: string) => void;
  onFocus: (place: CellPlace) => void;
}

function MatrixLineRow({ line, index, columns, value, active, reason, onToggle, onFocus }: LineProps) {
  const t = useTranslations('common.matrix');
  return (
    <tr aria-rowindex={index + 2} data-group={line.isGroup || undefined}>
      <th scope="row">
        <bdi>{line.label}</bdi>
      </th>
      {columns.map(({ id, label }, column) => {
        const tick = tickOf(value, line.rows, id);
        const why = reason(line, id);
        return (
          <td key={id}>
            <Checkbox
              className={classes.box}
              data-cell={`${index}:${column}`}
              tabIndex={active === column ? 0 : -1}
              aria-label={t('cell', { column: label, row: line.label })}
              checked={tick === 'all'}
              indeterminate={tick === 'some'}
              {...(why ? { 'aria-disabled': true, 'aria-description': why, title: why, 'data-fixed': true } : {})}
              onChange={() => onToggle(line, id)}
              onFocus={() => onFocus({ line: index, column })}
            />
          </td>
        );
      })}
    </tr>
  );
}

/** Arrows, Home, End and pages move; Shift+Space ticks a row; Ctrl+C and Ctrl+V carry a row's ticks to another, or to a group. */
function useMatrixKeys({ columns, value, onChange, disabledReason }: MatrixProps, lines: readonly MatrixLine[]) {
  const t = useTranslations('common.matrix');
  const { number } = useFormat();
  const isRtl = useDirection().dir === 'rtl';
  const [place, setPlace] = useState<CellPlace>({ line: 0, column: 0 });
  const [news, setNews] = useState('');
  const copy = useRef<ReadonlySet<string> | null>(null);
  const ids = columns.map(({ id }) => id);
  const isDisabled = (row: string, column: string) => Boolean(disabledReason?.(row, column));
  const change = (changes: CellChange[]) => {
    if (changes.length > 0) onChange(changes);
    return changes.length;
  };
  const toggle = (line: MatrixLine, over: readonly string[]) => change(toggleCells(value, line.rows, over, isDisabled));
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
    if (isCtrl && event.code === 'KeyC')
      return use(() => {
        copy.current = new Set(ids.filter((id) => tickOf(value, line.rows, id) === 'all'));
        setNews(t('copied', { row: line.label }));
      });
    if (isCtrl && event.code === 'KeyV' && copy.current) {
      const from = copy.current;
      return use(() =>
        setNews(t('pasted', { n: number(change(pasteCells(value, line.rows, ids, from, isDisabled))) })),
      );
    }
    const to = placeOfKey(
      { key: event.key, ctrlKey: isCtrl },
      place,
      { lines: lines.length, columns: ids.length },
      isRtl,
    );
    if (to) event.preventDefault();
    return to;
  };
  return { place, setPlace, press, toggle, news };
}

export function Matrix(props: MatrixProps) {
  const { label, head, columns, rows, value, disabledReason, maxHeight = '60vh' } = props;
  const t = useTranslations('common.matrix');
  const lines = useMemo(() => linesOf(rows), [rows]);
  const frame = useRef<HTMLDivElement>(null);
  const goal = useRef<string | null>(null);
  const { place, setPlace, press, toggle, news } = useMatrixKeys(props, lines);
  const active = { line: Math.min(place.line, lines.length - 1), column: place.column };
  const { indexes, above, below, scrollTo } = useRowWindow(lines.length, MAX_WHOLE, frame);
  // A line that was out of sight is there a render later.
  useEffect(() => {
    const box = goal.current && frame.current?.querySelector<HTMLElement>(`[data-cell="${goal.current}"]`);
    if (!box) return;
    goal.current = null;
    box.focus();
  });
  const handleKey = (event: KeyboardEvent) => {
    const to = press(event);
    if (!to) return;
    goal.current = `${to.line}:${to.column}`;
    scrollTo(to.line);
    setPlace({ ...to });
  };
  const reason = (line: MatrixLine, column: string) => {
    const reasons = line.rows.map((row) => disabledReason?.(row, column) ?? null);
    return reasons.every(Boolean) ? (reasons[0] ?? null) : null;
  };
  const activeLine = lines[active.line];
  const why = activeLine && columns[active.column] ? reason(activeLine, columns[active.column]?.id ?? '') : null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the boxes inside */}
      <div ref={frame} className={classes.frame} style={{ maxBlockSize: maxHeight }} onKeyDown={handleKey}>
        <table aria-label={label} aria-rowcount={lines.length + 1} className={classes.table}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{head}</th>
              {columns.map((column) => (
                <th key={column.id} scope="col">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <RowGap height={above} />
            {indexes.map((index) => {
              const line = lines[index];
              return (
                line && (
                  <MatrixLineRow
                    key={line.id}
                    line={line}
                    index={index}
                    columns={columns}
                    value={value}
                    active={index === active.line ? active.column : null}
                    reason={reason}
                    onToggle={(of, column) => toggle(of, [column])}
                    onFocus={setPlace}
                  />
                )
              );
            })}
            <RowGap height={below} />
          </tbody>
        </table>
      </div>
      <p role="status" className={classes.foot}>
        {why ?? (news || t('keys'))}
      </p>
    </>
  );
}
