// What is kept of an unfinished drawing: written while one draws, gone when it is saved or given up, kept when the map goes away.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropText, keepText, keptKeys, keptText } from '@/lib/state/kept-texts';
import { NO_SKETCH, useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { readSketchDraft, SKETCH_DRAFTS, type SketchDraft, sketchDrafts, storeSketches } from './draft';

const createDraft = (over: Partial<SketchDraft> = {}): SketchDraft => ({
  layer: 3,
  shape: 'polygon',
  set: [
    [51, 35],
    [52, 35],
  ],
  via: [[[51.5, 35.2]]],
  done: null,
  at: new Date().toISOString(),
  ...over,
});
const phase = (state: unknown) => useTool.setState({ active: 'draw', states: new Map([['draw', state]]) });
const stored = () => sketchDrafts().map(({ draft }) => draft);
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  for (const key of keptKeys('')) dropText(key);
  useSketch.setState(NO_SKETCH);
  phase({ phase: 'sketching', layer: 3, shape: 'polygon' });
  stop = storeSketches();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads what it wrote, and nothing that is broken', () => {
  expect(readSketchDraft(JSON.stringify(createDraft()))).toEqual(createDraft({ at: expect.any(String) as string }));
  for (const text of [null, '', '{', '[]', JSON.stringify({ layer: 3 })]) expect(readSketchDraft(text)).toBeNull();
  for (const broken of [
    { set: [] },
    { set: [['a', 1]] },
    { shape: 'lasso' },
    { done: { type: 'Polygon' } },
    { via: [1] },
  ])
    expect(readSketchDraft(JSON.stringify({ ...createDraft(), ...broken }))).toBeNull();
});

it('keeps each vertex while one draws, under one name', () => {
  useSketch.setState({ mode: 'draw', set: [[51, 35]] });
  vi.advanceTimersByTime(400);
  expect(stored()).toMatchObject([{ layer: 3, set: [[51, 35]], done: null }]);
  useSketch.setState({ set: [[51, 35], [52, 35]], via: [[[51.5, 35]]] }); // biome-ignore format: two vertices
  vi.advanceTimersByTime(400);
  expect(stored()).toMatchObject([{ set: [[51, 35], [52, 35]], via: [[[51.5, 35]]] }]); // biome-ignore format: two vertices
});

it('keeps a finished shape until its form is saved', () => {
  const geometry = { type: 'Point' as const, coordinates: [51, 35] };
  phase({ phase: 'held', layer: 3, shape: 'point' });
  useSketch.setState({ mode: 'edit', geometry });
  vi.advanceTimersByTime(400);
  expect(stored()).toMatchObject([{ done: geometry }]);
  phase({ phase: 'sketching', layer: 3, shape: 'point' });
  useSketch.setState({ ...NO_SKETCH, mode: 'draw' });
  vi.advanceTimersByTime(400);
  expect(stored()).toEqual([]);
});

it('forgets a saved shape also while the next sketch has not begun', () => {
  const geometry = { type: 'Point' as const, coordinates: [51, 35] };
  phase({ phase: 'held', layer: 3, shape: 'point' });
  useSketch.setState({ mode: 'edit', geometry });
  vi.advanceTimersByTime(400);
  phase({ phase: 'sketching', layer: 3, shape: 'point' });
  vi.advanceTimersByTime(100);
  expect(stored()).toEqual([]);
  useSketch.setState(NO_SKETCH);
  vi.advanceTimersByTime(1000);
  expect(stored()).toEqual([]);
  useSketch.setState({ mode: 'draw', set: [[52, 36]] });
  vi.advanceTimersByTime(400);
  expect(stored()).toMatchObject([{ set: [[52, 36]], done: null }]);
});

it('keeps the vertices while the finished shape is on its way to its form, however long that takes', () => {
  const geometry = { type: 'LineString' as const, coordinates: [[51, 35], [52, 35]] }; // biome-ignore format: a line
  useSketch.setState({ mode: 'draw', set: geometry.coordinates });
  vi.advanceTimersByTime(400);
  useSketch.setState(NO_SKETCH);
  vi.advanceTimersByTime(1000);
  expect(stored()).toMatchObject([{ set: geometry.coordinates, done: null }]);
  phase({ phase: 'held', layer: 3, shape: 'line' });
  useSketch.setState({ mode: 'edit' });
  vi.advanceTimersByTime(1000);
  expect(stored()).toMatchObject([{ set: geometry.coordinates, done: null }]);
  useSketch.setState({ geometry });
  vi.advanceTimersByTime(400);
  expect(stored()).toMatchObject([{ set: [], done: geometry }]);
});

it('forgets what is given up, and not what the going map takes down', () => {
  useSketch.setState({ mode: 'draw', set: [[51, 35]] });
  vi.advanceTimersByTime(400);
  useTool.setState({ active: null });
  useSketch.setState(NO_SKETCH);
  vi.advanceTimersByTime(400);
  expect(stored()).toEqual([]);

  phase({ phase: 'sketching', layer: 3, shape: 'polygon' });
  useSketch.setState({ mode: 'draw', set: [[53, 35]] });
  useSketch.setState(NO_SKETCH);
  stop();
  expect(stored()).toMatchObject([{ set: [[53, 35]] }]);
});

it('leaves other tools alone', () => {
  useTool.setState({ active: 'measure' });
  useSketch.setState({ mode: 'draw', set: [[51, 35]] });
  vi.advanceTimersByTime(400);
  expect(stored()).toEqual([]);
});

it('offers the newest first, and throws away what is a month old or broken', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
  keepText(`${SKETCH_DRAFTS}a`, JSON.stringify(createDraft({ layer: 1, at: day(1) })));
  keepText(`${SKETCH_DRAFTS}b`, JSON.stringify(createDraft({ layer: 2, at: day(29) })));
  keepText(`${SKETCH_DRAFTS}c`, JSON.stringify(createDraft({ layer: 3, at: day(30) })));
  keepText(`${SKETCH_DRAFTS}d`, '{');
  expect(sketchDrafts(Date.UTC(2026, 1, 5)).map(({ draft }) => draft.layer)).toEqual([3, 2]);
  expect(keptText(`${SKETCH_DRAFTS}d`)).toBeNull();
});
