// What marks the selection over the user's layers.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { allOf, isAmong } from '@/contract/look/expressions';
import type { From } from '@/contract/look/marks';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { MapSelection } from '../types';
import { ofType, RECORDS_SOURCE, SELECTION_SOURCE } from './overlays';
import type { Palette } from './palette';
import { SEVERAL } from './points/clusters';

/** A firm line in a casing, hardly filled so that what lies below stays itself, for one source; the geometry decides which of the layers draws. */
const glow = (
  id: string,
  palette: Palette,
  from: Omit<From, 'filter'>,
  mine: ExpressionSpecification | null,
): LayerSpecification[] => [
  {
    id: `${id}:fill`,
    type: 'fill',
    ...from,
    filter: allOf(ofType('Polygon'), mine) ?? true,
    paint: { 'fill-color': palette.mark, 'fill-opacity': 0.06 },
  },
  {
    id: `${id}:halo`,
    type: 'line',
    ...from,
    filter: allOf(['!=', ['geometry-type'], 'Point'], mine) ?? true,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': palette.markHalo, 'line-width': 6, 'line-opacity': 0.85 },
  },
  {
    id: `${id}:line`,
    type: 'line',
    ...from,
    filter: allOf(['!=', ['geometry-type'], 'Point'], mine) ?? true,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': palette.mark, 'line-width': 3 },
  },
  {
    id: `${id}:circle`,
    type: 'circle',
    ...from,
    filter: allOf(ofType('Point'), mine) ?? true,
    paint: {
      'circle-radius': 10,
      'circle-color': palette.mark,
      'circle-opacity': 0.25,
      'circle-stroke-color': palette.mark,
      'circle-stroke-width': 3,
    },
  },
];

/** What draws a layer's marks, by its type. */
const PARTS: Record<number, readonly LayerSpecification['type'][]> = {
  [LAYER_TYPES.point]: ['circle'],
  [LAYER_TYPES.line]: ['line'],
  [LAYER_TYPES.polygon]: ['fill', 'line'],
};

/** `tiles`: the selected layer's tile source, when it is drawn; `fresh`: ids that the tiles hold in an older state. */
export const selectionLayers = (
  marked: MapSelection | null,
  palette: Palette,
  tiles: Omit<From, 'filter'> | null,
  fresh: readonly number[],
  type: number,
): LayerSpecification[] => {
  const shapes = glow('selection:shapes', palette, { source: SELECTION_SOURCE }, null);
  if (!marked) return shapes;
  const { isWhole = false } = marked;
  const covered = (marked.shapes?.length ?? 0) >= marked.ids.length;
  if ((covered && !isWhole) || type < LAYER_TYPES.point || type > LAYER_TYPES.polygon) return shapes;
  const stale = new Set(fresh);
  const old = marked.ids.filter((id) => !stale.has(id));
  const edited = isWhole ? fresh : marked.ids.filter((id) => stale.has(id));
  // A cluster is nobody's record.
  const inTiles: ExpressionSpecification = isWhole ? ['all', ['!', SEVERAL], ['!', isAmong(fresh)]] : isAmong(old);
  // Each part carries all the ids: those that draw nothing of this type are left out.
  const marks = (id: string, from: Omit<From, 'filter'>, mine: ExpressionSpecification) =>
    glow(id, palette, from, mine).filter((part) => PARTS[type]?.includes(part.type));
  return [
    ...(tiles && (isWhole || old.length > 0) ? marks('selection:tiles', tiles, inTiles) : []),
    ...(edited.length > 0 ? marks('selection:fresh', { source: RECORDS_SOURCE }, isAmong(edited)) : []),
    ...shapes,
  ];
};
