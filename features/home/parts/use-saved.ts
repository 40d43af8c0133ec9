// What happens when a record was saved or deleted: it shows at once, its tiles reload, and it can be taken back.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { type ScreenEffect, useFresh, useMap } from '@/map';
import { useEditHistory } from '../logic/edit-history';

/** Three things to tell: a record was created, edited (with its earlier self), or deleted. */
export function useSaved() {
  const t = useTranslations('home');
  const map = useMap();
  const client = useQueryClient();
  const push = useEditHistory((s) => s.push);

  const show = useCallback(
    (record: LayerRecord, gone = false) => {
      useFresh
        .getState()
        .put({ layer: record.layer, id: record.id, geometry: gone ? null : record.geometry, value: record.value });
      map.refresh([record.layer]);
      void invalidate(client, ['record', 'layer']);
    },
    [map, client],
  );

  const remove = useCallback(
    async (record: LayerRecord) => {
      await call(api.records.remove, { params: { id: record.id } });
      show(record, true);
    },
    [show],
  );
  const restore = useCallback(
    async (record: LayerRecord) => {
      await call(api.records.restore, { body: { ids: [record.id] } });
      show(record);
    },
    [show],
  );
  const write = useCallback(
    async (record: LayerRecord) => {
      show(
        await call(api.records.edit, {
          params: { id: record.id },
          body: { value: record.value, ...(record.geometry ? { geometry: record.geometry } : {}) },
        }),
      );
    },
    [show],
  );

  return {
    created: (record: LayerRecord) => {
      show(record);
      push({
        id: `create/${record.id}`,
        label: t('history.create'),
        undo: () => remove(record),
        redo: () => restore(record),
      });
    },
    edited: (record: LayerRecord, before: LayerRecord) => {
      show(record);
      push({ id: `edit/${record.id}`, label: t('history.edit'), undo: () => write(before), redo: () => write(record) });
    },
    /** A deletion was undone by the form itself. */
    restored: (record: LayerRecord) => {
      show(record);
      useEditHistory.getState().forget(`delete/${record.id}`);
    },
    deleted: (record: LayerRecord) => {
      show(record, true);
      push({
        id: `delete/${record.id}`,
        label: t('history.delete'),
        undo: () => restore(record),
        redo: () => remove(record),
      });
    },
  };
}

/** What a tool has written: shown at once, its tiles and lists made fresh, and undone like any other change. */
export function useChanged() {
  const map = useMap();
  const client = useQueryClient();
  return ({ layers, records = [], gone = [], change }: Extract<ScreenEffect, { kind: 'changed' }>) => {
    const { put } = useFresh.getState();
    for (const { layer, id, geometry, value } of records) put({ layer, id, geometry, value });
    for (const hit of gone) put({ ...hit, geometry: null, value: {} });
    map.refresh(layers);
    void invalidate(client, ['record', 'layer']);
    if (change) useEditHistory.getState().push(change);
  };
}

/** Undo and redo of saved changes, with a word about what was done or why it could not be. */
export function useUndoRedo() {
  const t = useTranslations('home');
  const text = useErrorText();
  const run = async (way: 'undo' | 'redo') => {
    try {
      const change = await useEditHistory.getState()[way]();
      if (change)
        toast({
          type: 'info',
          message: t(way === 'undo' ? 'history.undone' : 'history.redone', { change: change.label }),
          id: 'history',
        });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  return { undo: () => void run('undo'), redo: () => void run('redo') };
}
