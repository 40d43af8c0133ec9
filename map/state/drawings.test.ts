// The page's own list of drawings: acts and the way back, what the server must be told, what comes from it, and choosing.
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Drawing } from '@/contract/schemas/drawing';
import type { DrawingData } from '../geo/drawings';
import * as state from './drawings';
import * as sync from './drawings-sync';
import { useTool } from './tool';

const { useDrawings } = state;
const now = () => useDrawings.getState();
const point = (label: string, lng = 51): DrawingData => ({ type: 'point', geometry: { type: 'Point', coordinates: [lng, 35] }, label, style: {}, radius: null }); // biome-ignore format: one drawing
const labels = () => now().items.map(({ drawing }) => drawing.label);
const row = (id: number, label: string): Drawing => ({ id, ...point(label) });
const renamed = (label: string) => (d: DrawingData) => ({ ...d, label });
/** The server takes all that waits. */
const save = (first = 100) => {
  const { create, edit, remove } = sync.planOf(now());
  sync.storeSaved([
    ...create.map(({ key, drawing }, i) => ({ key, saved: { id: first + i, drawing } })),
    ...edit.map(({ key, id, drawing }) => ({ key, saved: { id, drawing } })),
    ...remove.map(({ key }) => ({ key, saved: null })),
  ]);
};
const waiting = () => {
  const { create, edit, remove } = sync.planOf(now());
  return [create.length, edit.length, remove.length];
};

beforeEach(() => useDrawings.setState(state.NO_DRAWINGS, true));

describe('acts on drawings', () => {
  it('are taken back and done again, each where it was', () => {
    const [a, b] = state.addDrawings([point('a'), point('b')]) as [number, number];
    state.changeDrawings([a], () => null);
    state.changeDrawings([b], renamed('B'));
    expect(labels()).toEqual(['B']);
    expect(useTool.getState().drawings).toBe(1);
    expect([state.undoDrawing(), state.undoDrawing()]).toEqual([true, true]);
    expect(labels()).toEqual(['a', 'b']);
    state.undoDrawing();
    expect([labels(), state.undoDrawing()]).toEqual([[], false]);
    while (state.redoDrawing());
    expect(labels()).toEqual(['B']);
  });
  it('of one hand are one, others are not', () => {
    const [a] = state.addDrawings([point('a')]) as [number];
    for (const [label, time] of [['1', 1000], ['2', 1500], ['3', 9000]] as const) // biome-ignore format: three acts
      state.changeDrawings([a], renamed(label), 'name', time);
    state.undoDrawing();
    expect(labels()).toEqual(['2']);
    state.undoDrawing();
    expect(labels()).toEqual(['a']);
    state.changeDrawings([a], (d) => d);
    expect(now().future.length).toBe(2);
  });
  it('of any order lead back to the beginning and to the end again', () => {
    const act = fc.record({ which: fc.nat(5), how: fc.constantFrom('add', 'drop', 'name') });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        useDrawings.setState(state.NO_DRAWINGS, true);
        state.addDrawings([point('a'), point('b'), point('c')]);
        save();
        const start = now().items;
        const steps = now().past.length;
        acts.forEach(({ which, how }, i) => {
          const key = now().items[which % Math.max(1, now().items.length)]?.key ?? 0;
          if (how === 'add') state.addDrawings([point(`n${i}`)]);
          else state.changeDrawings([key], how === 'drop' ? () => null : renamed(`m${i}`));
        });
        const end = now().items;
        while (now().past.length > steps) state.undoDrawing();
        expect(now().items).toEqual(start);
        expect(waiting()).toEqual([0, 0, 0]);
        while (state.redoDrawing());
        expect(now().items).toEqual(end);
      }),
    );
  });
});

