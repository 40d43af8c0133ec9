// After a record was saved or deleted: shows it at once, reloads its tiles, and pushes an undo step.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { removeRecords } from '@/lib/api/remove-records';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { type Change, useFresh, useMap, useSelection, useSketch, useTool, type WrittenRecords } from '@/map';
import { useEditHistory } from '../logic/edit-history';
import { revertChange } from '../logic/revert-change';

// Undo and redo know no map: they return what they wrote, and whichever map screen is open then shows it.

const remove = (record: LayerRecord): Promise<WrittenRecords> => removeRecords(record.layer, [record.id]);
const restore = async (record: LayerRecord): Promise<WrittenRecords> => {
  await call(api.records.restore, { body: { ids: [record.id] } });
  return { layers: [record.layer], records: [record] };
};
/** Makes a record what it was in `to`, as far as it still is what it was in `from`. */
const write = async (to: LayerRecord, from: LayerRecord): Promise<WrittenRecords> => {
  const now = await call(api.records.one, { params: { id: to.id } });
  const { body, left } = revertChange(to, from, now);
  const headers = { 'if-match': `"${now.version}"` };
  const record = body ? await call(api.records.edit, { params: { id: to.id }, body }, { headers }) : now;
  return { layers: [record.layer], records: [record], left };
};

/** What was written, by a form, a tool or the history: shown at once, its tiles and lists made fresh, undone like any other change. */
export function useShowWritten() {
  const map = useMap();
  const client = useQueryClient();
  return useCallback(
    ({ layers, records = [], removed = [], change }: WrittenRecords & { change?: Change }) => {
      const { put } = useFresh.getState();
      for (const { layer, id, geometry, value } of records) put({ layer, id, geometry, value });
      for (const hit of removed) {
        put({ ...hit, geometry: null, value: {} });
        useSelection.getState().drop(hit.layer, [hit.id]);
      }
      map.refresh(layers);
      void invalidate(client, ['record', 'layer']);
      if (change) useEditHistory.getState().push(change);
    },
    [map, client],
  );
}

/** To be called after a record was created, edited (with its earlier self), deleted or restored. */
export function useRecordChanges() {
  const t = useTranslations('home');
  const changed = useShowWritten();
  const writtenOf = (record: LayerRecord) => ({ layers: [record.layer], records: [record] });
  return {
    created: (record: LayerRecord) => {
      useTool.getState().setTarget(record.layer);
      changed({
        ...writtenOf(record),
        change: {
          id: `create/${record.id}`,
          label: t('history.create'),
          undo: () => remove(record),
          redo: () => restore(record),
        },
      });
    },
    edited: (record: LayerRecord, before: LayerRecord) => {
      // The layer that was worked on last is the active one: its table opens next.
      useTool.getState().setTarget(record.layer);
      changed({
        ...writtenOf(record),
        change: {
          id: `edit/${record.id}`,
          label: t('history.edit'),
          undo: () => write(before, record),
          redo: () => write(record, before),
        },
      });
    },
    /** A deletion was undone by the form itself. */
    restored: (record: LayerRecord) => {
      changed(writtenOf(record));
      useEditHistory.getState().forget(`delete/${record.id}`);
    },
    deleted: (record: LayerRecord) =>
      changed({
        layers: [record.layer],
        removed: [{ layer: record.layer, id: record.id }],
        change: {
          id: `delete/${record.id}`,
          label: t('history.delete'),
          undo: () => restore(record),
          redo: () => remove(record),
        },
      }),
  };
}

/** Undo and redo of saved changes, with a word about what was done or why it could not be. */
export function useUndoRedo() {
  const t = useTranslations('home');
  const text = useErrorText();
  const { number } = useFormat();
  const changed = useShowWritten();
  const run = async (way: 'undo' | 'redo', steps: number) => {
    try {
      for (let i = 0; i < steps; i += 1) {
        const step = await useEditHistory.getState()[way]();
        if (!step) return;
        if (step.written) changed(step.written);
        toast({
          type: 'info',
          message: [
            t(way === 'undo' ? 'history.undone' : 'history.redone', { change: step.change.label }),
            step.written?.waiting
              ? t('history.waits', { count: step.written.waiting, n: number(step.written.waiting) })
              : '',
            step.written?.left ? t('history.left', { count: step.written.left, n: number(step.written.left) }) : '',
          ].join(' '),
          id: 'history',
        });
      }
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  /** `steps`: how many changes, one after the other; the first that is refused ends it. */
  return { undo: (steps = 1) => void run('undo', steps), redo: (steps = 1) => void run('redo', steps) };
}

/** Ctrl+Z and Ctrl+Y for saved changes, while nothing is being drawn and nobody is typing. */
export function useUndoKeys({ undo, redo }: ReturnType<typeof useUndoRedo>): void {
  const isIdle = useSketch((s) => s.mode === 'none');
  useHotkeys(
    'screen',
    [
      { keys: 'Mod+KeyZ', repeats: true, run: () => undo() },
      { keys: ['Mod+KeyY', 'Mod+Shift+KeyZ'], repeats: true, run: () => redo() },
    ],
    isIdle,
  );
}
