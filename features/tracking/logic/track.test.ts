// A track against a truth that was made by hand, and its distances against GeographicLib.
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import type { ReplayPoint } from '@/contract/schemas/tracking';
import { distance } from './geodesy';
import { linesOf, nearestTime, placeAt, readTrack, spanOf, stopBeside } from './track';

const earth = geodesic.Geodesic.WGS84;
const T = 1_700_000_000;
const [LON, LAT] = [51.4, 35.7];
/** Degrees of a hundred metres to the east there, by GeographicLib: 0.001° are 90.50393869855705 m. */
const EAST = 0.1 / 90.50393869855705;
const at = (
  minute: number,
  metres: number,
  more: { accuracy?: number; speed?: number; north?: number } = {},
): ReplayPoint => [
  T + minute * 60,
  LON + (metres / 100) * EAST,
  LAT + (more.north ?? 0) / 110_953,
  more.accuracy ?? 5,
  more.speed ?? null,
];

/**
 * A round by hand: 10 minutes on the way at 6 km/h (1,000 m), 8 minutes standing with some metres of jitter, 5 minutes at 12 km/h
 * (1,000 m), 15 minutes off while 3 km were gone, 4 minutes at 6 km/h (400 m).
 */
const ROUND: ReplayPoint[] = [
  ...Array.from({ length: 11 }, (_, i) => at(i, i * 100)),
  ...Array.from({ length: 8 }, (_, i) => at(11 + i, 1000, { north: i % 2 ? 8 : -8 })),
  ...Array.from({ length: 5 }, (_, i) => at(19 + i, 1000 + (i + 1) * 200)),
  ...Array.from({ length: 5 }, (_, i) => at(38 + i, 5000 + i * 100)),
];

describe('distances', () => {
  it.each([
    // GeographicLib's Inverse, WGS84, written down.
    [51.4, 35.7, 51.401, 35.7, 90.50393869855705],
    [51.4, 35.7, 51.4, 35.701, 110.9534584247062],
    [51.4, 35.7, 51.415, 35.71, 1753.2271275166213],
    [51.4, 35.7, 51.5, 35.8, 14314.887201073669],
    [56.2, 27.1, 56.2, 27.11, 1108.0517437792864],
    [46.1, 39.5, 46.105, 39.497, 543.9711715009608],
  ])('from %d %d to %d %d are those of GeographicLib', (lon1, lat1, lon2, lat2, metres) => {
    expect(Math.abs(distance(lon1, lat1, lon2, lat2) / metres - 1)).toBeLessThan(1e-6);
  });

  it('are those of GeographicLib wherever a track may lie', () =>
    fc.assert(
      fc.property(
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: -0.02, max: 0.02, noNaN: true }),
        fc.double({ min: -0.02, max: 0.02, noNaN: true }),
        (lat, dLon, dLat) => {
          const { s12 = 0 } = earth.Inverse(lat, 50, lat + dLat, 50 + dLon);
          expect(Math.abs(distance(50, lat, 50 + dLon, lat + dLat) - s12)).toBeLessThan(1e-3 + s12 * 1e-6);
        },
      ),
    ));
});

