// The columns of a table as the reader has chosen them, remembered per layer in this browser.
'use client';
import { useMemo, useState } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import { type Column, columnsOf, readShown, type Shown, visibleColumns } from '../logic/columns';

const keyOf = (layer: number) => `recordColumns:${layer}`;

function remembered(layer: number): Shown {
  try {
    return readShown(localStorage.getItem(keyOf(layer)));
  } catch {
    return {};
  }
}

export interface ColumnChoice {
  all: readonly Column[];
  visible: readonly Column[];
  show: (column: string, shown: boolean) => void;
  reset: () => void;
}

/** Columns of a layer, all and visible. Hiding the last one is refused. */
export function useColumns(layer: Layer): ColumnChoice {
  const [shown, setShown] = useState<Shown>(() => remembered(layer.id));
  const all = useMemo(() => columnsOf(layer), [layer]);
  const visible = useMemo(() => visibleColumns(all, shown), [all, shown]);
  const keep = (next: Shown) => {
    setShown(next);
    try {
      localStorage.setItem(keyOf(layer.id), JSON.stringify(next));
    } catch {
      // Without storage the choice lasts as long as the table.
    }
  };
  return {
    all,
    visible,
    show: (column, on) => {
      const next = { ...shown, [column]: on };
      if (visibleColumns(all, next).length > 0) keep(next);
    },
    reset: () => keep({}),
  };
}
