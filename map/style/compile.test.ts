// The rules of a compiled style that no renderer is needed for.
import { featureFilter } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { ruleCondition } from '@/contract/look/expressions';
import {
  type Condition,
  LABEL_COLOURS,
  type Labels,
  type Mark,
  type RuleFilter,
  type Style,
} from '@/contract/schemas/style';
import { BANDS, bandsOf } from '../engine/bands';
import type { BaseMap, MapLayer, MapSnapshot } from '../types';
import { OSM, WORLD } from './base';
import { baseColours } from './base-colours';
import { compile, sourceOf } from './compile';
import { squaresOf } from './covers';
import { RECORDS_SOURCE } from './overlays';
import { PALETTE } from './palette';

const mark = (over: Partial<Mark> = {}): Mark => ({
  color: '#336699',
  opacity: 0.5,
  size: 4,
  stroke: '#ffffff',
  stroke_width: 1,
  ...over,
});
const createLayer = (id: number, over: Partial<MapLayer> = {}): MapLayer => ({
  id,
  type: 1,
  style: { kind: 'single', symbol: mark() },
  labels: { field: 'نام', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 6, max_zoom: 18 },
  visible: true,
  opacity: 1,
  scale: { min_zoom: 4, max_zoom: 24 },
  ...over,
});
const createSnapshot = (over: Partial<MapSnapshot> = {}): MapSnapshot => ({
  base: WORLD,
  layers: [createLayer(1), createLayer(2, { type: 2 }), createLayer(3, { type: 3 })],
  records: [
    { layer: 1, id: 7, geometry: { type: 'Point', coordinates: [51, 35] }, value: { نام: 'تازه' } },
    { layer: 1, id: 8, geometry: null, value: {} },
  ],
  selection: { layer: 1, ids: [7, 9] },
  ...over,
});
const full = () => compile(createSnapshot(), 'dark', 'fa');
const layerOf = (style: ReturnType<typeof compile>, id: string) => style.layers.find((l) => l.id === id);
const paintOf = (style: Style, name: string) => {
  const compiled = compile(
    createSnapshot({ layers: [createLayer(1, { style })], records: [], selection: null }),
    'dark',
    'fa',
  );
  const paint: Record<string, unknown> = { ...layerOf(compiled, 'layer:1:circle')?.paint };
  return paint[name];
};

