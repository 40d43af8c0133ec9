// What the layers of vector base maps are written with.
import type { ExpressionSpecification } from 'maplibre-gl';
import type { Place } from './base-schemas';

export const VECTOR_SOURCE = 'base-vector';

/** Values by zoom, rising. */
export type Steps = [number, number][];
export const byZoom = (steps: Steps): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.4], ['zoom'], ...steps.flat()] as unknown as ExpressionSpecification;

/** Where a thing stands in the tiles. */
export const at = ({ layer, where }: Place) => ({
  source: VECTOR_SOURCE,
  'source-layer': layer,
  ...(where ? { filter: where } : {}),
});
