// The names on a vector base map.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Lang, VectorBase } from '../types';
import type { BaseColours } from './base-colours';
import { at, byZoom } from './base-parts';
import { type Place, SCHEMAS, type Schema } from './base-schemas';
import { BOLD, REGULAR } from './fonts';

/** A name in the reader's language, else in Latin letters, else as the place itself has it. */
const nameIn = (lang: Lang): ExpressionSpecification => [
  'coalesce',
  ['get', `name:${lang}`],
  ['get', 'name:en'],
  ['get', 'name:latin'],
  ['get', 'name'],
  '',
];

interface Words {
  layout?: Extract<LayerSpecification, { type: 'symbol' }>['layout'];
  /** Points of text by zoom. */
  size: ExpressionSpecification | number;
  color: string;
  halo: string;
  minzoom?: number;
  maxzoom?: number;
}
const words = (
  id: string,
  place: Place,
  lang: Lang,
  { layout, size, color, halo, minzoom = 0, maxzoom = 24 }: Words,
): LayerSpecification => ({
  id: `label:base-${id}`,
  type: 'symbol',
  ...at(place),
  minzoom,
  maxzoom,
  layout: {
    'text-field': nameIn(lang),
    'text-font': [REGULAR],
    'text-size': size,
    'text-max-width': 8,
    'text-padding': 4,
    ...layout,
  },
  paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.3 },
});

const townNames = (schema: Schema, c: BaseColours, lang: Lang): LayerSpecification => {
  const isBig: ExpressionSpecification = ['any', schema.isCapital, ['>=', schema.townRank, 11]];
  const size = [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...[3, ['case', isBig, 12.5, 11]],
    ...[12, ['case', isBig, 17, ['>=', schema.townRank, 8], 15, 13]],
  ] as unknown as ExpressionSpecification;
  return words('town-names', schema.townNames, lang, {
    size,
    color: c.townName,
    halo: c.halo,
    minzoom: 3,
    layout: {
      'text-font': ['case', isBig, ['literal', [BOLD]], ['literal', [REGULAR]]] as unknown as string[],
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.45,
      'symbol-sort-key': ['-', 0, ['+', schema.townRank, ['case', schema.isCapital, 20, schema.isFirstTown, 3, 0]]],
    },
  });
};

/** Names of the ground; the last layer has its place first. `isAreaNamed`: a layer names areas by itself, so countries and provinces are silent. */
export const vectorLabels = (
  { schema: name }: VectorBase,
  c: BaseColours,
  lang: Lang,
  isAreaNamed: boolean,
): LayerSpecification[] => {
  const schema = SCHEMAS[name];
  const { halo } = c;
  const provinces = words('province-names', schema.provinceNames, lang, {
    size: byZoom([[4, 10.5], [8, 14]]), // biome-ignore format: one scale
    color: c.provinceName,
    halo,
    minzoom: 4.5,
    maxzoom: 10,
    layout: { 'text-padding': 8 },
  });
  const countries = words('country-names', schema.countryNames, lang, {
    size: byZoom([[1, 10], [4, 15], [7, 20]]), // biome-ignore format: one scale
    color: c.countryName,
    halo,
    minzoom: 1,
    maxzoom: 7.5,
    layout: {
      'text-font': [BOLD],
      'text-max-width': 7,
      'text-padding': 6,
      'symbol-sort-key': ['-', 0, schema.countryRank],
    },
  });
  return [
    words('road-names', schema.roadNames, lang, {
      size: 11,
      color: c.roadName,
      halo,
      minzoom: 13,
      layout: { 'symbol-placement': 'line' },
    }),
    ...(schema.grid
      ? [
          words('grid-names', schema.grid, lang, {
            size: 10,
            color: c.provinceName,
            halo,
            minzoom: 10,
            layout: { 'symbol-placement': 'line', 'symbol-spacing': 400 },
          }),
        ]
      : []),
    words('land-names', schema.landNames, lang, { size: byZoom([[5, 11], [10, 14]]), color: c.landName, halo }), // biome-ignore format: one layer
    ...schema.waterNames.map((place, i) =>
      words(`water-names${i || ''}`, place, lang, {
        size: byZoom([[2, 11], [6, 14], [10, 17]]), // biome-ignore format: one scale
        color: c.waterName,
        halo: c.water,
      }),
    ),
    ...(isAreaNamed ? [] : [provinces]),
    townNames(schema, c, lang),
    ...(isAreaNamed ? [] : [countries]),
  ];
};
