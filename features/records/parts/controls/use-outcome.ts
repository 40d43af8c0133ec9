// What a record's form would send, and what its fields begin with: as far as the browser knows it, the server adds the rest.
'use client';
import { useMemo } from 'react';
import type { ShapeFacts } from '@/contract/computed/evaluate';
import type { Geometry } from '@/contract/schemas/common';
import type { Field, Value, Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { defaultsOf } from '@/contract/values/defaults';
import { stateOf } from '../../logic/form-state';
import { shapeFacts } from '../../logic/shape-facts';

const NOTHING: Values = {};
/** The record that was made before, by layer; as long as the page lives. */
const lastByLayer = new Map<number, Values>();
export const rememberLast = (layer: number, values: Values): void => void lastByLayer.set(layer, values);

/** What of a layer a form is made of. */
type Shaped = Pick<Layer, 'id'> & { config: Pick<Layer['config'], 'form'> };

/** `shape`: of a new record; undefined for one that is there already, which begins with nothing. `first` comes before the form's own. */
function useBeginning({ id, config }: Shaped, shape: ShapeFacts | null | undefined, first: Values): Values {
  return useMemo(() => {
    if (shape === undefined) return NOTHING;
    const beginning = { now: new Date(), user: null, region: null, shape, last: lastByLayer.get(id) ?? null };
    return { ...defaultsOf(config.form, beginning, first), ...first };
  }, [config.form, id, shape, first]);
}

/** `geometry`: as it is edited; undefined where it stays. `begins`: what a new record begins with. Keep it stable. */
export function useOutcome(
  layer: Shaped,
  base: LayerRecord | null,
  geometry: Geometry | null | undefined,
  typed: Values,
  begins: Values = NOTHING,
) {
  const { form } = layer.config;
  const stored = base?.value ?? null;
  const facts = useMemo(() => shapeFacts(geometry === undefined ? base?.geometry : geometry), [geometry, base]);
  const first = useBeginning(layer, base === null ? facts : undefined, begins);
  const outcome = useMemo(() => stateOf(form, stored, typed, first, facts), [form, stored, typed, first, facts]);
  return {
    ...outcome,
    /** What was typed, else what is stored, or what a new record begins with. */
    valueIn: ({ name, type }: Field): Value | undefined =>
      type === 'computed' ? outcome.record[name] : name in typed ? typed[name] : (stored ?? first)[name],
  };
}
