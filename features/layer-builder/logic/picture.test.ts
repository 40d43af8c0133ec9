// The picture's window over places.
import { expect, it } from 'vitest';
import { linesIn, MERCATOR_SIDE, toPicture, townsIn, windowOf } from './picture';

it('shows every place, Tehran where it is, and never less than a country', () => {
  expect(toPicture([0, 0])).toEqual([MERCATOR_SIDE / 2, MERCATOR_SIDE / 2]);
  const [x, y] = toPicture([51.389, 35.689]);
  expect([x, y]).toEqual([expect.closeTo(658.2, 1), expect.closeTo(403.2, 1)]);
  const one = windowOf([[x, y]]);
  expect(one.side).toBeCloseTo((MERCATOR_SIDE * 15) / 360, 6);
  expect([x - one.left, y - one.top]).toEqual([expect.closeTo(one.side / 2, 6), expect.closeTo(one.side * 0.3, 6)]);
  const places = [toPicture([-120, 60]), toPicture([150, -40]), [x, y] as const];
  const all = windowOf(places);
  for (const [px, py] of places) {
    expect(px > all.left && px < all.left + all.side).toBe(true);
    expect(py > all.top && py < all.top + all.side * 0.6).toBe(true);
  }
});

it('shows the lines and the largest towns of its window alone', () => {
  const window = windowOf([toPicture([51, 35])]);
  const near: [number, number][] = [
    [50, 35],
    [52, 36],
  ];
  const path = linesIn([near, [[-100, 40], [-90, 40]]], window); // biome-ignore format: one line each
  expect([path.match(/M/g)?.length, path.match(/L/g)?.length]).toEqual([1, 1]);
  const town = (en: string, lon: number, people: number) => ({ fa: '', en, lon, lat: 35, people });
  const towns = [town('small', 51.1, 10), town('large', 51, 9000), town('other', 54, 100), town('far', 120, 20_000)];
  expect(townsIn(towns, window).map(({ en }) => en)).toEqual(['large', 'other']);
});