describe('a round made by hand', () => {
  const track = readTrack(ROUND);

  it('has its stop, its gap and its way, without the jitter and the gap in it', () => {
    expect(track.stops.map(({ from, to }) => [(from - T) / 60, (to - T) / 60])).toEqual([[10, 18]]);
    expect(distance(track.stops[0]?.lon ?? 0, track.stops[0]?.lat ?? 0, LON + 10 * EAST, LAT)).toBeLessThan(3);
    expect(track.gaps.map(({ from, to }) => [(from - T) / 60, (to - T) / 60])).toEqual([[23, 38]]);
    // 1,000 m there, 1,000 m on (from the last, jittering place of the stop) and 400 m after the gap.
    expect(Math.abs(track.distance - 2400)).toBeLessThan(2);
    expect([track.moving, track.stopped]).toEqual([(10 + 5 + 4) * 60, 8 * 60]);
    expect(track.average).toBeCloseTo((2400 / (19 * 60)) * 3.6, 1);
    expect(track.max).toBeCloseTo(12, 1);
    expect([track.vague, track.flagged]).toEqual([0, 0]);
    expect(spanOf([track])).toEqual({ from: T, to: T + 42 * 60 });
  });

  it('measures as far as GeographicLib does along its runs', () => {
    const sum = (from: number, to: number) => {
      let metres = 0;
      for (let i = from + 1; i <= to; i++) {
        const [a, b] = [ROUND[i - 1] as ReplayPoint, ROUND[i] as ReplayPoint];
        metres += earth.Inverse(a[2], a[1], b[2], b[1]).s12 ?? 0;
      }
      return metres;
    };
    expect(track.distance).toBeCloseTo(sum(0, 10) + sum(18, 23) + sum(24, 28), 2);
  });

  it('is drawn without a line over the gap, which is dashed', () => {
    const { solid, dashed } = linesOf(track);
    expect(solid.map(({ coordinates }) => coordinates.length)).toEqual([24, 5]);
    expect(dashed.map(({ coordinates }) => coordinates.length)).toEqual([2]);
  });

  it('says where somebody was, and that it is not known in the gap', () => {
    const half = placeAt(track, T + 30);
    expect(distance(half?.lon ?? 0, half?.lat ?? 0, LON + EAST / 2, LAT)).toBeLessThan(0.01);
    expect(placeAt(track, T + 30 * 60)).toMatchObject({ isUnknown: true, lon: track.places[23]?.lon });
    expect(placeAt(track, T - 1)).toBeNull();
    expect(placeAt(track, T + 42 * 60)?.isUnknown).toBe(false);
    expect(placeAt(track, T + 43 * 60)?.isUnknown).toBe(true);
  });

  it('answers a press on the line with the moment there', () => {
    expect(nearestTime(track, [LON + EAST * 2.5, LAT + 0.0001])).toBeCloseTo(T + 150, 0);
    // In the gap nobody knows: its nearer end.
    expect(nearestTime(track, [LON + EAST * 22, LAT])).toBe(T + 23 * 60);
    expect(nearestTime(readTrack([]), [LON, LAT])).toBeNull();
  });

  it('goes from stop to stop', () => {
    expect(stopBeside([track], T, 1)).toBe(T + 600);
    expect(stopBeside([track], T + 600, 1)).toBeNull();
    expect(stopBeside([track], T + 2000, -1)).toBe(T + 600);
  });
});

describe('what is odd in a track', () => {
  it('is told: vague places are left out, a leap is flagged and drawn dashed', () => {
    const track = readTrack([
      at(0, 0),
      at(1, 100),
      at(2, 50_000, { accuracy: 101 }),
      at(3, 300),
      at(4, 9000),
      at(5, 9100),
    ]);
    expect([track.vague, track.flagged, track.places.length]).toEqual([1, 1, 5]);
    expect(Math.abs(track.distance - 400)).toBeLessThan(1);
    expect(track.max).toBeLessThan(200);
    expect(linesOf(track).dashed).toHaveLength(1);
    expect(readTrack([at(0, 0, { accuracy: 100 })]).vague).toBe(0);
  });

  it('takes the speed that the device measured, and no moment twice', () => {
    const track = readTrack([at(0, 0), at(1, 100, { speed: 5 }), at(1, 900), at(2, 200)]);
    expect(track.places.map(({ speed }) => Math.round(speed))).toEqual([0, 18, 6]);
    expect(track.vague).toBe(0);
  });

  it('takes a stop by its rules: exactly five minutes and fifty metres, or others', () => {
    const standing = [0, 1, 2, 3, 4, 5].map((minute) => at(minute, minute * 9.9));
    expect(readTrack(standing).stops).toHaveLength(1);
    expect(readTrack(standing.slice(0, 5)).stops).toHaveLength(0);
    expect(readTrack(standing, { minutes: 6, metres: 50 }).stops).toHaveLength(0);
    expect(readTrack(standing, { minutes: 5, metres: 49 }).stops).toHaveLength(0);
    // Eleven minutes without a place: nobody knows whether they stood there.
    expect(readTrack([at(0, 0), at(11, 0)]).stops).toHaveLength(0);
    expect(readTrack([at(0, 0), at(10, 0)]).stops).toHaveLength(1);
  });

  it('survives a track of one place and of none', () => {
    expect(readTrack([])).toMatchObject({ distance: 0, average: null, max: null, stops: [], gaps: [], runs: [] });
    expect(readTrack([at(0, 0)])).toMatchObject({ distance: 0, average: null, runs: [{ first: 0, last: 0 }] });
  });
});
