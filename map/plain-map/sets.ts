// How the sets of a plain map look: pure. A role has a colour, and also a dash, a width or a fill of its own, so that no pair is told
// apart by colour alone; a casing keeps each of them readable over a photograph.
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { TILE_LAYER } from '@/contract/ogc';
import type { Geometry } from '@/contract/schemas/common';
import { anchorOf } from '../engine/bands';
import { isVector } from '../style/base';
import { compile } from '../style/compile';
import { PALETTE, type SetRole } from '../style/palette';
import type { BaseMap, Lang, MapSnapshot, Theme } from '../types';

export interface ShapeSet {
  /** Names the set in `onPick`; unique on one map. */
  id: string;
  role: SetRole;
  /** Marks of vertices: thin and small. */
  isSmall?: boolean;
  /** How much of the ground its areas cover, 0 to 1, in place of the role's. */
  fill?: number;
  /** EPSG:4326; ids are unique within the set. */
  /** The address template of vector tiles of records that the set has besides its shapes: for more than a browser can hold. */
  tiles?: string;
  shapes: readonly {
    id: number;
    geometry: Geometry;
    /** #rrggbb, in place of the role's. */
    colour?: string | null;
    /** Radius of a point in CSS pixels, in place of the role's. */
    size?: number;
  }[];
}

interface RoleLook {
  /** CSS pixels. */
  width: number;
  /** In widths of the line; null is an unbroken line. */
  dash: readonly number[] | null;
  cap: 'butt' | 'round';
  /** 0 to 1, of areas. */
  fill: number;
  /** CSS pixels. */
  radius: number;
  /** A point is a ring, its middle open. */
  isHollow: boolean;
}

export const ROLE_LOOKS: Record<SetRole, RoleLook> = {
  before: { width: 2.5, dash: [3, 2], cap: 'butt', fill: 0.05, radius: 7, isHollow: true },
  after: { width: 3, dash: null, cap: 'round', fill: 0.24, radius: 7, isHollow: false },
  region: { width: 2, dash: [6, 2, 1, 2], cap: 'butt', fill: 0.06, radius: 9, isHollow: true },
  found: { width: 4.5, dash: null, cap: 'round', fill: 0.34, radius: 9, isHollow: false },
  track: { width: 3, dash: [0, 2], cap: 'round', fill: 0.14, radius: 4, isHollow: false },
  // What is not looked at: dimmed as a whole, without an outline, and no click meets it.
  shade: { width: 0, dash: null, cap: 'butt', fill: 0.55, radius: 0, isHollow: false },
};

const PREFIX = 'set:';
const SHADE = 'shade:';
/** A source holds one set. */
export const sourceOfSet = (id: string): string => `${PREFIX}${id}`;
/** The other way; null for sources that are no set. */
export const setOfSource = (source: string): string | null =>
  source.startsWith(PREFIX) ? source.slice(PREFIX.length) : null;

/** Photographs are as dark by day as by night, whatever the theme. */
export const groundOf = (base: BaseMap, theme: Theme): Theme =>
  typeof base === 'object' && !isVector(base) && !base.night ? 'dark' : theme;

const isPoint = ['in', ['geometry-type'], ['literal', ['Point', 'MultiPoint']]] as never;
const isArea = ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]] as never;

const SMALL = { width: 1.5, radius: 3.5, dash: null } as const;

/** Tiles are cut to this zoom and drawn larger beyond it. */
const MAX_TILE_ZOOM = 16;
/** The source of a set's tiles. */
const tilesOfSet = (id: string): string => `${sourceOfSet(id)}:tiles`;

/** The same look over the records of the set's tiles. */
const tileLayers = (set: ShapeSet, ground: Theme): LayerSpecification[] =>
  set.tiles === undefined
    ? []
    : roleLayers({ ...set, shapes: [] }, ground).map(
        (layer) =>
          ({
            ...layer,
            id: layer.id.replace(sourceOfSet(set.id), tilesOfSet(set.id)),
            source: tilesOfSet(set.id),
            'source-layer': TILE_LAYER,
          }) as LayerSpecification,
      );

