// The cell that the keys of the grid stand on: its id, kept in sight; and what keys do on a heading.
'use client';
import { type KeyboardEvent, useEffect } from 'react';
import { HEAD_ROW } from '../../logic/row-window';
import { STEP } from '../head-menu';
import type { ColumnChoice } from '../use-columns';

/** Begins the ids of the cells of one table: `${name}-${row}-${column}`. */
export const cellId = (name: string, row: number, column: number) => `${name}-${row}-${column}`;

/** Enter sorts, Alt+↓ and Shift+F10 open the menu, Shift+← and Shift+→ move the edge. Returns whether the key meant something. */
export function pressHead(event: KeyboardEvent<HTMLElement>, name: string, column: number, choice: ColumnChoice) {
  const cell = document.getElementById(cellId(name, HEAD_ROW, column));
  const at = choice.visible[column];
  if (!cell || !at) return false;
  const press = (act: 'sort' | 'menu') => cell.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
  const { key, altKey, shiftKey } = event;
  if (key === 'Enter') press('sort');
  else if ((altKey && key === 'ArrowDown') || (shiftKey && key === 'F10') || key === 'ContextMenu') press('menu');
  else if (shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    choice.resize(at.id, cell.getBoundingClientRect().width + (key === onward ? STEP : -STEP));
  } else return false;
  return true;
}

interface CursorInput {
  name: string;
  row: number;
  column: number;
  /** Whether the cells of the row stand there: a row that is still on its way has none to point at. */
  isDrawn: (row: number) => boolean;
}

/** The id of the cell under the cursor; undefined while it is not drawn. It comes into view as keys move to it. */
export function useGridCursor({ name, row, column, isDrawn }: CursorInput): string | undefined {
  const id = cellId(name, row, column);
  const isHead = row === HEAD_ROW;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows come into view by themselves
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [column, isHead]);
  return isHead || isDrawn(row) ? id : undefined;
}
