// The one writer: newest wins, nothing before the style stands, and a refused step ends in the right style all the same.
import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { createUpdater } from './updater';

const style = (width: number): StyleSpecification => ({
  version: 8,
  sources: {
    lines: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  },
  layers: [{ id: 'a', type: 'line', source: 'lines', paint: { 'line-width': width } }],
});

const createMap = (refuses = false) => {
  const calls: unknown[][] = [];
  const listeners = new Map<string, (event?: object) => void>();
  let loaded = true;
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
    };
  const fake = {
    on: (name: string, listener: (event?: object) => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
    setPaintProperty: (...args: unknown[]) => {
      if (refuses) throw new Error('no');
      note('setPaintProperty')(...args);
    },
    setStyle: note('setStyle'),
    setMissingStyleImageResolver: () => undefined,
    getSource: () => ({ setData: note('setData'), setTiles: note('setTiles') }),
    isSourceLoaded: () => loaded,
    refreshTiles: note('refreshTiles'),
    getBounds: () => ({ getWest: () => 50, getSouth: () => 34, getEast: () => 53, getNorth: () => 37 }),
    getZoom: () => 7,
  };
  return {
    map: fake as unknown as MapLibreMap,
    calls,
    fire: (name: string, event?: object) => listeners.get(name)?.(event),
    load: (now: boolean) => {
      loaded = now;
    },
  };
};
/** Frames that come when the test says so. */
const frames = () => {
  let waiting: (() => void)[] = [];
  return {
    soon: (work: () => void) => {
      waiting.push(work);
    },
    next: () => {
      const now = waiting;
      waiting = [];
      for (const work of now) work();
    },
  };
};
const never = () => {
  throw new Error('refused');
};

describe('the updater', () => {
  it('waits for the style, then applies only the newest', () => {
    const { map, calls, fire } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, style(1), never, soon);
    updater.show(style(2));
    next();
    expect(calls).toEqual([]);
    fire('style.load');
    updater.show(style(3));
    updater.show(style(4));
    next();
    expect(calls).toEqual([['setPaintProperty', 'a', 'line-width', 4]]);
    updater.show(style(4));
    next();
    expect(calls).toHaveLength(1);
  });

  it('keeps its hands off while the graphics card is away, and catches up', () => {
    const { map, calls, fire } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, style(1), never, soon);
    fire('style.load');
    fire('webglcontextlost');
    updater.show(style(2));
    next();
    expect(calls).toEqual([]);
    fire('style.load');
    next();
    expect(calls).toEqual([['setPaintProperty', 'a', 'line-width', 2]]);
  });

  it('carries data of its own through every style', () => {
    const { map, calls, fire } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, style(1), never, soon);
    fire('style.load');
    const data: GeoJSON.FeatureCollection = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } }],
    };
    updater.setData('lines', data);
    next();
    updater.show(style(2));
    next();
    expect(calls).toEqual([
      ['setData', data],
      ['setPaintProperty', 'a', 'line-width', 2],
    ]);
  });

  it('sets the style afresh when a step is refused', () => {
    const { map, calls, fire } = createMap(true);
    const { soon, next } = frames();
    const refused: unknown[] = [];
    const updater = createUpdater(map, style(1), (error) => refused.push(error), soon);
    fire('style.load');
    updater.show(style(2));
    next();
    expect(refused).toHaveLength(1);
    expect(calls).toEqual([['setStyle', style(2), { diff: false }]]);
  });

  const tiled = (width: number, address: string): StyleSpecification => ({
    ...style(width),
    sources: { lines: { type: 'vector', tiles: [address] } },
  });

  it('gives a source its new address alone, and goes on once the map has taken it up', () => {
    const { map, calls, fire } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, tiled(1, 'a'), never, soon);
    fire('style.load');
    updater.show(tiled(2, 'b'));
    next();
    updater.show(tiled(3, 'b'));
    next();
    expect(calls).toEqual([['setTiles', ['b']]]);
    fire('sourcedata', { sourceId: 'lines', sourceDataType: 'content' });
    next();
    expect(calls.slice(1)).toEqual([['setPaintProperty', 'a', 'line-width', 3]]);
  });

  it('asks for tiles again where some were on their way from the old address, once they have come', () => {
    const { map, calls, fire, load } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, tiled(1, 'a'), never, soon);
    fire('style.load');
    load(false);
    updater.show(tiled(1, 'b'));
    next();
    fire('sourcedata', { sourceId: 'lines', sourceDataType: 'content' });
    expect(calls).toEqual([['setTiles', ['b']]]);
    load(true);
    fire('sourcedata', { sourceId: 'lines' });
    fire('sourcedata', { sourceId: 'lines' });
    expect(calls.slice(1)).toEqual([['refreshTiles', 'lines']]);
  });

  it('refreshes tiles at once, or after the changes that are to be drawn: until then the map would not hear of it', () => {
    const { map, calls, fire } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, tiled(1, 'a'), never, soon);
    fire('style.load');
    updater.refresh(['lines']);
    expect(calls).toEqual([['refreshTiles', 'lines']]);
    updater.show(tiled(2, 'a'));
    next();
    updater.refresh(['lines']);
    expect(calls).toHaveLength(2);
    fire('render');
    expect(calls.slice(2)).toEqual([['refreshTiles', 'lines']]);
  });

  it('asks for the tiles alone that boxes in sight meet, and for the rest once the view moves', () => {
    const { map, calls, fire } = createMap();
    const { soon } = frames();
    const updater = createUpdater(map, tiled(1, 'a'), never, soon);
    fire('style.load');
    updater.refresh(['lines'], [[51.4, 35.7, 51.4, 35.7]]);
    const [, source, tiles] = calls[0] as [string, string, { z: number; x: number; y: number }[]];
    expect(source).toBe('lines');
    // Tehran, as every map of the world has it.
    expect(tiles).toContainEqual({ z: 7, x: 82, y: 50 });
    expect(tiles.filter(({ z }) => z === 7)).toHaveLength(1);
    updater.refresh(['lines'], [[10, 10, 10, 10]]);
    expect(calls.slice(1).flatMap(([, , ids]) => (ids as { z: number }[]).filter(({ z }) => z > 4))).toEqual([]);
    const before = calls.length;
    fire('moveend');
    expect(calls.slice(before)).toEqual([['refreshTiles', 'lines']]);
    fire('moveend');
    expect(calls).toHaveLength(before + 1);
    updater.refresh(['lines'], [[-170, -80, 170, 80], [51, 35, 51, 35]]); // biome-ignore format: two boxes
    expect(calls.at(-1)).toHaveLength(3);
  });

  it('does nothing any more once stopped', () => {
    const { map, calls, fire } = createMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, style(1), never, soon);
    fire('style.load');
    updater.show(style(2));
    updater.stop();
    next();
    expect(calls).toEqual([]);
  });
});
