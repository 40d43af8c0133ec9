// Answers what the map's tools ask of the screen: look up, tip, the form of a new or changed record.
'use client';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { type Pixel, type RecordHit, type ScreenEffect, useMap, useSelection } from '@/map';
import type { Side } from '../logic/side';

export interface Tip {
  point: Pixel;
  hits: readonly RecordHit[];
}

export function useEffects(setSide: Dispatch<SetStateAction<Side>>) {
  const map = useMap();
  const text = useErrorText();
  const [tip, setTip] = useState<Tip | null>(null);
  // Only the newest question is answered: an older answer that comes late is dropped.
  const asking = useRef<AbortController | null>(null);

  async function identify(effect: Extract<ScreenEffect, { kind: 'identify' }>) {
    asking.current?.abort();
    const abort = new AbortController();
    asking.current = abort;
    const found = { kind: 'found', at: effect.at, results: null, error: null } as const;
    setSide(found);
    try {
      const results = await call(
        api.records.identify,
        {
          body: {
            geometry: { type: 'Point', coordinates: [...effect.at] },
            layers: [...effect.layers],
            tolerance: effect.tolerance,
          },
        },
        { signal: abort.signal },
      );
      setSide({ ...found, results });
      const [first] = results;
      if (first) useSelection.getState().select(first.layer, [first.id], first.geometry ? [first.geometry] : []);
      else useSelection.getState().clear();
    } catch (error) {
      if (!(error instanceof CallError && error.kind === 'cancelled')) setSide({ ...found, results: [], error });
    }
  }

  /** Opens a record's form, fresh from the server; `over` is laid upon it. */
  async function openRecord(
    id: number,
    over: { geometry?: Extract<Side, { kind: 'record' }>['geometry']; back?: Side } = {},
  ) {
    try {
      const record = await call(api.records.one, { params: { id } });
      useSelection.getState().select(record.layer, [record.id], record.geometry ? [record.geometry] : []);
      setSide({ kind: 'record', record, ...over });
      return record;
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return null;
    }
  }

  function onEffect(effect: ScreenEffect) {
    switch (effect.kind) {
      case 'identify':
        return void identify(effect);
      case 'tip':
        return setTip({ point: effect.point, hits: effect.hits });
      case 'tipEnd':
        return setTip(null);
      case 'drawn':
        return setSide({ kind: 'new', layer: effect.layer, geometry: effect.geometry });
      case 'needGeometry':
        return void openRecord(effect.id).then((record) =>
          record?.geometry
            ? map.send({ kind: 'geometry', layer: record.layer, id: record.id, geometry: record.geometry })
            : map.send({ kind: 'discarded' }),
        );
      case 'modified':
        return setSide((side) =>
          side.kind === 'record' && side.record.id === effect.id ? { ...side, geometry: effect.geometry } : side,
        );
    }
  }
  return { onEffect, openRecord, tip };
}
