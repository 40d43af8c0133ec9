// Where the two common schemas of vector tiles keep what a base map draws.
// Protomaps: https://docs.protomaps.com/basemaps/layers, OpenMapTiles: https://openmaptiles.org/schema
import type { ExpressionSpecification } from 'maplibre-gl';
import type { VectorBase } from '../types';

type Where = ExpressionSpecification;
/** A kind of thing: the layer of the tiles, and which of its records. */
export interface Place {
  layer: string;
  where?: Where;
}

/** Null where a schema has no such thing. `rank` is higher for what matters more. */
export interface Schema {
  /** Whether what is neither land nor water is water: tiles hold land, or they hold water. */
  isLandDrawn: boolean;
  land: Place | null;
  green: Place[];
  town: Place[];
  bare: Place[];
  water: Place;
  river: Place;
  building: Place;
  minorRoad: Place;
  middleRoad: Place;
  mainRoad: Place;
  rail: Place;
  country: Place;
  province: Place;
  /** Lines of longitude and latitude; only our own tiles have them. */
  grid: Place | null;
  waterNames: Place[];
  /** Islands, mountains, deserts. */
  landNames: Place;
  roadNames: Place;
  countryNames: Place;
  provinceNames: Place;
  townNames: Place;
  /** 0 for a village to about 15 for the largest towns. */
  townRank: ExpressionSpecification;
  isCapital: Where;
  isFirstTown: Where;
  countryRank: ExpressionSpecification;
}

const kind = (...kinds: string[]): Where => ['in', ['get', 'kind'], ['literal', kinds]];
const ofClass = (...classes: string[]): Where => ['in', ['get', 'class'], ['literal', classes]];
const number = (name: string, other: number): ExpressionSpecification => ['to-number', ['get', name], other];

const PROTOMAPS: Schema = {
  isLandDrawn: true,
  land: { layer: 'earth', where: ['==', ['geometry-type'], 'Polygon'] },
  green: [
    { layer: 'landcover', where: kind('forest', 'grassland', 'farmland', 'scrub') },
    { layer: 'landuse', where: kind('park', 'forest', 'wood', 'nature_reserve', 'national_park', 'grass', 'garden', 'golf_course', 'cemetery', 'protected_area') }, // biome-ignore format: one list
  ],
  town: [
    { layer: 'landcover', where: kind('urban_area') },
    { layer: 'landuse', where: kind('residential', 'neighbourhood', 'industrial', 'commercial', 'school', 'university', 'hospital', 'aerodrome') }, // biome-ignore format: one list
  ],
  bare: [
    { layer: 'landcover', where: kind('barren') },
    { layer: 'landuse', where: kind('sand', 'beach') },
  ],
  water: { layer: 'water', where: ['==', ['geometry-type'], 'Polygon'] },
  river: { layer: 'water', where: ['all', ['==', ['geometry-type'], 'LineString'], kind('river', 'stream', 'canal')] },
  building: { layer: 'buildings' },
  minorRoad: { layer: 'roads', where: kind('minor_road', 'path', 'other') },
  middleRoad: { layer: 'roads', where: kind('medium_road', 'major_road') },
  mainRoad: { layer: 'roads', where: kind('highway') },
  rail: { layer: 'roads', where: kind('rail') },
  country: { layer: 'boundaries', where: kind('country') },
  province: { layer: 'boundaries', where: kind('region') },
  grid: { layer: 'grid' },
  waterNames: [{ layer: 'water', where: ['==', ['geometry-type'], 'Point'] }],
  landNames: { layer: 'earth', where: ['==', ['geometry-type'], 'Point'] },
  roadNames: { layer: 'roads', where: ['!=', ['get', 'kind'], 'rail'] },
  countryNames: { layer: 'places', where: kind('country') },
  provinceNames: { layer: 'places', where: kind('region') },
  townNames: { layer: 'places', where: kind('locality') },
  townRank: number('population_rank', 0),
  isCapital: ['==', ['get', 'capital'], 'yes'],
  isFirstTown: ['==', ['get', 'capital'], '4'],
  countryRank: number('population_rank', 0),
};

const OPENMAPTILES: Schema = {
  isLandDrawn: false,
  land: null,
  green: [
    { layer: 'landcover', where: ofClass('wood', 'grass', 'farmland', 'wetland') },
    { layer: 'park' },
    { layer: 'landuse', where: ofClass('cemetery') },
  ],
  town: [{ layer: 'landuse', where: ofClass('residential', 'suburb', 'neighbourhood', 'industrial', 'commercial', 'school', 'university', 'hospital') }], // biome-ignore format: one list
  bare: [{ layer: 'landcover', where: ofClass('sand', 'rock') }],
  water: { layer: 'water', where: ['!=', ['get', 'brunnel'], 'tunnel'] },
  river: { layer: 'waterway', where: ['!=', ['get', 'brunnel'], 'tunnel'] },
  building: { layer: 'building' },
  minorRoad: { layer: 'transportation', where: ofClass('minor', 'service', 'track', 'path') },
  middleRoad: { layer: 'transportation', where: ofClass('primary', 'secondary', 'tertiary') },
  mainRoad: { layer: 'transportation', where: ofClass('motorway', 'trunk') },
  rail: { layer: 'transportation', where: ofClass('rail') },
  country: {
    layer: 'boundary',
    where: ['all', ['<=', number('admin_level', 99), 2], ['!=', number('maritime', 0), 1]],
  },
  province: {
    layer: 'boundary',
    where: ['all', ['>', number('admin_level', 99), 2], ['<=', number('admin_level', 99), 4], ['!=', number('maritime', 0), 1]], // biome-ignore format: one question
  },
  grid: null,
  waterNames: [{ layer: 'water_name', where: ['==', ['geometry-type'], 'Point'] }],
  landNames: { layer: 'place', where: ofClass('island') },
  roadNames: { layer: 'transportation_name' },
  countryNames: { layer: 'place', where: ofClass('country') },
  provinceNames: { layer: 'place', where: ofClass('state', 'province') },
  townNames: { layer: 'place', where: ofClass('city', 'town', 'village', 'suburb') },
  townRank: ['-', 15, ['min', 15, number('rank', 15)]],
  isCapital: ['==', number('capital', 0), 2],
  isFirstTown: ['==', number('capital', 0), 4],
  countryRank: ['-', 7, ['min', 7, number('rank', 7)]],
};

/** By the name that a base map's configuration gives. */
export const SCHEMAS: Record<VectorBase['schema'], Schema> = { protomaps: PROTOMAPS, openmaptiles: OPENMAPTILES };
