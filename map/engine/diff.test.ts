// Following the ops of a diff must always end at the wanted style, and in as few steps as the change deserves.
import fc from 'fast-check';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { OSM, WORLD } from '../style/base';
import { compile } from '../style/compile';
import type { BaseMap, MapLayer, MapSnapshot } from '../types';
import { diff, type Op } from './diff';

const symbol = { color: '#336699', opacity: 0.5, size: 4, stroke: '#ffffff', stroke_width: 1 };
const createLayer = (id: number, over: Partial<MapLayer> = {}): MapLayer => ({
  id,
  type: 1 + (id % 3),
  style: { kind: 'single', symbol },
  labels: null,
  visible: true,
  opacity: 1,
  scale: { min_zoom: 0, max_zoom: 24 },
  ...over,
});
const createSnapshot = (over: Partial<MapSnapshot> = {}): MapSnapshot => ({
  base: OSM,
  layers: [1, 2, 3, 4, 5].map((id) => createLayer(id)),
  records: [],
  selection: null,
  ...over,
});
const styleOf = (over: Partial<MapSnapshot> = {}) => compile(createSnapshot(over), 'dark', 'fa');

/** A map that only keeps the books, and refuses what MapLibre refuses. */
const follow = (style: StyleSpecification, ops: Op[]): StyleSpecification => {
  const sources = new Map<string, SourceSpecification>(Object.entries(style.sources));
  const layers = style.layers.map((l) => structuredClone(l) as LayerSpecification & Record<string, unknown>);
  let faces = style['font-faces'];
  const at = (id: string) => {
    const i = layers.findIndex((l) => l.id === id);
    if (i < 0) throw new Error(`no layer ${id}`);
    return i;
  };
  const put = (layer: (typeof layers)[number], before: string | undefined) => {
    layers.splice(before === undefined ? layers.length : at(before), 0, layer);
  };
  const set = (id: string, key: 'paint' | 'layout', name: string, value: unknown) => {
    const layer = layers[at(id)] as Record<string, Record<string, unknown>>;
    layer[key] = { ...layer[key] };
    if (value === undefined) delete layer[key][name];
    else layer[key][name] = value;
  };
  for (const op of ops)
    switch (op.op) {
      case 'setFontFaces':
        faces = op.faces;
        break;
      case 'addSource':
        if (sources.has(op.id)) throw new Error(`source ${op.id} exists`);
        sources.set(op.id, op.source);
        break;
      case 'removeSource':
        if (layers.some((l) => l.source === op.id)) throw new Error(`source ${op.id} is in use`);
        sources.delete(op.id);
        break;
      case 'setTiles':
        sources.set(op.id, { ...sources.get(op.id), tiles: op.tiles } as SourceSpecification);
        break;
      case 'setData':
        sources.set(op.id, { ...sources.get(op.id), data: op.data } as SourceSpecification);
        break;
      case 'addLayer':
        if ('source' in op.layer && !sources.has(String(op.layer.source))) throw new Error('no source');
        put(structuredClone(op.layer) as (typeof layers)[number], op.before);
        break;
      case 'removeLayer':
        layers.splice(at(op.id), 1);
        break;
      case 'moveLayer': {
        const [layer] = layers.splice(at(op.id), 1);
        if (layer) put(layer, op.before);
        break;
      }
      case 'setPaint':
        set(op.id, 'paint', op.name, op.value);
        break;
      case 'setLayout':
        set(op.id, 'layout', op.name, op.value);
        break;
      case 'setFilter':
        if (op.filter === undefined) delete layers[at(op.id)]?.filter;
        else Object.assign(layers[at(op.id)] as object, { filter: op.filter });
        break;
      case 'setZooms':
        Object.assign(layers[at(op.id)] as object, { minzoom: op.min, maxzoom: op.max });
        break;
    }
  return { ...style, 'font-faces': faces, sources: Object.fromEntries(sources), layers } as StyleSpecification;
};

const anyLayer = fc.integer({ min: 1, max: 7 }).chain((id) =>
  fc
    .record({
      opacity: fc.constantFrom(1, 0.5, 0),
      visible: fc.boolean(),
      rev: fc.constantFrom(1, 2),
      zoom: fc.constantFrom(0, 8),
      type: fc.constantFrom(1, 2, 3),
      labelled: fc.boolean(),
    })
    .map(({ zoom, labelled, ...over }) =>
      createLayer(id, {
        ...over,
        scale: { min_zoom: zoom, max_zoom: 24 },
        labels: labelled
          ? { field: 'f', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 0, max_zoom: 24 }
          : null,
      }),
    ),
);
const anySnapshot = fc.record({
  base: fc.constantFrom<BaseMap>(OSM, WORLD, 'none'),
  layers: fc.uniqueArray(anyLayer, { selector: (l) => l.id, maxLength: 7 }),
  records: fc.array(
    fc.record({
      layer: fc.integer({ min: 1, max: 7 }),
      id: fc.integer({ min: 1, max: 3 }),
      geometry: fc.constantFrom<Geometry | null>(null, { type: 'Point', coordinates: [51, 35] }),
      value: fc.constant({}),
    }),
    { maxLength: 3 },
  ),
  selection: fc.option(fc.record({ layer: fc.integer({ min: 1, max: 7 }), ids: fc.constantFrom([1], [2, 3], []) })),
});

const plain = (style: StyleSpecification) => JSON.parse(JSON.stringify(style));

describe('diff', () => {
  it('always ends at the wanted style', () => {
    fc.assert(
      fc.property(anySnapshot, anySnapshot, fc.constantFrom('dark' as const, 'light' as const), (a, b, theme) => {
        const prev = compile(a, 'dark', 'fa');
        const next = compile(b, theme, 'en');
        const got = follow(prev, diff(prev, next));
        expect(plain(got).layers).toEqual(plain(next).layers);
        expect(plain(got).sources).toEqual(plain(next).sources);
      }),
      { numRuns: 300 },
    );
  });

  it('is empty for an equal style', () => {
    expect(diff(styleOf(), styleOf())).toEqual([]);
  });

  it('sets one property for one property', () => {
    const layers = [1, 2, 3, 4, 5].map((id) => createLayer(id, id === 3 ? { opacity: 0.4 } : {}));
    const ops = diff(styleOf(), styleOf({ layers }));
    expect(ops.map((op) => op.op)).toEqual(['setPaint', 'setPaint']);
    expect(ops.every((op) => 'id' in op && op.id.startsWith('layer:3:'))).toBe(true);
  });

  it('moves one layer for one layer moved', () => {
    const order = [5, 1, 2, 3, 4].map((id) => createLayer(id));
    const moved = diff(styleOf(), styleOf({ layers: order }));
    expect(moved.every((op) => op.op === 'moveLayer' && op.id.startsWith('layer:5:'))).toBe(true);
  });

  it('changes the base without touching a user source', () => {
    const ops = diff(styleOf(), styleOf({ base: WORLD }));
    const touched = ops.filter((op) => 'id' in op && op.op.endsWith('Source')).map((op) => ('id' in op ? op.id : ''));
    expect(touched.sort()).toEqual(['base-raster', 'base-vector']);
    expect(ops.some((op) => op.op === 'moveLayer')).toBe(false);
  });

  it('loads other tiles in place', () => {
    const layers = [1, 2, 3, 4, 5].map((id) => createLayer(id, id === 2 ? { rev: 9 } : {}));
    expect(diff(styleOf(), styleOf({ layers })).map((op) => op.op)).toEqual(['setTiles']);
  });
});
