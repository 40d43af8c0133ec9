// Many yes-or-no cells as a table: rights of roles on layers. Worked through by keys, by group and by copying rows.
'use client';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { RowAct } from './acts';
import classes from './matrix.module.css';
import { type CellChange, linesOf, type MatrixColumn, type MatrixLine, type MatrixRow, type MatrixValue } from './matrix-cells'; // biome-ignore format: one line
import { MatrixLineRow } from './parts/matrix-line';
import { useMatrixKeys } from './parts/use-matrix-keys';
import { RowMenu } from './row-menu';
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
  /** Rows that a paste goes to; without it no row can be selected, and rows have no menu. */
  selection?: { rows: ReadonlySet<string>; onChange: (rows: ReadonlySet<string>) => void };
  /** What can be done with a whole column, behind its heading. */
  columnActs?: (column: MatrixColumn) => readonly RowAct[];
}

function MatrixHead({ head, columns, columnActs }: Pick<MatrixProps, 'head' | 'columns' | 'columnActs'>) {
  const t = useTranslations('common.matrix');
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{head}</th>
        {columns.map((column) => (
          <th key={column.id} scope="col" aria-label={column.label}>
            <span className={classes.head}>
              {column.label}
              {columnActs && (
                <RowMenu
                  label={t('columnActs', { column: column.label })}
                  acts={columnActs(column)}
                  icon={<IconChevronDown size={14} />}
                />
              )}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function Matrix(props: MatrixProps) {
  const { label, head, columns, rows, value, disabledReason, columnActs, maxHeight = '60vh' } = props;
  const t = useTranslations('common.matrix');
  const lines = useMemo(() => linesOf(rows), [rows]);
  const frame = useRef<HTMLDivElement>(null);
  const goal = useRef<string | null>(null);
  const { place, setPlace, press, toggle, select, actsOf, selectionOf, news } = useMatrixKeys(props, lines);
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
          <MatrixHead head={head} columns={columns} {...(columnActs ? { columnActs } : {})} />
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
                    selected={selectionOf(line)}
                    acts={actsOf(line)}
                    reason={reason}
                    onSelect={select}
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
        {why ?? (news || t(props.selection ? 'keysSelect' : 'keys'))}
      </p>
    </>
  );
}
