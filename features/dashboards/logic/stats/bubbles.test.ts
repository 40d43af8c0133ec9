// Circles of numbers: their areas in the proportion of the numbers, and their places.
import { describe, expect, it } from 'vitest';
import { bubbleLegend, bubbleRadius, centreOf } from './bubbles';

const square = (x: number, y: number, size: number) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]; // biome-ignore format: a ring

describe('circles of numbers', () => {
  it('have areas in the proportion of the numbers', () => {
    const [whole, quarter] = [bubbleRadius(100, 100) ?? 0, bubbleRadius(25, 100) ?? 0];
    expect([whole, quarter]).toEqual([36, 18]);
    expect(whole ** 2 / quarter ** 2).toBe(4);
  });

  it('stay large enough to be pressed, and are none of nothing', () => {
    expect(bubbleRadius(1, 1_000_000)).toBe(3);
    expect([bubbleRadius(0, 5), bubbleRadius(-3, 5), bubbleRadius(-3, -1), bubbleRadius(0, 0)]).toEqual([null, null, null, null]); // biome-ignore format: one line
  });

  it('have a legend of the largest and round smaller ones', () => {
    expect(bubbleLegend([1, 1234, 50])).toEqual([1234, 300, 80]);
    expect(bubbleLegend([1])).toEqual([1, 0.3, 0.06]);
    expect(bubbleLegend([0, -4])).toEqual([]);
    expect(bubbleLegend([])).toEqual([]);
  });

  it('stand in the middle of the largest part', () => {
    expect(centreOf({ type: 'Polygon', coordinates: [square(50, 30, 2)] })).toEqual([51, 31]);
    const [x, y] = centreOf({ type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(10, 10, 4).reverse()]] }) ?? [0, 0]; // biome-ignore format: one line
    expect([x, y]).toEqual([12, 12]);
    expect(centreOf({ type: 'Point', coordinates: [1, 2] })).toBeNull();
    expect(centreOf({ type: 'Polygon', coordinates: [[[1, 1], [1, 1], [1, 1], [1, 1]]] })).toBeNull(); // biome-ignore format: one line
  });
});