describe('a compiled style', () => {
  it('asks for some days of one layer alone, and leaves fresh records to its tiles', () => {
    const of = (layers: MapLayer[]) => compile(createSnapshot({ layers, selection: null }), 'dark', 'fa');
    const addressOf = (style: ReturnType<typeof compile>, id: number) =>
      (style.sources[sourceOf(id)] as { tiles: string[] }).tiles[0] as string;
    const during = { of: 'f:نام, و', from: '2025-03-20', to: '2025-03-21' };
    const plain = of([createLayer(1), createLayer(2)]);
    const timed = of([createLayer(1, { during }), createLayer(2)]);
    expect(addressOf(timed, 2)).toBe(addressOf(plain, 2));
    const text = new URL(addressOf(timed, 1), 'http://a').searchParams.get('DURING') ?? '';
    expect(text.split(',').map(decodeURIComponent)).toEqual(['f:نام, و', '2025-03-20', '2025-03-21']);
    const versions = [plain, timed].map((style) => new URL(addressOf(style, 1), 'http://a').searchParams.get('V'));
    expect(versions[0]).not.toBe(versions[1]);
    expect(layerOf(plain, 'records:1:circle')).toBeTruthy();
    expect(layerOf(timed, 'records:1:circle')).toBeUndefined();
    expect(JSON.stringify(layerOf(plain, 'layer:1:circle'))).toContain('"filter"');
    expect(JSON.stringify(layerOf(timed, 'layer:1:circle'))).not.toContain('"filter"');
  });

  it('keeps the bands in order, each behind its anchor', () => {
    const style = full();
    const bands = [...bandsOf(style.layers).values()];
    const places = bands.map((band) => BANDS.indexOf(band));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(bands)).toEqual(new Set(BANDS));
  });

  it.each<BaseMap>([OSM, WORLD, 'none'])('names a source that exists in every layer, over %j', (base) => {
    const style = compile(createSnapshot({ base }), 'light', 'en');
    for (const layer of style.layers)
      if ('source' in layer) expect(Object.keys(style.sources)).toContain(String(layer.source));
  });

  it('has each id once, and only symbols among the labels', () => {
    const style = full();
    expect(new Set(style.layers.map((l) => l.id)).size).toBe(style.layers.length);
    const bands = bandsOf(style.layers);
    for (const { id, type } of style.layers)
      if (!id.startsWith('band:')) expect(type === 'symbol').toBe(bands.get(id) === 'labels');
  });

  it('draws the first layer on top', () => {
    const ids = full().layers.map((l) => l.id);
    expect(ids.indexOf('layer:1:circle')).toBeGreaterThan(ids.indexOf('layer:2:line'));
    expect(ids.indexOf('layer:2:line')).toBeGreaterThan(ids.indexOf('layer:3:outline'));
    expect(ids.indexOf('layer:3:outline')).toBeGreaterThan(ids.indexOf('layer:3:fill'));
  });

  it.each([4, 5, 6])('shows a layer of type %i as pictures, with its opacity and zooms, and without labels', (type) => {
    const style = compile(createSnapshot({ layers: [createLayer(7, { type, opacity: 0.5, scale: { min_zoom: 3, max_zoom: 20 } })] }), 'dark', 'fa'); // biome-ignore format: one call
    expect(style.sources['layer-7']).toMatchObject({ type: 'raster', tileSize: 256 });
    expect((style.sources['layer-7'] as { tiles: string[] }).tiles[0]).toContain('FORMAT=image%2Fpng');
    expect(style.layers.filter((l) => 'source' in l && l.source === 'layer-7')).toEqual([
      {
        id: 'layer:7:picture',
        type: 'raster',
        source: 'layer-7',
        minzoom: 3,
        maxzoom: 20,
        paint: { 'raster-opacity': 0.5 },
      },
    ]);
  });

  it('keeps a layer at rest with nothing drawn, not even its fresh records', () => {
    const style = compile(
      createSnapshot({ layers: [createLayer(1, { visible: false, cached: true })], selection: null }),
      'dark',
      'fa',
    );
    const own = style.layers.filter((l) => /^(?:layer|label):1/.test(l.id));
    expect(own.length).toBeGreaterThan(1);
    expect(own.every((l) => l.layout?.visibility === 'none')).toBe(true);
    expect(style.layers.filter((l) => /^(?:label:)?records:/.test(l.id))).toEqual([]);
    expect(style.sources[sourceOf(1)]).toBeDefined();
  });

  it.each([{ visible: false }, { opacity: 0 }, { type: 0 }])('leaves out a layer that is %o', (over) => {
    const style = compile(
      createSnapshot({ layers: [createLayer(1, over)], selection: { layer: 1, ids: [2] } }),
      'dark',
      'fa',
    );
    expect(style.sources[sourceOf(1)]).toBeUndefined();
    expect(style.layers.filter((l) => /(layer|label|records):/.test(l.id) && !l.id.startsWith('label:base-'))).toEqual([]); // biome-ignore format: one call
  });

  it('hides in the tiles what is drawn fresh', () => {
    const style = full();
    const tiles = layerOf(style, 'layer:1:circle');
    expect(JSON.stringify(tiles && 'filter' in tiles ? tiles.filter : null)).toContain('[7,8]');
    expect(layerOf(style, 'records:1:circle')).toMatchObject({ source: RECORDS_SOURCE });
    expect(style.sources[RECORDS_SOURCE]).toMatchObject({ data: { features: [{ id: 7 }] } });
  });

  it('marks selected records where they are drawn: old ones in the tiles, fresh ones among the records', () => {
    const style = full();
    const text = (id: string) => JSON.stringify(layerOf(style, id));
    expect(text('selection:tiles:circle')).toContain('[9]');
    expect(text('selection:fresh:circle')).toContain('[7]');
  });

  it('marks all of a layer before its ids are known: what its tiles hold but clusters, and what is fresh', () => {
    const marked = (records: MapSnapshot['records']) =>
      compile(createSnapshot({ records, selection: { layer: 1, ids: [], shapes: [], isWhole: true } }), 'dark', 'fa');
    const filterOf = (style: ReturnType<typeof compile>, id: string) => {
      const part = layerOf(style, id);
      return part && 'filter' in part ? featureFilter(part.filter as never, 'filter') : null;
    };
    const passes = (filter: ReturnType<typeof featureFilter> | null, id: number, properties = {}) =>
      filter?.filter({ zoom: 9 }, { type: 1, id, properties } as never);
    const tiles = filterOf(marked([]), 'selection:tiles:circle');
    expect(passes(tiles, 5)).toBe(true);
    expect(passes(tiles, 6, { __count: 12 })).toBe(false);
    const beside = marked([{ layer: 1, id: 7, geometry: { type: 'Point', coordinates: [0, 0] }, value: {} }]);
    expect(passes(filterOf(beside, 'selection:tiles:circle'), 5)).toBe(true);
    expect(passes(filterOf(beside, 'selection:tiles:circle'), 7)).toBe(false);
    expect(passes(filterOf(beside, 'selection:fresh:circle'), 7)).toBe(true);
    expect(passes(filterOf(beside, 'selection:fresh:circle'), 8)).toBe(false);
  });

  it('fills what is selected with no more than a breath, so that the map below stays itself', () => {
    const fills = full().layers.filter(({ id }) => /^selection:.*:fill$/.test(id));
    expect(fills.length).toBeGreaterThan(0);
    for (const { paint } of fills)
      expect((paint as { 'fill-opacity': number })['fill-opacity']).toBeLessThanOrEqual(0.08);
  });

  it('draws labels whose colours nobody chose in those of the theme, and chosen ones as chosen', () => {
    const colours = (labels: MapLayer['labels'], theme: 'dark' | 'light') => {
      const style = compile(createSnapshot({ layers: [createLayer(1, { labels })], records: [] }), theme, 'fa');
      const paint = layerOf(style, 'label:1')?.paint as Record<string, unknown>;
      return [paint['text-color'], paint['text-halo-color']];
    };
    const ownColours = createLayer(1).labels;
    for (const theme of ['dark', 'light'] as const) {
      const own = PALETTE[theme];
      expect(colours(ownColours && { ...ownColours, ...LABEL_COLOURS }, theme)).toEqual([
        own.label,
        baseColours(theme, false).halo,
      ]);
      expect(colours(ownColours, theme)).toEqual(['#000000', '#ffffff']);
    }
  });

  it('lets the ground name countries and provinces only where no layer names areas, and towns always', () => {
    const silent = compile(createSnapshot({ layers: [createLayer(3, { type: 3, labels: null })] }), 'dark', 'fa');
    for (const kind of ['country', 'province']) {
      expect(layerOf(full(), `label:base-${kind}-names`)).toBeUndefined();
      expect(layerOf(silent, `label:base-${kind}-names`)).toBeDefined();
    }
    expect(layerOf(full(), 'label:base-town-names')).toBeDefined();
  });

  it('labels records of larger values first where they lack room, and carries the values in the tiles', () => {
    const labels = { field: 'نام', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 0, max_zoom: 24 };
    const first = (priority: Labels['priority']) => {
      const layer = createLayer(1, { labels: priority ? { ...labels, priority } : labels });
      const style = compile(createSnapshot({ layers: [layer], records: [] }), 'dark', 'fa');
      return [(layerOf(style, 'label:1')?.layout as Record<string, unknown> | undefined)?.['symbol-sort-key'], JSON.stringify(style.sources[sourceOf(1)])]; // biome-ignore format: one pair
    };
    const value = (last: number) => ['to-number', ['get', 'pop'], last];
    const [plain, large, small] = [first(undefined), first({ field: 'pop', first: 'large' }), first({ field: 'pop', first: 'small' })]; // biome-ignore format: one line
    expect(large[0]).toEqual(['-', 0, value(-Number.MAX_SAFE_INTEGER)]);
    expect([plain[0], small[0]]).toEqual([undefined, value(Number.MAX_SAFE_INTEGER)]);
    expect(large[1]).not.toBe(plain[1]);
  });

  it('gives the room of what floats over the map away first', () => {
    expect(full().layers.at(-1)).toMatchObject({ id: 'covers', source: 'covers' });
  });

  it('covers a box of the window with squares and nothing beside it', () => {
    expect(squaresOf([10, 20, 50, 60])).toEqual([{ middle: [30, 40], half: 20 }]);
    for (const box of [
      [0, 0, 1440, 56],
      [20, 80, 380, 861],
      [5, 5, 46, 45],
    ] as const) {
      const [left, top, right, bottom] = box;
      const squares = squaresOf(box).map(({ middle: [x, y], half }) => [x - half, y - half, x + half, y + half]);
      const side = (i: number) => squares.map((square) => square[i] as number);
      expect([Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))]).toEqual([left, top, right, bottom]); // biome-ignore format: one row
      // Each begins before the one before it ends.
      for (const [i, [x = 0, y = 0]] of squares.slice(1).entries())
        expect([x <= (squares[i]?.[2] ?? 0), y <= (squares[i]?.[3] ?? 0)]).toEqual([true, true]);
    }
    expect(squaresOf([0, 0, 100, 4]).every(({ half }) => half === 8)).toBe(true);
  });

  it('keeps the scale of the layer, and for labels the narrower of both', () => {
    expect(layerOf(full(), 'layer:1:circle')).toMatchObject({ minzoom: 4, maxzoom: 24 });
    expect(layerOf(full(), 'label:1')).toMatchObject({ minzoom: 6, maxzoom: 18 });
    const apart = createLayer(1, { scale: { min_zoom: 20, max_zoom: 24 } });
    expect(layerOf(compile(createSnapshot({ layers: [apart] }), 'dark', 'fa'), 'label:1')).toBeUndefined();
  });

  it('asks for other tiles when other fields are drawn, and for the same ones when colours change', () => {
    const tiles = (layer: MapLayer) => {
      const source = compile(createSnapshot({ layers: [layer] }), 'dark', 'fa').sources[sourceOf(1)];
      return source?.type === 'vector' ? source.tiles?.[0] : undefined;
    };
    expect(tiles(createLayer(1))).toContain('/geoserver/');
    expect(tiles(createLayer(1, { style: { kind: 'single', symbol: mark({ color: '#ff0000' }) } }))).toBe(
      tiles(createLayer(1)),
    );
    expect(tiles(createLayer(1, { labels: null }))).not.toBe(tiles(createLayer(1)));
    expect(tiles(createLayer(1, { rev: 2 }))).not.toBe(tiles(createLayer(1)));
  });
});

