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

const aMap = (refuses = false) => {
  const calls: unknown[][] = [];
  const listeners = new Map<string, () => void>();
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
    };
  const fake = {
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
    setPaintProperty: (...args: unknown[]) => {
      if (refuses) throw new Error('no');
      note('setPaintProperty')(...args);
    },
    setStyle: note('setStyle'),
    setMissingStyleImageResolver: () => undefined,
    getSource: () => ({ setData: note('setData') }),
  };
  return { map: fake as unknown as MapLibreMap, calls, fire: (name: string) => listeners.get(name)?.() };
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
    const { map, calls, fire } = aMap();
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
    const { map, calls, fire } = aMap();
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
    const { map, calls, fire } = aMap();
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
    const { map, calls, fire } = aMap(true);
    const { soon, next } = frames();
    const refused: unknown[] = [];
    const updater = createUpdater(map, style(1), (error) => refused.push(error), soon);
    fire('style.load');
    updater.show(style(2));
    next();
    expect(refused).toHaveLength(1);
    expect(calls).toEqual([['setStyle', style(2), { diff: false }]]);
  });

  it('does nothing any more once stopped', () => {
    const { map, calls, fire } = aMap();
    const { soon, next } = frames();
    const updater = createUpdater(map, style(1), never, soon);
    fire('style.load');
    updater.show(style(2));
    updater.stop();
    next();
    expect(calls).toEqual([]);
  });
});
