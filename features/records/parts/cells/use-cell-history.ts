// Edits of cells that can be taken back and done again, each as one step; a step is written by the versions that it left.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';

export interface CellStep {
  layer: number;
  rows: { id: number; before: Values; after: Values }[];
}

export function useCellHistory() {
  const t = useTranslations('records.cells');
  const client = useQueryClient();
  const errorText = useErrorText();
  const steps = useRef<{ done: CellStep[]; undone: CellStep[] }>({ done: [], undone: [] });
  /** Versions that own writes have left: several steps may have written one record. */
  const versions = useRef(new Map<number, number>());

  const note = (rows: readonly { id: number; version: number }[]) => {
    for (const { id, version } of rows) versions.current.set(id, version);
  };
  const write = async ({ layer, rows }: CellStep, way: 'before' | 'after') => {
    const body = {
      layer,
      rows: rows.map((row) => ({ id: row.id, version: versions.current.get(row.id) ?? 0, value: row[way] })),
    };
    note((await call(api.acts.editRows, { body })).rows);
    void invalidate(client, ['record']);
  };
  const move = async (from: 'done' | 'undone', to: 'done' | 'undone', way: 'before' | 'after') => {
    const step = steps.current[from].pop();
    if (!step) return;
    try {
      await write(step, way);
      steps.current[to].push(step);
      toast({ type: 'success', message: t(way === 'before' ? 'undone' : 'redone'), id: 'cells' });
    } catch (error) {
      // A record that somebody changed since stays theirs: the step is given up.
      toast({ type: 'error', message: errorText(error) });
    }
  };
  return {
    /** The version that a record has after the own writes; the read one where there was none. */
    versionOf: (id: number, read: number) => Math.max(read, versions.current.get(id) ?? 0),
    push: (step: CellStep, written: readonly { id: number; version: number }[]) => {
      note(written);
      steps.current.done.push(step);
      steps.current.undone = [];
      void invalidate(client, ['record']);
    },
    undo: () => move('done', 'undone', 'before'),
    redo: () => move('undone', 'done', 'after'),
  };
}
export type CellHistory = ReturnType<typeof useCellHistory>;
