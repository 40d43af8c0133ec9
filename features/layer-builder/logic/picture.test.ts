// The picture's window over places.
import { expect, it } from 'vitest';
import { MERCATOR_SIDE, toPicture, windowOf } from './picture';

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
