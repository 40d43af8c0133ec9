// What a series keeps from one record to the next: what was added, which values stay, and the place of the one at hand.
'use client';
import { useState } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { lastValues } from '../../logic/last-values';
import { kindOf } from '../../logic/read-shape';
import { useRemoveRecord } from '../use-remove-record';

const NO_PINS: ReadonlySet<string> = new Set();

export function useSeries(layer: Layer) {
  const kind = kindOf(layer);
  const [place, setPlace] = useState<Geometry | null>(null);
  const [isDrawing, setDrawing] = useState(kind !== null);
  const [pins, setPins] = useState(NO_PINS);
  const [sitting, setSitting] = useState<readonly LayerRecord[]>([]);
  const [first, setFirst] = useState<Values>({});
  const [round, setRound] = useState(0);
  const leave = ({ id: removed }: LayerRecord) => setSitting((now) => now.filter(({ id }) => id !== removed));
  const remove = useRemoveRecord({
    onDeleted: leave,
    onRestored: (record) => setSitting((now) => [...now, record]),
    onWaiting: leave,
  });
  /** Without a place the next one is drawn. */
  const put = (next: Geometry | null) => {
    setPlace(next);
    setDrawing(next === null);
  };
  return {
    kind,
    place,
    isDrawing,
    pins,
    sitting,
    /** Values that the record at hand begins with. */
    first,
    /** Changes with every record: its form begins anew. */
    round,
    remove,
    put,
    draw: (draws: boolean) => {
      if (draws) setPlace(null);
      setDrawing(draws);
    },
    pin: (name: string) =>
      setPins((now) => (now.has(name) ? new Set([...now].filter((one) => one !== name)) : new Set([...now, name]))),
    next: (record: LayerRecord) => {
      setSitting((now) => [...now, record]);
      setFirst(lastValues(layer.config.form, record.value, (name) => pins.has(name)));
      setRound((n) => n + 1);
      put(null);
    },
  };
}