describe('kinds that are more than one paint', () => {
  const rules: Style = {
    kind: 'rule',
    rules: [
      {
        label: 'شهر',
        filter: { match: 'all', conditions: [{ field: 'pop', op: '>=', value: 10 }, { field: 'نوع', op: 'contains', value: 'شهر' }] }, // biome-ignore format: one filter
        min_zoom: 6,
        max_zoom: 12,
        symbol: mark({ color: '#111111' }),
      },
      { label: 'همه', filter: null, min_zoom: 0, max_zoom: 3, symbol: mark({ color: '#222222' }) },
      { label: 'نزدیک', filter: null, min_zoom: 10, max_zoom: 24, symbol: mark({ color: '#333333' }) },
    ],
  };

  it('a rule draws by itself, within its zooms and those of the layer, later rules on top', () => {
    const style = compile(
      createSnapshot({ layers: [createLayer(1, { style: rules })], records: [], selection: null }),
      'dark',
      'fa',
    );
    expect(layerOf(style, 'layer:1:rule0:circle')).toMatchObject({ minzoom: 6, maxzoom: 12, paint: { 'circle-color': '#111111' } }); // biome-ignore format: one line
    expect(layerOf(style, 'layer:1:rule1:circle')).toBeUndefined();
    const ids = style.layers.map((l) => l.id);
    expect(ids.indexOf('layer:1:rule2:circle')).toBeGreaterThan(ids.indexOf('layer:1:rule0:circle'));
    expect(JSON.stringify(layerOf(style, 'layer:1:rule0:circle'))).toContain('شهر');
  });

  it('its filters take what the contract says they take', async () => {
    const { featureFilter } = await import('@maplibre/maplibre-gl-style-spec');
    const takes = (filter: RuleFilter, properties: Record<string, string | number | boolean>) =>
      featureFilter(ruleCondition(filter) as never, 'layers[0].filter').filter({ zoom: 5 }, {
        type: 1,
        properties,
      } as never);
    const one = (c: Condition, value?: string | number) =>
      takes({ match: 'all', conditions: [c] }, value === undefined ? {} : { f: value });
    const f = 'f';
    expect([one({ field: f, op: '=', value: 1 }, 1), one({ field: f, op: '=', value: 1 }, '1'), one({ field: f, op: '=', value: '1' }, 2)]).toEqual([true, true, false]); // biome-ignore format: one line
    expect([one({ field: f, op: '!=', value: 1 }, 2), one({ field: f, op: '!=', value: 1 })]).toEqual([true, false]);
    expect([one({ field: f, op: '>', value: 9 }, '10'), one({ field: f, op: '<', value: 9 }, 'متن'), one({ field: f, op: '<=', value: 9 })]).toEqual([true, false, false]); // biome-ignore format: one line
    expect([one({ field: f, op: 'contains', value: 'هر' }, 'شهر'), one({ field: f, op: 'contains', value: 'x' })]).toEqual([true, false]); // biome-ignore format: one line
    expect([one({ field: f, op: 'empty' }), one({ field: f, op: 'empty' }, ''), one({ field: f, op: 'not_empty' }, 0)]).toEqual([true, true, true]); // biome-ignore format: one line
    const both: Condition[] = [{ field: f, op: '=', value: 1 }, { field: 'g', op: 'empty' }]; // biome-ignore format: one line
    expect([takes({ match: 'any', conditions: both }, { g: 1, f: 1 }), takes({ match: 'all', conditions: both }, { g: 1, f: 1 })]).toEqual([true, false]); // biome-ignore format: one line
  });

  it('heat warms points; lines and fresh records draw the symbol of a cluster', () => {
    const heat: Style = { kind: 'heatmap', symbol: mark(), radius: 30, intensity: 2, weight: 'pop', ramp: ['#0000ff', '#ff0000'] }; // biome-ignore format: one style
    const style = compile(createSnapshot({ layers: [createLayer(1, { style: heat }), createLayer(2, { type: 2, style: heat })] }), 'dark', 'fa'); // biome-ignore format: one call
    expect(layerOf(style, 'layer:1:heat')).toMatchObject({ type: 'heatmap', paint: { 'heatmap-radius': 30 } });
    expect(layerOf(style, 'layer:2:line')).toBeDefined();
    const cluster: Style = { kind: 'cluster', symbol: mark({ color: '#abcdef' }), radius: 40 };
    expect(paintOf(cluster, 'circle-color')).toBe('#abcdef');
  });

  it('draws clusters as rings of the classes that are on, and single records by them', () => {
    const by = { field: 'k', categories: [{ value: 'a', label: '', symbol: mark({ color: '#aa0000' }) }, { value: 2, label: '', symbol: mark({ color: '#00bb00' }) }], other: mark({ color: '#999999' }) }; // biome-ignore format: one style
    const rings = (off: string[]) => {
      const style: Style = { kind: 'cluster', symbol: mark(), radius: 40, by };
      const { layers, sources } = compile(createSnapshot({ layers: [createLayer(1, { style, fields: ['k'], off: new Set(off) })] }), 'dark', 'fa'); // biome-ignore format: one call
      const ring = layers.find((l) => l.id.startsWith('layer:1:rings:'));
      return {
        image: ring?.type === 'symbol' ? (ring.layout?.['icon-image'] as unknown[]) : [],
        alone: { ...layers.find((l) => l.id === 'layer:1:circle')?.paint } as Record<string, unknown>,
        tiles: (sources[sourceOf(1)] as { tiles: string[] }).tiles[0],
        filter: JSON.stringify(ring && 'filter' in ring ? ring.filter : null),
      };
    };
    const all = rings([]);
    expect(all.image.filter((part) => typeof part === 'string')).toEqual(['concat', 'ring:#ffffff', ';#aa0000=', ';#00bb00=', ';#999999=']); // biome-ignore format: one list
    expect(all.alone['circle-color']).toEqual([
      'match',
      ['to-string', ['get', 'k']],
      'a',
      '#aa0000',
      '2',
      '#00bb00',
      '#999999',
    ]);
    expect(all.tiles).toContain('&CLUSTER=40&CLUSTER_BY=k');
    expect(rings(['is:a']).image).not.toContain(';#aa0000=');
    expect(rings(['is:a']).filter).toContain('["coalesce",["get","__of:2"],0]');
  });

  it('is a style that the renderer accepts', async () => {
    const { validateStyleMin } = await import('@maplibre/maplibre-gl-style-spec');
    const heat: Style = { kind: 'heatmap', symbol: mark(), radius: 30, intensity: 2, weight: null, ramp: ['#0000ff', '#00ff00', '#ff0000'] }; // biome-ignore format: one style
    const dashes: Style = { kind: 'single', symbol: mark({ dash: [4, 2], size_by_zoom: true, opacity_by_zoom: true }) };
    const labels = (placement: NonNullable<Labels['placement']>) => ({ field: 'f', size: 12, color: '#000000', halo: '#ffffff', halo_width: 0, min_zoom: 0, max_zoom: 24, placement, priority: { field: 'pop', first: 'large' as const } }); // biome-ignore format: one line
    const layers = [
      createLayer(1, { style: rules, labels: labels('above') }),
      createLayer(2, { style: heat, labels: labels('over') }),
      createLayer(9, { style: { kind: 'cluster', symbol: mark(), radius: 40, by: { field: 'k', categories: [{ value: 'a', label: '', symbol: mark() }], other: null } } }), // biome-ignore format: one layer
      createLayer(3, { type: 2, style: dashes, labels: labels('line') }),
      createLayer(4, { type: 3, style: rules, labels: labels('below') }),
      createLayer(5, { type: 3, style: dashes }),
      createLayer(6, { labels: labels('callout') }),
      createLayer(7, { labels: labels('auto') }),
    ];
    const { 'font-faces': _, ...style } = compile(createSnapshot({ layers }), 'dark', 'fa');
    expect(validateStyleMin(style as never).map((e) => e.message)).toEqual([]);
  });
});