describe('the server', () => {
  it('is told what it does not know, and nothing twice', () => {
    const [a, b] = state.addDrawings([point('a'), point('b')]) as [number, number];
    expect(waiting()).toEqual([2, 0, 0]);
    save();
    state.changeDrawings([a], renamed('A'));
    state.changeDrawings([b], () => null);
    expect(waiting()).toEqual([0, 1, 1]);
    save();
    expect(waiting()).toEqual([0, 0, 0]);
    state.undoDrawing();
    // What was deleted comes back as a new one.
    expect(waiting()).toEqual([1, 0, 0]);
    save(200);
    expect(sync.listSaved(now()).map(({ id }) => id)).toEqual([100, 200]);
  });
  it('is followed where it was changed there, and what was made of the same here stands beside it', () => {
    sync.receiveDrawings([row(1, 'a'), row(2, 'b'), row(3, 'c'), row(4, 'd')], 'me');
    const keys = now().items.map(({ key }) => key);
    state.changeDrawings([keys[1] as number], renamed('mine'));
    state.changeDrawings([keys[2] as number], () => null);
    state.addDrawings([point('new')]);
    expect(sync.receiveDrawings([row(1, 'A'), row(2, 'B'), row(3, 'c'), row(9, 'measured')], 'me')).toBe(1);
    expect(labels().sort()).toEqual(['A', 'B', 'measured', 'mine', 'new']);
    expect(waiting()).toEqual([2, 0, 1]);
    const same = now().items.map(({ drawing }) => drawing);
    sync.receiveDrawings([row(1, 'A'), row(2, 'B'), row(3, 'c'), row(9, 'measured')], 'me');
    expect(now().items.every(({ drawing }, i) => drawing === same[i])).toBe(true);
  });
  it('goes by the version where there is one: the same thing said otherwise is no change', () => {
    const versioned = (label: string, version: number) => ({ ...row(1, label), version });
    sync.receiveDrawings([versioned('a', 1)], 'me');
    const [key] = now().items.map((item) => item.key) as [number];
    state.changeDrawings([key], renamed('mine'));
    expect(sync.receiveDrawings([versioned('a ', 1)], 'me')).toBe(0);
    expect([labels(), waiting()]).toEqual([['mine'], [0, 1, 0]]);
    expect(sync.planOf(now()).edit[0]).toMatchObject({ id: 1, version: 1 });
    // Our own change, whose saving was not heard of.
    expect(sync.receiveDrawings([versioned('mine', 2)], 'me')).toBe(0);
    expect([labels(), waiting()]).toEqual([['mine'], [0, 0, 0]]);
  });
  it('brings what was changed here and vanished there as a new one', () => {
    sync.receiveDrawings([row(1, 'a')], 'me');
    state.changeDrawings([now().items[0]?.key as number], renamed('A'));
    sync.receiveDrawings([], 'me');
    expect([labels(), waiting()]).toEqual([['A'], [1, 0, 0]]);
  });
  it('never mixes two people', () => {
    sync.receiveDrawings([row(1, 'a')], 'me');
    state.addDrawings([point('secret')]);
    sync.receiveDrawings([row(5, 'x')], 'you');
    expect([labels(), waiting(), now().past]).toEqual([['x'], [0, 0, 0], []]);
  });
});

describe('choosing', () => {
  const keys = [5, 4, 3, 2, 1];
  const press = (selection: number[], key: number, add = false, through = false) =>
    [...state.selectPressed(new Set(selection), key, { add, through }, keys)].sort();
  it('takes one, several, a run, and lets go again', () => {
    expect(press([1, 2], 3)).toEqual([3]);
    expect(press([1], 3, true)).toEqual([1, 3]);
    expect(press([1, 3], 3, true)).toEqual([1]);
    expect(press([2], 4, false, true)).toEqual([2, 3, 4]);
    expect(press([1, 5], 3, true, true)).toEqual([1, 3, 4, 5]);
    expect(press([], 3, false, true)).toEqual([3]);
  });
  it('forgets what is gone', () => {
    const [a] = state.addDrawings([point('a'), point('b')]) as [number];
    useDrawings.setState({ selected: new Set([a]), hidden: new Set([a]) });
    state.changeDrawings([a], () => null);
    expect([now().selected.size, now().hidden.size]).toEqual([0, 0]);
  });
});
