// Drawings that a job made: found by what is known of it, and taken back as one act, heard of or not.
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { Drawing } from '@/contract/schemas/drawing';
import { NO_DRAWINGS, undoDrawing, useDrawings } from '@/map/state/drawings';
import { planOf, receiveDrawings } from '@/map/state/drawings-sync';
import { findJobDrawings, removeJobDrawings, savedDrawingIds } from './job-drawings';

const client = new QueryClient();
const now = () => useDrawings.getState();
const drawing = (id: number, label: string): Drawing => ({ id, version: 1, type: 'point', geometry: { type: 'Point', coordinates: [51, 35] }, label, style: {}, radius: null }); // biome-ignore format: one drawing
const receive = (...list: [number, string][]) =>
  receiveDrawings(
    list.map(([id, label]) => drawing(id, label)),
    'me',
  );
const removed = () => planOf(now()).remove.map(({ id }) => id);

beforeEach(() => useDrawings.setState(NO_DRAWINGS));

it('what a job made is told by what was there before, by its name and its count', () => {
  receive([1, 'buffer'], [2, 'mine']);
  const before = savedDrawingIds();
  const idsSince = (count: number) => findJobDrawings(now().saved, { before, label: 'buffer', count });
  expect(idsSince(2)).toBeNull();
  receive([1, 'buffer'], [2, 'mine'], [3, 'buffer'], [4, 'other']);
  expect(idsSince(2)).toBeNull();
  receive([1, 'buffer'], [2, 'mine'], [3, 'buffer'], [4, 'other'], [5, 'buffer']);
  expect(idsSince(2)).toEqual([3, 5]);
  // Another window has drawn one of the same name: which of them the job made is not known.
  receive([1, 'buffer'], [3, 'buffer'], [5, 'buffer'], [6, 'buffer']);
  expect(idsSince(2)).toBeNull();
  expect(idsSince(0)).toBeNull();
});

it('is taken back as one act, which undo brings back; what the person has deleted himself is no hindrance', () => {
  receive([1, 'mine'], [2, 'a'], [3, 'b']);
  removeJobDrawings([2, 3], client);
  expect(now().items.map((item) => item.drawing.label)).toEqual(['mine']);
  expect(removed()).toEqual([2, 3]);
  undoDrawing();
  expect(now().items).toHaveLength(3);
  receive([1, 'mine'], [3, 'b']);
  removeJobDrawings([2, 3], client);
  expect(removed()).toEqual([3]);
});

it('what the page has not heard of is asked for, and goes when it comes', () => {
  receive([1, 'mine']);
  removeJobDrawings([7, 8], client);
  expect(now().items).toHaveLength(1);
  receive([1, 'mine'], [7, 'a'], [9, 'c']);
  expect(removed()).toEqual([7]);
  receive([1, 'mine'], [7, 'a'], [8, 'b'], [9, 'c']);
  expect(removed().sort()).toEqual([7, 8]);
  expect(now().items.map((item) => item.drawing.label)).toEqual(['mine', 'c']);
});
