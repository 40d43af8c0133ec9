// Which systems a file's numbers fit, checked with known places.
import { beforeAll, expect, it } from 'vitest';
import { type Converter, loadConverter } from '@/map';
import { CANDIDATES, isSwapped, placeIn, readCode, scoreCandidates } from './crs';

let convert: Converter;
beforeAll(async () => {
  convert = await loadConverter();
});

const of = (code: number) => {
  const candidate = CANDIDATES.find((one) => one.code === code);
  if (!candidate) throw new Error(`${code}`);
  return candidate;
};

it('puts Tehran where it is', () => {
  const place = placeIn(of(32639), 535_197.6, 3_949_669.3, convert);
  expect(place?.[0]).toBeCloseTo(51.389, 2);
  expect(place?.[1]).toBeCloseTo(35.689, 2);
  const web = placeIn(of(3857), 5_720_597, 4_257_976, convert);
  expect(web?.[0]).toBeCloseTo(51.389, 2);
  expect(web?.[1]).toBeCloseTo(35.689, 2);
});

it('knows the old net by its own datum', () => {
  // 200 metres apart: what is drawn says which one it is.
  const [wgs, ed] = [32639, 2059].map((code) => placeIn(of(code), 535_197.6, 3_949_669.3, convert));
  expect(((wgs?.[1] ?? 0) - (ed?.[1] ?? 0)) * 111_000).toBeGreaterThan(100);
  expect(placeIn(of(32639), 535_197.6, 3_949_669.3, null)).toBeNull();
});

it('names the zones of both nets rightly', () => {
  expect(CANDIDATES.filter(({ zone }) => zone === 39).map(({ code }) => code)).toEqual([32639, 2059]);
  expect(CANDIDATES.map(({ code }) => code)).toContain(2061);
  expect(new Set(CANDIDATES.map(({ code }) => code)).size).toBe(CANDIDATES.length);
});

it('offers degrees alone for numbers that are degrees', () => {
  const fitting = scoreCandidates([51, 35, 52, 36], convert).filter(({ fits }) => fits);
  expect(fitting.map(({ code }) => code)).toEqual([4326]);
});

it('offers the zones, and not degrees, for metres', () => {
  const all = scoreCandidates([500_000, 3_900_000, 560_000, 3_980_000], convert);
  const fitting = all.filter(({ fits }) => fits).map(({ code }) => code);
  expect(fitting).toEqual([32638, 32639, 32640, 32641, 2058, 2059, 2060, 2061]);
  expect(all.find(({ code }) => code === 4326)?.middle).toBeNull();
});

it('fits nothing to numbers of another place, or to none', () => {
  expect(scoreCandidates([2, 48, 3, 49], convert).some(({ fits }) => fits)).toBe(false);
  expect(scoreCandidates(null, convert).every(({ middle, fits }) => middle === null && !fits)).toBe(true);
});

it('reads a typed code in either script', () => {
  expect(readCode('32639')).toBe(32639);
  expect(readCode(' EPSG:4326 ')).toBe(4326);
  expect(readCode('\u06f3\u06f2\u06f6\u06f3\u06f9')).toBe(32639);
  expect(readCode('UTM 39')).toBeNull();
  expect(readCode('12')).toBeNull();
});

it('sees latitude before longitude', () => {
  expect(isSwapped([35, 51, 36, 52])).toBe(true);
  expect(isSwapped([51, 35, 52, 36])).toBe(false);
  expect(isSwapped([-74, 40, -73, 41])).toBe(false);
});
