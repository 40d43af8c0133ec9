// The keys of a grid: one cell is reached by Tab, the arrows lead from it to the others, Enter uses it.
'use client';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Rows that PageUp and PageDown pass. */
const PAGE = 8;

interface CellsOptions {
  rows: number;
  columns: number;
  scroller: RefObject<HTMLElement | null>;
  scrollTo: (row: number) => void;
  /** A cell was pressed or entered; the column of numbers is 0. Ctrl+C uses a cell with a value too. */
  onUse: (row: number, column: number) => void;
}

export const useCells = ({ rows, columns, scroller, scrollTo, onUse }: CellsOptions) => {
  /** The one cell that Tab leads to; the column of numbers is 0. */
  const [at, setAt] = useState({ row: 0, column: 0 });
  /** Whether the cell was reached by a key, and takes the focus once it is there. */
  const moved = useRef(false);
  const row = Math.min(at.row, rows - 1);
  const column = Math.min(at.column, columns - 1);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}/${column}"]`)?.focus();
  });

  const go = (nextRow: number, nextColumn: number) => {
    const to = {
      row: Math.min(rows - 1, Math.max(0, nextRow)),
      column: Math.min(columns - 1, Math.max(0, nextColumn)),
    };
    moved.current = true;
    scrollTo(to.row);
    setAt(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
    if (event.ctrlKey || event.metaKey) {
      if (event.code !== 'KeyC' || column === 0 || !getSelection()?.isCollapsed) return;
      onUse(row, column);
    } else if (event.key === 'ArrowDown') go(row + 1, column);
    else if (event.key === 'ArrowUp') go(row - 1, column);
    else if (event.key === 'ArrowRight') go(row, column + ahead);
    else if (event.key === 'ArrowLeft') go(row, column - ahead);
    else if (event.key === 'PageDown') go(row + PAGE, column);
    else if (event.key === 'PageUp') go(row - PAGE, column);
    else if (event.key === 'Home') go(row, 0);
    else if (event.key === 'End') go(row, columns - 1);
    else if (event.key === 'Enter' || event.key === ' ') onUse(row, column);
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
      onUse(i, j);
    },
  });
  return { cell, onKeyDown };
};
