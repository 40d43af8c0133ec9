// The columns of a table as the reader has arranged them, remembered per layer while the program runs.
'use client';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { Layer } from '@/contract/schemas/layer';
import { useRelations } from '@/lib/api/use-relations';
import {
  type Arrangement,
  type Column,
  columnsOf,
  DEFAULT_ARRANGEMENT,
  fitWidth,
  neighbour,
  orderAfter,
  orderColumns,
  type PlacedColumn,
  placeColumns,
} from '../logic/columns';

interface Arrangements {
  byLayer: ReadonlyMap<number, Arrangement>;
  keep(layer: number, arrangement: Arrangement): void;
}

const useArrangements = create<Arrangements>()((set) => ({
  byLayer: new Map(),
  keep: (layer, arrangement) => set(({ byLayer }) => ({ byLayer: new Map(byLayer).set(layer, arrangement) })),
}));

/** How the reader has arranged a layer's columns, and the way to arrange them as they were saved. */
export function useArrangement(layer: number): [Arrangement, (arrangement: Arrangement) => void] {
  const arrangement = useArrangements((s) => s.byLayer.get(layer)) ?? DEFAULT_ARRANGEMENT;
  const keep = useArrangements((s) => s.keep);
  return [arrangement, (next) => keep(layer, next)];
}

export interface ColumnChoice {
  /** In the reader's order. */
  all: readonly Column[];
  visible: readonly PlacedColumn[];
  /** Hiding the last one is refused. */
  show: (column: string, isVisible: boolean) => void;
  pin: (column: string, pinned: boolean) => void;
  /** One place towards the start (-1) or the end (1). */
  step: (column: string, step: 1 | -1) => void;
  place: (column: string, beside: string, after: boolean) => void;
  /** Pixels; null is the usual width. */
  resize: (column: string, pixels: number | null) => void;
  reset: () => void;
}

/** Columns of a layer, all and visible. */
export function useColumns(layer: Layer): ColumnChoice {
  const [arrangement, arrange] = useArrangement(layer.id);
  const relations = useRelations(layer.id, true);
  const columns = useMemo(() => columnsOf(layer, relations.filter(({ side }) => side === 'children')), [layer, relations]); // biome-ignore format: one list
  const visible = useMemo(() => placeColumns(columns, arrangement), [columns, arrangement]);
  const change = (part: Partial<Arrangement>) => arrange({ ...arrangement, ...part });
  const all = useMemo(() => orderColumns(columns, arrangement), [columns, arrangement]);
  const place = (column: string, beside: string, after: boolean) =>
    change({ order: orderAfter(all, column, beside, after) });
  return {
    all,
    visible,
    show: (column, on) => {
      const visibility = { ...arrangement.shown, [column]: on };
      if (placeColumns(columns, { ...arrangement, shown: visibility }).length > 0) change({ shown: visibility });
    },
    pin: (column, on) => {
      const others = arrangement.pinned.filter((id) => id !== column);
      change({ pinned: on ? [...others, column] : others });
    },
    step: (column, step) => {
      const beside = neighbour(visible, column, step);
      if (beside) place(column, beside.id, step > 0);
    },
    place,
    resize: (column, pixels) => {
      const { [column]: _, ...others } = arrangement.widths;
      change({ widths: pixels === null ? others : { ...others, [column]: fitWidth(pixels) } });
    },
    reset: () => arrange(DEFAULT_ARRANGEMENT),
  };
}
