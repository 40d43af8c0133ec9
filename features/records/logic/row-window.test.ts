// The table's window over any number of rows, also where a browser cannot scroll that far.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bodyHeight,
  HEAD_ROW,
  isScaled,
  MAX_HEIGHT,
  maxTop,
  pagesOf,
  ROW,
  rowAfterKey,
  rowCount,
  rowsInView,
  scrollOf,
  TOUCH_ROW,
  topAfter,
  topForRow,
  topOf,
} from './row-window';

const measures = fc.record({
  rows: fc.integer({ min: 0, max: 20_000_000 }),
  view: fc.integer({ min: 100, max: 1200 }),
  row: fc.constantFrom(ROW, TOUCH_ROW),
});

describe('the window', () => {
  it('never asks the browser for more than it can', () => {
    fc.assert(fc.property(measures, (m) => bodyHeight(m) <= MAX_HEIGHT));
  });

  it('shows the first row at the top and the last at the bottom of the scrollbar', () => {
    fc.assert(
      fc.property(measures, (m) => {
        expect(topOf(m, 0)).toBe(0);
        const end = Math.max(0, bodyHeight(m) - m.view);
        expect(topOf(m, end)).toBeCloseTo(maxTop(m), 3);
        if (m.rows) expect(rowsInView(m, topOf(m, end)).to).toBe(m.rows);
      }),
    );
  });

  it('finds back to where a scroll position came from, within a pixel of the scrollbar', () => {
    fc.assert(
      fc.property(measures, fc.double({ min: 0, max: 1, noNaN: true }), (m, share) => {
        const top = share * maxTop(m);
        const pixel = isScaled(m) ? maxTop(m) / (MAX_HEIGHT - m.view) : 0.001;
        expect(Math.abs(topOf(m, scrollOf(m, top)) - top)).toBeLessThanOrEqual(pixel + 0.001);
      }),
    );
  });

  it('keeps room to go on in a scaled table unless the very end is reached', () => {
    const m = { rows: 10_000_000, view: 600, row: 32 };
    expect(scrollOf(m, 1)).toBe(1);
    expect(scrollOf(m, maxTop(m) - 1)).toBe(MAX_HEIGHT - m.view - 1);
    expect(scrollOf(m, maxTop(m))).toBe(MAX_HEIGHT - m.view);
  });

  it('goes short ways pixel by pixel and long ways by the scrollbar', () => {
    const m = { rows: 10_000_000, view: 600, row: 32 };
    const before = { top: 160_000_000, scroll: scrollOf(m, 160_000_000) };
    expect(topAfter(m, before, before.scroll + 40)).toBe(160_000_040);
    expect(topAfter(m, before, before.scroll + 5000)).toBe(topOf(m, before.scroll + 5000));
    expect(topAfter({ rows: 100, view: 600, row: 32 }, { top: 0, scroll: 0 }, 64)).toBe(64);
  });

  it('reads the pages that are in view', () => {
    expect(pagesOf({ from: 0, to: 100 })).toEqual([0]);
    expect(pagesOf({ from: 95, to: 130 })).toEqual([0, 1]);
    expect(pagesOf({ from: 0, to: 0 })).toEqual([0]);
  });

  it('brings a row into view by the shortest way', () => {
    const m = { rows: 1000, view: 320, row: 32 };
    expect(topForRow(m, 0, 5)).toBe(0);
    expect(topForRow(m, 0, 10)).toBe(32);
    expect(topForRow({ ...m, row: 44 }, 0, 7)).toBe(8 * 44 - 320);
    expect(topForRow(m, 3200, 50)).toBe(1600);
  });

  it('moves by keys and stays inside', () => {
    const m = { rows: 50, view: 320, row: 32 };
    expect(rowAfterKey('ArrowUp', 0, m)).toBe(HEAD_ROW);
    expect(rowAfterKey('ArrowUp', HEAD_ROW, m)).toBe(HEAD_ROW);
    expect(rowAfterKey('ArrowDown', HEAD_ROW, m)).toBe(0);
    expect(rowAfterKey('ArrowUp', 0, { rows: 0, view: 320, row: 32 })).toBe(HEAD_ROW);
    expect(rowAfterKey('PageDown', 0, m)).toBe(9);
    expect(rowAfterKey('PageDown', 0, { ...m, row: 44 })).toBe(6);
    expect(rowAfterKey('End', 0, m)).toBe(49);
    expect(rowAfterKey('a', 0, m)).toBeNull();
    expect(rowAfterKey('End', 0, { rows: 0, view: 320, row: 32 })).toBeNull();
  });
});

describe('a list that the server stopped counting', () => {
  it('is one page longer than what was read, until a page is short', () => {
    expect(rowCount(10_000, true, [{ page: 0, size: 100 }])).toBe(10_000);
    expect(rowCount(10_000, true, [{ page: 99, size: 100 }])).toBe(10_100);
    expect(
      rowCount(10_000, true, [
        { page: 99, size: 100 },
        { page: 100, size: 40 },
      ]),
    ).toBe(10_040);
    expect(rowCount(10_000, true, [{ page: 100, size: 0 }])).toBe(10_000);
  });

  it('is as long as it says where it was counted', () => expect(rowCount(7, false, [{ page: 0, size: 7 }])).toBe(7));
});
