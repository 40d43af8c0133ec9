// Records that a new one may be twice: at its place, or with its value where values stand once. Told, never forbidden.
'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { QueryNode, Scalar } from '@/contract/schemas/query';
import type { LayerRecord } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';

/** Metres within which two points are one place. */
export const NEAR_M = 5;
const MAX_TOLD = 3;
const REST_MS = 500;
const NOTHING: QueryNode = { or: [] };

const isScalar = (value: unknown): value is Scalar =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

const placeRules = (place: Geometry | null): QueryNode[] => {
  if (!place) return [];
  if (place.type.endsWith('Point')) return [{ place: 'within_distance', geometry: place, distance: NEAR_M }];
  // A shape that lies in another, or holds it: the same one drawn again does both.
  return [
    { place: 'within', geometry: place },
    { place: 'contains', geometry: place },
  ];
};

/** The rules by which a record would be a twin of the new one; those without a rule have none. */
export const twinQuery = (form: Layer['config']['form'], values: Values, place: Geometry | null): QueryNode => ({
  or: [
    ...placeRules(place),
    ...form.flatMap(({ name, unique }): QueryNode[] => {
      const value = values[name];
      return unique && isScalar(value) ? [{ field: name, is: 'eq', value }] : [];
    }),
  ],
});

export function useNeighbours(layer: Layer, values: Values, place: Geometry | null): readonly LayerRecord[] {
  const written = JSON.stringify(twinQuery(layer.config.form, values, place));
  const [rested] = useDebouncedValue(written, REST_MS);
  const query = useMemo(() => JSON.parse(rested) as QueryNode, [rested]);
  const isAsked = rested === written && rested !== JSON.stringify(NOTHING);
  const read = useRead(api.records.query, { body: { layer: layer.id, query, limit: MAX_TOLD } }, { enabled: isAsked });
  return isAsked ? (read.data?.results ?? []) : [];
}
