// Scale on paper against the ellipsoid: distances that are known, measured on the sheet.
import * as fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { expect, test } from 'vitest';
import {
  cornersOf,
  extentOfPlace,
  MM_PER_INCH,
  type Place,
  paperBar,
  pixelsOf,
  projection,
  RESOLUTIONS,
  SCALES,
  scaleOf,
  sheetSize,
  zoomOf,
  zoomToFit,
} from './paper';

const BOX = { x: 10, y: 20, width: 277, height: 160 };
const metres = (a: readonly number[], b: readonly number[]): number =>
  geodesic.Geodesic.WGS84.Inverse(a[1] ?? 0, a[0] ?? 0, b[1] ?? 0, b[0] ?? 0).s12 ?? Number.NaN;
const lat = fc.double({ min: -70, max: 70, noNaN: true });
const lng = fc.double({ min: -179, max: 179, noNaN: true });
const bearing = fc.double({ min: -180, max: 180, noNaN: true });

test('a scale is true within half a percent, in every direction, wherever the sheet lies and however it is turned', () => {
  fc.assert(
    fc.property(
      lat,
      lng,
      bearing,
      fc.constantFrom(...SCALES.filter((n) => n <= 100_000)),
      bearing,
      (y, x, turn, scale, way) => {
        const place: Place = { center: [x, y], zoom: zoomOf(y, scale), bearing: turn };
        const { toEarth } = projection(place, BOX);
        const [mx, my] = [BOX.x + BOX.width / 2, BOX.y + BOX.height / 2];
        // Ten millimetres to each side of the middle.
        const [dx, dy] = [10 * Math.cos((way * Math.PI) / 180), 10 * Math.sin((way * Math.PI) / 180)];
        const ground = metres(toEarth([mx - dx, my - dy]), toEarth([mx + dx, my + dy]));
        expect(Math.abs(ground / (0.02 * scale) - 1)).toBeLessThan(0.005);
      },
    ),
    { numRuns: 1000 },
  );
});

test('the scale bar is as long on the ground as it says', () => {
  fc.assert(
    fc.property(lat, lng, fc.double({ min: 7, max: 19, noNaN: true }), (y, x, zoom) => {
      const { metres: said, mm } = paperBar(y, zoom, 60);
      const { toEarth } = projection({ center: [x, y], zoom, bearing: 0 }, BOX);
      const [mx, my] = [BOX.x + BOX.width / 2, BOX.y + BOX.height / 2];
      const ground = metres(toEarth([mx - mm / 2, my]), toEarth([mx + mm / 2, my]));
      expect(mm).toBeLessThanOrEqual(60);
      expect(mm).toBeGreaterThan(60 / 2.6);
      expect(Math.abs(ground / said - 1)).toBeLessThan(0.005);
    }),
  );
});

test('the scales and resolutions of the specification can all be drawn', () => {
  for (const scale of SCALES) expect(scaleOf(35, zoomOf(35, scale)) / scale).toBeCloseTo(1, 9);
  expect(sheetSize('A4', true)).toEqual([297, 210]);
  expect(sheetSize('A3', false)).toEqual([297, 420]);
  expect(pixelsOf(420, 400)).toBe(6614);
  expect(pixelsOf(297, 400)).toBe(4677);
  for (const dpi of RESOLUTIONS)
    expect(Math.abs(pixelsOf(297, dpi) - (297 * dpi) / MM_PER_INCH)).toBeLessThanOrEqual(0.5);
});

test('paper and earth are each other turned round', () => {
  fc.assert(
    fc.property(lat, lng, bearing, fc.double({ min: 3, max: 18, noNaN: true }), (y, x, turn, zoom) => {
      const { toEarth, toPaper } = projection({ center: [x, y], zoom, bearing: turn }, BOX);
      const [px, py] = toPaper(toEarth([30, 50]));
      expect(Math.hypot(px - 30, py - 50)).toBeLessThan(1e-3);
    }),
  );
});

test('the frame has its corners clockwise from the top left, and turns with the map', () => {
  const [a, b, , d] = cornersOf({ center: [51, 35], zoom: 10, bearing: 0 }, BOX);
  expect(a?.[0]).toBeLessThan(b?.[0] ?? 0);
  expect(a?.[1]).toBeCloseTo(b?.[1] ?? 0, 9);
  expect(a?.[1]).toBeGreaterThan(d?.[1] ?? 90);
  // Turned by a quarter clockwise, east is up: the left top corner lies in the north-east.
  const [e, f] = cornersOf({ center: [51, 35], zoom: 10, bearing: 90 }, BOX);
  expect(e?.[0]).toBeCloseTo(f?.[0] ?? 0, 9);
  expect(e?.[0]).toBeGreaterThan(51);
  expect(e?.[1]).toBeGreaterThan(f?.[1] ?? 90);
});

test('a place of an atlas lies within its page, whole', () => {
  fc.assert(
    fc.property(
      lng,
      lat,
      fc.double({ min: 0, max: 5, noNaN: true }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      (x, y, w, h) => {
        const extent = [x, y, x + w, y + h] as const;
        const [west, south, east, north] = extentOfPlace({ ...zoomToFit(extent, BOX), bearing: 0 }, BOX);
        expect(west).toBeLessThan(extent[0]);
        expect(south).toBeLessThan(extent[1]);
        expect(east).toBeGreaterThan(extent[2]);
        expect(north).toBeGreaterThan(extent[3]);
      },
    ),
  );
});
