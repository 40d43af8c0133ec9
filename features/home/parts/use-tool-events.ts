// Handles the events that the map's tools send to the screen: open a record, show a tip, a table or a help page.
'use client';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { type Pixel, type RecordHit, type ScreenEffect, useMap, useTool } from '@/map';
import { canStay, type SidePanelEvent } from '../logic/side-panel';
import { useTables } from '../logic/tables';
import { useShowWritten } from './use-record-changes';

export interface Tip {
  point: Pixel;
  hits: readonly RecordHit[];
}

interface ToolEventTargets {
  send: (event: SidePanelEvent) => void;
  onHelp: (slug: string) => void;
}

export function useToolEvents({ send, onHelp }: ToolEventTargets) {
  const map = useMap();
  const text = useErrorText();
  const showWritten = useShowWritten();
  const openTable = useTables((s) => s.open);
  const [tip, setTip] = useState<Tip | null>(null);

  /** Opens a record's form, fresh from the server. Whoever takes another tool meanwhile wants that one. */
  async function openRecord(id: number) {
    const before = useTool.getState().active;
    try {
      const record = await call(api.records.one, { params: { id } });
      const form = { kind: 'record', record } as const;
      const now = useTool.getState().active;
      if (now !== before && !canStay(form, now)) return null;
      send({ kind: 'open', form });
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
        return openTable(effect);
      case 'changed':
        return showWritten(effect);
      case 'help':
        return onHelp(effect.slug);
      case 'tip':
        return setTip({ point: effect.point, hits: effect.hits });
      case 'tipEnd':
        return setTip(null);
      case 'drawn':
        return send({ kind: 'open', form: { kind: 'new', layer: effect.layer } });
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
