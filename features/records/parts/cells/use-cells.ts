// Cells of the grid edited in place: what opens the editor, why it does not open, and where it goes from there.
'use client';
import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import type { Column } from '../../logic/columns';
import type { Over } from '../grid/table-over';
import { cellId } from '../grid/use-grid-cursor';
import type { useRowSelection } from '../use-row-selection';
import { lockOf } from './cell-block';
import type { CellMove } from './cell-editor';
import { useCellHistory } from './use-cell-history';

interface CellsInput {
  layer: Layer;
  name: string;
  columns: readonly Column[];
  rows: number;
  recordAt: (row: number) => LayerRecord | undefined;
  /** The cursor of the grid and its own keys. */
  selection: Pick<ReturnType<typeof useRowSelection>, 'active' | 'column' | 'moveTo' | 'onKeyDown'>;
  reveal: (row: number) => void;
  onPasted: (over: Over) => void;
}

export function useCells(input: CellsInput) {
  const { layer, name, columns, rows, recordAt, selection, reveal, onPasted } = input;
  const { active, column, onKeyDown } = selection;
  const t = useTranslations('records.cells');
  const history = useCellHistory();
  const [editing, setEditing] = useState<{ row: number; column: number } | null>(null);

  const moveTo = (row: number, at: number) => {
    selection.moveTo(row, at);
    reveal(row);
  };
  /** Opens the editor, or says why not. */
  const open = (row: number, at: number): void => {
    const record = recordAt(row);
    const place = columns[at];
    if (!record || !place) return;
    const lock = lockOf(place);
    const why = lock ? t(`locks.${lock}`) : layer.rights.edit ? record.can?.why.edit : t('locks.noRight');
    if (why) toast({ type: 'info', message: why, id: 'cell' });
    else setEditing({ row, column: at });
  };
  const onDone = (move: CellMove) => {
    const from = editing ?? { row: active, column };
    setEditing(null);
    const row = from.row + (move === 'down' ? 1 : move === 'up' ? -1 : 0);
    const at = from.column + (move === 'onward' ? 1 : move === 'back' ? -1 : 0);
    moveTo(Math.max(0, Math.min(rows - 1, row)), Math.max(0, Math.min(columns.length - 1, at)));
    // The grid takes the keys again.
    document
      .getElementById(cellId(name, from.row, from.column))
      ?.closest<HTMLElement>('[role="grid"]')
      ?.focus();
  };
  const record = editing && recordAt(editing.row);
  const field = editing && columns[editing.column]?.field;
  const isOpenable = (at: number) => {
    const place = columns[at];
    return layer.rights.edit && place !== undefined && lockOf(place) === null;
  };
  return {
    history,
    editor:
      editing && record && field ? { record, field, cell: cellId(name, editing.row, editing.column), onDone } : null,
    /** Keys of the grid: F2 edits, Enter too on a cell that may be edited, Ctrl+Z and Ctrl+Y go back and forth. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isGrid = event.target === event.currentTarget;
      const isCtrl = event.ctrlKey || event.metaKey;
      if (isGrid && active >= 0 && (event.key === 'F2' || (event.key === 'Enter' && !isCtrl && isOpenable(column))))
        open(active, column);
      else if (isGrid && isCtrl && event.code === 'KeyZ') void (event.shiftKey ? history.redo() : history.undo());
      else if (isGrid && isCtrl && event.code === 'KeyY') void history.redo();
      else return onKeyDown(event);
      event.preventDefault();
      event.stopPropagation();
    },
    /** A double click on a cell that may be edited; the row's own double click opens the record. */
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>('td[aria-colindex]');
      const row = Number(cell?.closest('tr')?.getAttribute('aria-rowindex')) - 2;
      const at = Number(cell?.getAttribute('aria-colindex')) - 2;
      if (!cell || !isOpenable(at)) return;
      event.stopPropagation();
      moveTo(row, at);
      open(row, at);
    },
    /** Over a cell that may be edited the cells are written; elsewhere new records are made. */
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      const isOver = active >= 0 && isOpenable(column);
      if (event.target !== event.currentTarget || !(layer.rights.add || isOver)) return;
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      onPasted(
        isOver && text ? { kind: 'cells', text, row: active, columns: columns.slice(column) } : { kind: 'paste', text },
      );
    },
  };
}