const roleLayers = ({ id, role, isSmall, fill: ownFill, shapes }: ShapeSet, ground: Theme): LayerSpecification[] => {
  const { markHalo: casing, roles } = PALETTE[ground];
  const look = { ...ROLE_LOOKS[role], ...(isSmall ? SMALL : {}) };
  const { width, dash, cap, radius, isHollow, fill } = { ...look, fill: ownFill ?? look.fill };
  const source = role === 'shade' ? `${SHADE}${id}` : sourceOfSet(id);
  const hasOwn = shapes.some(({ colour: own }) => own);
  const colour = hasOwn ? (['coalesce', ['get', 'colour'], roles[role]] as never) : roles[role];
  if (role === 'shade')
    return [{ id: `${source}:fill`, type: 'fill', source, paint: { 'fill-color': roles[role], 'fill-opacity': fill } }];
  const hasSizes = shapes.some(({ size }) => size !== undefined);
  const ring = hasSizes ? (['coalesce', ['get', 'size'], radius] as never) : radius;
  // A small circle stays in sight over a large one.
  const sizeOrder = hasSizes ? { layout: { 'circle-sort-key': ['-', 0, ['coalesce', ['get', 'size'], 0]] as never } } : {}; // biome-ignore format: one choice
  const line = { type: 'line', source, filter: ['!', isPoint] as never } as const;
  return [
    {
      id: `${source}:fill`,
      type: 'fill',
      source,
      filter: isArea,
      paint: { 'fill-color': colour, 'fill-opacity': fill },
    },
    {
      ...line,
      id: `${source}:casing`,
      layout: { 'line-join': 'round', 'line-cap': cap },
      paint: { 'line-color': casing, 'line-width': width + 3, 'line-opacity': 0.75 },
    },
    {
      ...line,
      id: `${source}:line`,
      layout: { 'line-join': 'round', 'line-cap': cap },
      paint: { 'line-color': colour, 'line-width': width, ...(dash ? { 'line-dasharray': [...dash] } : {}) },
    },
    {
      id: `${source}:halo`,
      type: 'circle',
      source,
      filter: isPoint,
      ...sizeOrder,
      paint: {
        'circle-radius': ring,
        'circle-opacity': 0,
        'circle-stroke-color': casing,
        'circle-stroke-width': isHollow ? (isSmall ? 3 : 5) : isSmall ? 1 : 2,
        'circle-stroke-opacity': 0.75,
      },
    },
    {
      id: `${source}:point`,
      type: 'circle',
      source,
      filter: isPoint,
      ...sizeOrder,
      paint: {
        'circle-radius': ring,
        'circle-color': colour,
        // An open ring still takes the click in its middle.
        'circle-opacity': isHollow ? 0.01 : hasSizes ? fill : 1,
        'circle-stroke-color': isHollow ? colour : roles[role],
        'circle-stroke-width': isHollow ? (isSmall ? 1.5 : 2.5) : 0,
      },
    },
  ];
};

/** The whole style: ground, tiles of layers, then the sets, a later one over an earlier one, below what is being drawn. */
export const plainStyle = (
  { base, isGrey, layers, sets }: Pick<MapSnapshot, 'base' | 'isGrey' | 'layers'> & { sets: readonly ShapeSet[] },
  theme: Theme,
  lang: Lang,
): StyleSpecification => {
  const style = compile({ base, isGrey, layers, records: [], selection: null }, theme, lang);
  const at = style.layers.findIndex((layer) => layer.id === anchorOf('preview'));
  const sources = Object.fromEntries(
    sets.map(({ id, role, shapes }) => [
      role === 'shade' ? `${SHADE}${id}` : sourceOfSet(id),
      {
        type: 'geojson' as const,
        data: {
          type: 'FeatureCollection' as const,
          features: shapes.map((shape) => ({
            type: 'Feature' as const,
            id: shape.id,
            geometry: shape.geometry,
            properties: {
              ...(shape.colour ? { colour: shape.colour } : {}),
              ...(shape.size === undefined ? {} : { size: shape.size }),
            },
          })),
        },
      },
    ]),
  );
  const tiles = Object.fromEntries(
    sets.flatMap(({ id, tiles: address }) =>
      address === undefined
        ? []
        : [[tilesOfSet(id), { type: 'vector' as const, tiles: [address], maxzoom: MAX_TILE_ZOOM }]],
    ),
  );
  const layersOfSets = sets.flatMap((set) => {
    const ground = groundOf(base, theme);
    return [...tileLayers(set, ground), ...roleLayers(set, ground)];
  });
  return {
    ...style,
    sources: { ...style.sources, ...sources, ...tiles },
    layers: [...style.layers.slice(0, at), ...layersOfSets, ...style.layers.slice(at)],
  };
};