describe('paint', () => {
  const categorised: Style = {
    kind: 'categorised',
    field: 'نوع',
    categories: [
      { value: 1, label: 'یک', symbol: mark({ color: '#111111' }) },
      { value: '1', label: 'باز یک', symbol: mark({ color: '#222222' }) },
      { value: true, label: 'آری', symbol: mark({ color: '#333333' }) },
    ],
    other: mark({ color: '#999999' }),
  };

  it('is a constant where all marks agree', () => {
    expect(paintOf(categorised, 'circle-radius')).toBe(4);
    expect(paintOf({ kind: 'single', symbol: mark() }, 'circle-color')).toBe('#336699');
  });

  it('names each category once, compared as text, the first of two equals winning', () => {
    expect(paintOf(categorised, 'circle-color')).toEqual([
      'match',
      ['to-string', ['get', 'نوع']],
      '1',
      '#111111',
      'true',
      '#333333',
      '#999999',
    ]);
  });

  it('leaves out what no category names when there is no other', () => {
    const style = compile(
      createSnapshot({ layers: [createLayer(1, { style: { ...categorised, other: null } })], records: [] }),
      'dark',
      'fa',
    );
    expect(layerOf(style, 'layer:1:circle')).toMatchObject({
      filter: ['match', ['to-string', ['get', 'نوع']], ['1', 'true'], true, false],
    });
  });

  it('draws nothing, and breaks nothing, with no category at all', () => {
    const empty: Style = { kind: 'categorised', field: 'a', categories: [], other: null };
    expect(paintOf(empty, 'circle-opacity')).toBe(0);
  });

  it('steps through classes in ascending order', () => {
    const graduated: Style = {
      kind: 'graduated',
      field: 'pop',
      classes: [
        { from: null, label: '', symbol: mark({ size: 1 }) },
        { from: 20, label: '', symbol: mark({ size: 3 }) },
        { from: 10, label: '', symbol: mark({ size: 2 }) },
        { from: 20, label: '', symbol: mark({ size: 9 }) },
      ],
    };
    const radius = paintOf(graduated, 'circle-radius') as unknown[];
    expect([radius[0], ...radius.slice(2)]).toEqual(['step', 1, 10, 2, 20, 3]);
  });

  it('grows and fades by zoom where a mark says so, by share of its own size', () => {
    const style: Style = {
      kind: 'categorised',
      field: 'a',
      categories: [{ value: 'x', label: '', symbol: mark({ size: 10, size_by_zoom: true, opacity_by_zoom: true }) }],
      other: mark({ size: 10 }),
    };
    const radius = paintOf(style, 'circle-radius') as unknown[];
    expect(radius.slice(0, 5)).toEqual(['interpolate', ['linear'], ['zoom'], 4, ['match', ['to-string', ['get', 'a']], 'x', 5.5, 10]]); // biome-ignore format: one line
    expect(radius.slice(7, 9)).toEqual([10, 10]);
    expect(JSON.stringify(paintOf(style, 'circle-opacity'))).toContain('"x",0.3,0.5');
  });

  it('follows two stops of size and opacity, each mark by its own', () => {
    const moving = mark({ size: 8, stroke_width: 2, opacity: 0.6, size_stops: [{ zoom: 6, value: 4 }, { zoom: 14, value: 14 }], opacity_stops: [{ zoom: 6, value: 1 }, { zoom: 14, value: 0.3 }] }); // biome-ignore format: one mark
    const single: Style = { kind: 'single', symbol: moving };
    expect(paintOf(single, 'circle-radius')).toEqual(['interpolate', ['linear'], ['zoom'], 6, 4, 14, 14]);
    expect(paintOf(single, 'circle-stroke-width')).toEqual(['interpolate', ['linear'], ['zoom'], 6, 1, 14, 3.5]);
    expect(paintOf(single, 'circle-opacity')).toEqual(['interpolate', ['linear'], ['zoom'], 6, 1, 14, 0.3]);
    const other = mark({ size_stops: [{ zoom: 10, value: 2 }, { zoom: 12, value: 6 }] }); // biome-ignore format: one mark
    const style: Style = {
      kind: 'categorised',
      field: 'a',
      categories: [{ value: 'x', label: '', symbol: moving }],
      other,
    };
    const at = (value: number, rest: number) => ['match', ['to-string', ['get', 'a']], 'x', value, rest];
    expect(paintOf(style, 'circle-radius')).toEqual(['interpolate', ['linear'], ['zoom'], 6, at(4, 2), 10, at(9, 2), 12, at(11.5, 6), 14, at(14, 6)]); // biome-ignore format: one line
  });

  it('multiplies the opacity of layer and mark', () => {
    const style = compile(createSnapshot({ layers: [createLayer(1, { opacity: 0.5 })] }), 'dark', 'fa');
    expect(layerOf(style, 'layer:1:circle')).toMatchObject({ paint: { 'circle-opacity': 0.25 } });
  });
});
