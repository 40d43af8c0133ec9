// Marking rows: one by a press, several with Ctrl or the box, a run of them with Shift; and the cell that keys move.
'use client';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { LayerRecord } from '@/contract/schemas/record';
import { HEAD_ROW, rowAfterKey } from '../logic/row-window';
import type { VirtualRows } from './use-virtual-rows';

/** A run of rows longer than this is not marked by Shift: only rows that were read can be. */
const MAX_RUN = 500;

export interface RowSelectionInput {
  rows: VirtualRows;
  /** How many columns keys can move through. */
  columns: number;
  recordAt: (row: number) => LayerRecord | undefined;
  selected: readonly number[];
  /** All are marked, and their ids are on their way. */
  isWhole?: boolean | undefined;
  onSelect: (ids: number[], record?: LayerRecord) => void;
  /** Ctrl+A. */
  onAll: () => void;
  onOpen?: ((record: LayerRecord) => void) | undefined;
  /** A key while the cursor stands on the heading of a column; true where it meant something. */
  onHeadKey: (event: KeyboardEvent<HTMLElement>, column: number) => boolean;
}

/** Handlers for rows and for the grid's keys. They keep their identity, so that rows are not drawn in vain. */
export function useRowSelection(input: RowSelectionInput) {
  const [active, setActive] = useState(0);
  const [column, setColumn] = useState(0);
  const anchor = useRef(0);
  const latest = useRef(input);
  latest.current = input;

  const markRun = useCallback((row: number) => {
    const { recordAt, onSelect } = latest.current;
    const first = Math.min(anchor.current, row);
    const length = Math.min(MAX_RUN, Math.abs(row - anchor.current) + 1);
    const run = Array.from({ length }, (_, i) => recordAt(first + i)?.id);
    onSelect(
      run.filter((id) => id !== undefined),
      recordAt(row),
    );
  }, []);
  const onMark = useCallback((row: number, record: LayerRecord) => {
    const { selected, onSelect } = latest.current;
    anchor.current = row;
    setActive(row);
    if (selected.includes(record.id)) onSelect(selected.filter((id) => id !== record.id));
    else onSelect([...selected, record.id], record);
  }, []);
  const onPress = useCallback(
    (row: number, record: LayerRecord, event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey) return onMark(row, record);
      setActive(row);
      if (event.shiftKey) return markRun(row);
      anchor.current = row;
      latest.current.onSelect([record.id], record);
    },
    [onMark, markRun],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget) return;
      const { rows, columns, recordAt, selected, isWhole, onSelect, onAll, onOpen, onHeadKey } = latest.current;
      if (active === HEAD_ROW && onHeadKey(event, Math.min(column, columns - 1))) return event.preventDefault();
      if (event.altKey) return;
      const next = rowAfterKey(event.key, active, rows.measures);
      const record = recordAt(active);
      const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      if (next !== null) {
        setActive(next);
        if (next === HEAD_ROW) return event.preventDefault();
        rows.reveal(next);
        if (event.shiftKey) markRun(next);
        else anchor.current = next;
      } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
        setColumn((now) =>
          Math.max(0, Math.min(columns - 1, Math.min(now, columns - 1) + (event.key === onward ? 1 : -1))),
        );
      else if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA') onAll();
      else if (event.key === 'Enter' && record && onOpen) onOpen(record);
      else if (event.key === ' ' && record) onMark(active, record);
      else if (event.key === 'Escape' && (selected.length || isWhole)) onSelect([]);
      else return;
      event.preventDefault();
    },
    [active, column, onMark, markRun],
  );
  return {
    active: Math.min(active, Math.max(0, input.rows.measures.rows - 1)),
    column: Math.max(0, Math.min(column, input.columns - 1)),
    setActive,
    moveTo: (row: number, at: number) => {
      setActive(row);
      setColumn(at);
    },
    onPress,
    onMark,
    onKeyDown,
  };
}
