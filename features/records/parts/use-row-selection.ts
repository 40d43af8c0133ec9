// Marking rows: one by a press, several with Ctrl or the box, a run of them with Shift; and the row that keys move.
'use client';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { LayerRecord } from '@/contract/schemas/record';
import { rowAfterKey } from '../logic/window';
import type { VirtualRows } from './use-virtual-rows';

/** A run of rows longer than this is not marked: the server takes no more at once. */
const MOST = 500;

export interface RowSelectionInput {
  rows: VirtualRows;
  recordAt: (row: number) => LayerRecord | undefined;
  selected: readonly number[];
  onSelect: (ids: number[], record?: LayerRecord) => void;
  onOpen?: ((record: LayerRecord) => void) | undefined;
}

/** Handlers for rows and for the grid's keys. They keep their identity, so that rows are not drawn in vain. */
export function useRowSelection(input: RowSelectionInput) {
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const latest = useRef(input);
  latest.current = input;

  const onMark = useCallback((row: number, record: LayerRecord) => {
    const { selected, onSelect } = latest.current;
    anchor.current = row;
    setActive(row);
    if (selected.includes(record.id)) onSelect(selected.filter((id) => id !== record.id));
    else onSelect([...selected, record.id], record);
  }, []);
  const onPress = useCallback(
    (row: number, record: LayerRecord, event: MouseEvent) => {
      const { recordAt, onSelect } = latest.current;
      if (event.ctrlKey || event.metaKey) return onMark(row, record);
      setActive(row);
      if (!event.shiftKey) {
        anchor.current = row;
        return onSelect([record.id], record);
      }
      const first = Math.min(anchor.current, row);
      const run = Array.from(
        { length: Math.min(MOST, Math.abs(row - anchor.current) + 1) },
        (_, i) => recordAt(first + i)?.id,
      );
      onSelect(
        run.filter((id) => id !== undefined),
        record,
      );
    },
    [onMark],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || event.altKey) return;
      const { rows, recordAt, selected, onSelect, onOpen } = latest.current;
      const next = rowAfterKey(event.key, active, rows.measures);
      const record = recordAt(active);
      if (next !== null) {
        setActive(next);
        rows.reveal(next);
      } else if (event.key === 'Enter' && record && onOpen) onOpen(record);
      else if (event.key === ' ' && record) onMark(active, record);
      else if (event.key === 'Escape' && selected.length) onSelect([]);
      else return;
      event.preventDefault();
    },
    [active, onMark],
  );
  return { active: Math.min(active, Math.max(0, input.rows.measures.rows - 1)), setActive, onPress, onMark, onKeyDown };
}
