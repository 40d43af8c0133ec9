// The row that keys move from, where it is not moved by them.
'use client';
import { useEffect } from 'react';

interface ActiveRowInput {
  /** Names what the table asks for. */
  list: string;
  selected: readonly number[];
  /** The row of a record that was read, else -1. */
  rowOf: (id: number) => number;
  reveal: (row: number) => void;
  setActive: (row: number) => void;
}

/** A new list begins at its first row. What was marked elsewhere, on the map or in the form, comes into view where its row was read. */
export function useActiveRow({ list, selected, rowOf, reveal, setActive }: ActiveRowInput): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list begins at its first row
  useEffect(() => setActive(0), [list]);

  const first = selected.length === 1 ? selected[0] : undefined;
  useEffect(() => {
    const row = first === undefined ? -1 : rowOf(first);
    if (row < 0) return;
    setActive(row);
    reveal(row);
  }, [first, rowOf, reveal, setActive]);
}
