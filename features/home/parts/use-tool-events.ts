// Handles the events that the map's tools send to the screen: open a record, show a tip, a table or a help page.
'use client';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { type Pixel, type RecordHit, type ScreenEffect, useMap, useSelection, useTool } from '@/map';
import type { Side } from '../logic/layer-sections';
import type { TableRequest } from '../logic/tables';
import { useShowWritten } from './use-record-changes';

export interface Tip {
  point: Pixel;
  hits: readonly RecordHit[];
}

interface Doors {
  setSide: Dispatch<SetStateAction<Side>>;
  setTable: (table: TableRequest) => void;
  onHelp: (slug: string) => void;
}

/** Tools that work on the record whose form is open, and leave it open. */
const BESIDE_FORM: readonly (string | null)[] = [null, 'modify', 'draw'];

export function useToolEvents({ setSide, setTable, onHelp }: Doors) {
  const map = useMap();
  const text = useErrorText();
  const changed = useShowWritten();
  const [tip, setTip] = useState<Tip | null>(null);
  const active = useTool((s) => s.active);

  // Another tool's panel takes the form's place; what was typed there stays as its draft.
  useEffect(() => {
    if (!BESIDE_FORM.includes(active)) setSide((side) => (side.kind === 'record' ? { kind: 'layers' } : side));
  }, [active, setSide]);

  /** Opens a record's form, fresh from the server. Whoever takes another tool meanwhile wants that one. */
  async function openRecord(id: number) {
    const before = useTool.getState().active;
    try {
      const record = await call(api.records.one, { params: { id } });
      const now = useTool.getState().active;
      if (now !== before && !BESIDE_FORM.includes(now)) return null;
      useSelection.getState().select(record.layer, [record.id], record.geometry ? [record.geometry] : []);
      setSide({ kind: 'record', record });
      return record;
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return null;
    }
  }

  function onEffect(effect: ScreenEffect) {
    switch (effect.kind) {
      case 'open':
        return void openRecord(effect.id);
      case 'table':
        return setTable(effect);
      case 'changed':
        return changed(effect);
      case 'help':
        return onHelp(effect.slug);
      case 'tip':
        return setTip({ point: effect.point, hits: effect.hits });
      case 'tipEnd':
        return setTip(null);
      case 'drawn':
        return setSide({ kind: 'new', layer: effect.layer });
      case 'needGeometry':
        return void openRecord(effect.id).then((record) =>
          record?.geometry
            ? map.send({ kind: 'geometry', layer: record.layer, id: record.id, geometry: record.geometry })
            : map.send({ kind: 'discarded' }),
        );
    }
  }
  return { onEffect, openRecord, tip };
}
