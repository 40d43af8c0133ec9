// Names of grid lines: at the frame, clear of what lies over the map, clear of each other.
import { describe, expect, it } from 'vitest';
import type { Pixel } from '../types';
import { degreeLines } from './graticule';
import { edges, spaceNames, uncovered, type WindowBox } from './grid-names';

describe('names at the edges', () => {
  it('leave each other room', () => {
    const names = [0, 20, 41, 41, 90].map((x, i) => ({ at: [x, i === 3 ? 50 : 0] as const, text: 'abcd' }));
    expect(spaceNames(names, ({ length }) => length * 10, 12).map(({ at }) => at)).toEqual([[0, 0], [41, 0], [41, 50], [90, 0]]); // biome-ignore format: four names
  });
  it('stand where the lines meet the frame, twice each', () => {
    const lines = degreeLines([50, 34, 54, 36]);
    const project = ([x, y]: readonly [number, number]) => [(x - 50) * 250, (36 - y) * 250] as const;
    const names = edges(lines, project, [1000, 500], [40, 20, 40, 20]);
    expect(names.filter(({ text }) => text === '51°E').map(({ at }) => at)).toEqual([
      [250, 480],
      [250, 20],
    ]);
    for (const { at } of names) expect(at[0] >= 40 && at[0] <= 960 && at[1] >= 20 && at[1] <= 480).toBe(true);
  });
  it('move along their line until nothing lies over them, and are left out where it never ends', () => {
    const boxOf = ([x, y]: Pixel): WindowBox => [x - 30, y - 18, x + 30, y - 4];
    const straight = { at: [100, 400] as Pixel, text: '51', inward: [[100, 400], [100, 300], [100, 0]] as Pixel[] }; // biome-ignore format: a line
    const place = (...covers: WindowBox[]) => uncovered([straight], covers, boxOf)[0]?.at;
    expect(place()).toEqual([100, 400]);
    // Beside it, and touching it.
    expect(place([131, 0, 200, 500])).toEqual([100, 400]);
    expect(place([0, 396, 70, 500], [0, 396, 300, 500])).toEqual([100, 400]);
    // Over it: the first place that is clear, a stride of four pixels after the other, over the bend at 300 too.
    expect(place([0, 380, 300, 400])).toEqual([100, 384]);
    expect(place([120, 300, 300, 400])).toEqual([100, 304]);
    expect(place([120, 290, 300, 400])).toEqual([100, 292]);
    // Up to the middle of the line, no further.
    expect(place([0, 196, 300, 400])).toEqual([100, 200]);
    expect(place([0, 195, 300, 400])).toBeUndefined();
    expect(uncovered([{ ...straight, inward: [] }], [], boxOf)).toEqual([]);
  });
});
