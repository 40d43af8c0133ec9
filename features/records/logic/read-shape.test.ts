import { expect, it } from 'vitest';
import { fitsKind, kindOf, readShape } from './read-shape';

const point = { type: 'Point', coordinates: [51.4, 35.7] };

it.each([
  ['WKT', 'POINT(51.4 35.7)', point],
  ['EWKT', 'SRID=4326;POINT (51.4 35.7)', point],
  ['a geometry', JSON.stringify(point), point],
  ['a feature', JSON.stringify({ type: 'Feature', properties: {}, geometry: point }), point],
  ['a collection', ` {"type":"FeatureCollection","features":[{"type":"Feature","geometry":${JSON.stringify(point)}}]}`, point], // biome-ignore format: one case
  ['another system', 'SRID=32639;POINT(500000 3900000)', null],
  ['nothing on the globe', 'POINT(500000 3900000)', null],
  ['an empty shape', 'POINT EMPTY', null],
  ['an empty collection', '{"type":"FeatureCollection","features":[]}', null],
  ['half an object', '{"type":"Point","coordin', null],
  ['a word', 'تهران', null],
])('reads %s', (_, text, shape) => expect(readShape(text)).toEqual(shape));

it('knows which shapes a layer takes', () => {
  expect([0, 1, 2, 3, 4].map((type) => kindOf({ type }))).toEqual([null, 'point', 'line', 'polygon', null]);
  const areas = { type: 'MultiPolygon' as const, coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] }; // biome-ignore format: one shape
  expect([fitsKind(areas as never, 'polygon'), fitsKind(areas as never, 'line')]).toEqual([true, false]);
});
