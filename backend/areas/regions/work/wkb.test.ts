import { expect, it } from 'vitest';
import { fromHexEwkb } from '../../../geo/import/ewkb';
import { toWkb } from './wkb';

const ring = [[50.1234567, 30], [51, 30], [51, -31.5], [50.1234567, 30]]; // biome-ignore format: a ring
const hole = [[50.5, 30], [50.6, 30], [50.6, 29], [50.5, 30]]; // biome-ignore format: a ring

it('polygons are read again as they were written, without heights', () => {
  const high = ring.map(([x = 0, y = 0]) => [x, y, 7]);
  for (const geometry of [
    { type: 'Polygon' as const, coordinates: [high, hole] },
    { type: 'MultiPolygon' as const, coordinates: [[ring, hole]] },
  ])
    expect(fromHexEwkb(toWkb(geometry).toString('hex'))).toEqual({ type: 'MultiPolygon', coordinates: [[ring, hole]] });
  const two = { type: 'MultiPolygon' as const, coordinates: [[ring], [hole]] };
  expect(fromHexEwkb(toWkb(two).toString('hex'))).toEqual(two);
});
