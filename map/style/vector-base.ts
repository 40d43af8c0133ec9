// A base map of vector tiles, drawn in the product's own colours: the one that comes with it, and an organisation's own.
import type { ExpressionSpecification, LayerSpecification, VectorSourceSpecification } from 'maplibre-gl';
import type { VectorBase } from '../types';
import type { BaseColours } from './base-colours';
import { at, byZoom, type Steps } from './base-parts';
import { type Place, SCHEMAS, type Schema } from './base-schemas';

const fill = (id: string, places: (Place | null)[], color: string, minzoom = 0): LayerSpecification[] =>
  places.flatMap((place, i) =>
    place
      ? [{ id: `base:${id}${i || ''}`, type: 'fill', ...at(place), minzoom, paint: { 'fill-color': color, 'fill-antialias': true } }] // biome-ignore format: one layer
      : [],
  );

interface LineLook {
  color: string;
  width: Steps;
  minzoom?: number;
  dash?: number[];
  opacity?: ExpressionSpecification | number;
}
const line = (
  id: string,
  place: Place,
  { color, width, minzoom = 0, dash, opacity = 1 }: LineLook,
): LayerSpecification => ({
  id: `base:${id}`,
  type: 'line',
  ...at(place),
  minzoom,
  layout: { 'line-join': 'round', 'line-cap': dash ? 'butt' : 'round' },
  paint: {
    'line-color': color,
    'line-width': byZoom(width),
    'line-opacity': opacity,
    ...(dash ? { 'line-dasharray': dash } : {}),
  },
});

const roads = (schema: Schema, c: BaseColours): LayerSpecification[] => {
  const widths: Record<'minor' | 'middle' | 'main', { place: Place; minzoom: number; width: Steps; color: string }> = {
    minor: { place: schema.minorRoad, minzoom: 12, width: [[12, 0.4], [14, 1.5], [18, 12]], color: c.road }, // biome-ignore format: one row
    middle: { place: schema.middleRoad, minzoom: 8, width: [[8, 0.5], [12, 1.6], [14, 3], [18, 18]], color: c.road }, // biome-ignore format: one row
    main: { place: schema.mainRoad, minzoom: 5, width: [[5, 0.6], [10, 1.8], [14, 4.5], [18, 22]], color: c.mainRoad }, // biome-ignore format: one row
  };
  const all = Object.entries(widths);
  const wider = (steps: Steps): Steps => steps.map(([zoom, width]) => [zoom, width + (zoom < 12 ? 0.8 : 1.6)]);
  return [
    ...all.map(([id, { place, minzoom, width }]) =>
      line(`${id}-road-edge`, place, { color: c.roadEdge, width: wider(width), minzoom }),
    ),
    ...all.map(([id, { place, minzoom, width, color }]) => line(`${id}-road`, place, { color, width, minzoom })),
    line('rail', schema.rail, { color: c.rail, width: [[9, 0.5], [16, 2]], minzoom: 9, dash: [6, 2] }), // biome-ignore format: one line
  ];
};

/** The ground itself, bottom first. */
export const vectorLayers = ({ schema: name }: VectorBase, c: BaseColours): LayerSpecification[] => {
  const schema = SCHEMAS[name];
  const isSeasonal: ExpressionSpecification = [
    'any',
    ['==', ['get', 'intermittent'], true],
    ['==', ['get', 'intermittent'], 1],
  ];
  return [
    ...fill('land', [schema.land], c.land),
    ...fill('town', schema.town, c.town, 6),
    ...fill('green', schema.green, c.green),
    ...fill('bare', schema.bare, c.bare),
    ...fill('water', [schema.water], c.water),
    line('river', schema.river, {
      color: c.river,
      width: [[3, 0.4], [7, 1], [12, 2.2], [16, 6]],
      opacity: ['case', isSeasonal, 0.55, 1],
    }), // biome-ignore format: one line
    ...(schema.grid ? [line('grid', schema.grid, { color: c.grid, width: [[9, 0.5], [14, 1]], minzoom: 9, opacity: 0.6 })] : []), // biome-ignore format: one layer
    ...fill('building', [schema.building], c.building, 14),
    ...roads(schema, c),
    line('province', schema.province, { color: c.province, width: [[3, 0.4], [6, 0.9], [12, 1.8]], minzoom: 3, dash: [3, 2] }), // biome-ignore format: one line
    line('country', schema.country, { color: c.country, width: [[1, 0.5], [5, 1.2], [12, 2.6]] }), // biome-ignore format: one line
  ];
};

/** Dots of towns, below all names. */
export const townDots = ({ schema: name }: VectorBase, c: BaseColours): LayerSpecification => {
  const schema = SCHEMAS[name];
  return {
    id: 'base:town-dots',
    type: 'circle',
    ...at(schema.townNames),
    minzoom: 3,
    maxzoom: 12,
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, ['case', schema.isCapital, 2.6, 1.4], 9, ['case', schema.isCapital, 4.5, 2.6]], // biome-ignore format: one scale
      'circle-color': ['case', schema.isCapital, c.halo, c.townName],
      'circle-stroke-color': ['case', schema.isCapital, c.townName, c.halo],
      'circle-stroke-width': ['case', schema.isCapital, 1.8, 0.8],
    },
  };
};

/** The ground's colour where the tiles hold nothing. */
export const vectorGround = ({ schema }: VectorBase, c: BaseColours): string =>
  SCHEMAS[schema].isLandDrawn ? c.water : c.land;

/** The tiles; where an archive leaves deep ones out, the nearest one above stands in. */
export const vectorSource = (
  { tiles, min_zoom, max_zoom }: VectorBase,
  attribution: string,
): VectorSourceSpecification & { sparse: boolean } => ({
  type: 'vector',
  tiles: [tiles],
  minzoom: min_zoom,
  maxzoom: max_zoom,
  sparse: true,
  attribution,
});
