// The rows of a list: a table where there is room, cards where there is not. Keys: J and K move, X or Space selects, Enter opens.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Selection } from '@/lib/collection/use-selection';
import type { RowAct } from './acts';
import { CardRows } from './card-rows';
import type { Column, TitleColumn } from './columns';
import { TableRows } from './table-rows';

/** Cards below this width. */
const NARROW = '(max-width: 719px)';

export interface DataListProps<T extends { id: number }, O extends string = string> {
  /** Names the list for screen readers. */
  label: string;
  rows: readonly T[];
  title: TitleColumn<T, O>;
  columns: readonly Column<T, O>[];
  /** Where a row's title leads; without it the title calls `onOpen`, and without both it is plain text. */
  href?: (row: T) => string | null;
  onOpen?: (row: T) => void;
  /** The row that is open beside the list. */
  openId?: number | null;
  acts?: (row: T) => readonly RowAct[];
  /** One act that stands before the menu. */
  quickAct?: (row: T) => ReactNode;
  order?: O | `-${O}`;
  onOrder?: (key: O) => void;
  selection?: Selection;
  /** There is little room: columns that are not needed there are left out. */
  isCompact?: boolean;
  isStale?: boolean;
  /** A row's menu has opened or closed. */
  onMenu?: (isOpen: boolean) => void;
}

export function DataList<T extends { id: number }, O extends string>(all: DataListProps<T, O>) {
  const props = all.isCompact ? { ...all, columns: all.columns.filter(({ isWide }) => !isWide) } : all;
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const list = useRef<HTMLDivElement>(null);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), [role=menu]')) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row = props.rows.find(({ id }) => String(id) === rows[at]?.dataset.row);
    const isOnRow = document.activeElement === rows[at];
    switch (event.code) {
      case 'KeyJ':
      case 'ArrowDown':
        rows[Math.min(at + 1, rows.length - 1)]?.focus();
        break;
      case 'KeyK':
      case 'ArrowUp':
        rows[Math.max(at - 1, 0)]?.focus();
        break;
      case 'KeyX':
      case 'Space':
        if (!row || !props.selection || (event.code === 'Space' && !isOnRow)) return;
        props.selection.toggle(row.id, event.shiftKey);
        break;
      case 'Enter':
        if (!row || !isOnRow) return;
        rows[at]?.querySelector<HTMLElement>('[data-title]')?.click();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows inside
    <div ref={list} onKeyDown={handleKeyDown} style={{ display: 'contents' }}>
      {isNarrow ? <CardRows {...props} /> : <TableRows {...props} />}
    </div>
  );
}
