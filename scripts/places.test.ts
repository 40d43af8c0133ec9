// The places that the search finds: towns of Iran stand where they are, and the file stays small.
import { beforeAll, expect, it } from 'vitest';
import demo from '../backend/seed/iran.json' with { type: 'json' };
import { findPlaces, type Place, placeExtent, readPlaces } from '../features/home/logic/places';
import { makeAtlas } from './base-map/atlas.mjs';
import { names } from './base-map/demo-data.mjs';
import { places, type Town, towns } from './places.mjs';

/** Of each province the capital: longitude and latitude in degrees. */
const CAPITALS: Record<string, [number, number]> = {
  تبریز: [46.29, 38.08],
  ارومیه: [45.07, 37.55],
  اردبیل: [48.29, 38.25],
  اصفهان: [51.67, 32.65],
  کرج: [50.99, 35.83],
  ایلام: [46.42, 33.64],
  بوشهر: [50.84, 28.97],
  تهران: [51.39, 35.69],
  شهرکرد: [50.86, 32.33],
  بیرجند: [59.22, 32.87],
  مشهد: [59.6, 36.3],
  بجنورد: [57.33, 37.47],
  اهواز: [48.67, 31.32],
  زنجان: [48.48, 36.67],
  سمنان: [53.39, 35.57],
  زاهدان: [60.86, 29.5],
  شیراز: [52.53, 29.6],
  قزوین: [50.0, 36.28],
  قم: [50.88, 34.64],
  سنندج: [46.99, 35.31],
  کرمان: [57.08, 30.28],
  کرمانشاه: [47.07, 34.31],
  یاسوج: [51.59, 30.67],
  گرگان: [54.43, 36.84],
  رشت: [49.58, 37.28],
  'خرم آباد': [48.36, 33.49],
  ساری: [53.06, 36.56],
  اراک: [49.69, 34.09],
  بندرعباس: [56.28, 27.18],
  همدان: [48.52, 34.8],
  یزد: [54.37, 31.9],
};
/** West, south, east and north of the country. */
const IRAN = [44, 25, 63.4, 39.8] as const;

let iran: Town[];
let file: ReturnType<typeof places>;
let all: Place[];
beforeAll(() => {
  makeAtlas();
  iran = towns();
  file = places();
  all = readPlaces(JSON.parse(JSON.stringify(file)));
});
const findNames = (text: string, most = 5) => findPlaces(all, text, most).map(({ names }) => names[0] || names[1]);

it('puts the 31 capitals where they are, each in a province of its own', () => {
  const at = new Map(iran.filter(({ fa }) => fa in CAPITALS).map((town) => [town.fa, town]));
  expect([...at.keys()].sort()).toEqual(Object.keys(CAPITALS).sort());
  const far = [...at].filter(([fa, { town }]) =>
    town.loc.coordinates.some((degrees, i) => Math.abs(degrees - (CAPITALS[fa]?.[i] ?? 0)) > 0.1),
  );
  expect(far).toEqual([]);
  expect(new Set([...at.values()].map(({ province }) => province)).size).toBe(31);
});

it('has hundreds of towns, none outside the country, and no place twice', () => {
  expect(iran.length).toBeGreaterThan(370);
  const outside = iran.filter(({ town: { loc } }) => {
    const [x, y] = loc.coordinates;
    return x < IRAN[0] || y < IRAN[1] || x > IRAN[2] || y > IRAN[3];
  });
  expect(outside).toEqual([]);
  expect(new Set(iran.map(({ town }) => town)).size).toBe(iran.length);
  expect(new Set(iran.map(({ fa, province }) => `${fa} ${province}`)).size).toBe(iran.length);
});

it('writes what the page reads, in less than 120 kB', () => {
  expect(JSON.stringify(file).length).toBeLessThan(120_000);
  expect(Buffer.byteLength(JSON.stringify(file))).toBeLessThan(120_000);
  expect(file.areas.every((names) => names.every((name) => name !== ''))).toBe(true);
  expect(file.places.every(([fa, en]) => fa !== '' || en !== '')).toBe(true);
});

it('finds towns in either script, however they are written, and countries', () => {
  expect(findNames('اراك')[0]).toBe('اراک');
  expect(findNames('خرم‌آباد')[0]).toBe('خرم آباد');
  expect(findNames('خرماباد')[0]).toBe('خرم آباد');
  expect(findNames('مهاباد')[0]).toBe('مهاباد');
  expect(findNames('قایم شهر')[0]).toBe('قائم شهر');
  expect(findNames('shiraz')[0]).toBe('شیراز');
  expect(findNames('Sao Paulo')).toEqual(['São Paulo']);
  expect(findNames('افغان')[0]).toBe('افغانستان');
  expect(findNames('Germany')[0]).toBe('آلمان');
  expect(findNames('سردشت هرمزگان')).toEqual(['سردشت']);
});

it('shows a place in a box that fits it', () => {
  const width = (text: string) => {
    const place = findPlaces(all, text, 1)[0] as Place;
    const [w, , e] = placeExtent(place);
    return e - w;
  };
  expect(width('ایران')).toBeGreaterThan(12);
  expect(width('تهران')).toBeCloseTo(0.46, 1);
  expect(width('خارک')).toBeLessThan(0.06);
});

it('the demo has the names that its script writes', () => {
  expect(demo.names).toEqual(names());
});
