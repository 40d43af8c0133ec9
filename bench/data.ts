// The data of every benchmark, the same in each run: points as they lie in a country, polygons as a land register has them.

import type { NewRecordData } from '../backend/seed/builders';
import type { Geometry } from '../contract/schemas/common';
import type { Field } from '../contract/schemas/form';
import { random as generator } from '../testing/random';

const WEST = 44;
const EAST = 63.5;
const SOUTH = 25;
const NORTH = 39.8;
/** The box that all records lie in, in degrees. */
export const COUNTRY = { west: WEST, south: SOUTH, east: EAST, north: NORTH };
const CITIES = 40;
/** Spread of a city in degrees. */
const SPREAD = 0.15;

const text = (name: string, label: string): Field => ({ name, label, type: 'text' });

export const FORM: Field[] = [
  text('name', 'نام'),
  text('kind', 'نوع'),
  text('state', 'وضعیت'),
  text('owner', 'مالک'),
  text('address', 'نشانی'),
  { name: 'amount', label: 'مقدار', type: 'decimal' },
  { name: 'code', label: 'کد', type: 'integer' },
  { name: 'visited', label: 'تاریخ بازدید', type: 'date' },
];

/** The attributes that a style would need: what tiles carry here, of the product and of its peers. */
export const COLUMNS = ['kind', 'state'] as const;

const KINDS = ['چاه', 'چشمه', 'قنات', 'مدرسه', 'درمانگاه', 'ایستگاه', 'کارگاه', 'باغ'];
const STATES = ['فعال', 'غیرفعال', 'در دست ساخت', 'نامعلوم'];
const OWNERS = ['بخش خصوصی', 'شهرداری', 'وزارت نیرو', 'سازمان آب', 'اوقاف'];
const STREETS = ['خیابان آزادی', 'بلوار کشاورز', 'خیابان امام', 'جاده قدیم', 'کوچه بهار'];
const one = <T>(random: () => number, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

const valuesOf = (random: () => number, i: number) => ({
  name: `عارضه شماره ${i}`,
  kind: one(random, KINDS),
  state: one(random, STATES),
  owner: one(random, OWNERS),
  address: `${one(random, STREETS)}، پلاک ${Math.floor(random() * 400)}`,
  amount: Math.round(random() * 1e7) / 100,
  code: Math.floor(random() * 1e6),
  visited: `20${10 + Math.floor(random() * 14)}-0${1 + Math.floor(random() * 9)}-${10 + Math.floor(random() * 18)}`,
});

/** The 40 cities round which half of all points lie. */
const cities = (): [number, number][] => {
  const random = generator(40);
  return Array.from({ length: CITIES }, () => [
    WEST + 1 + random() * (EAST - WEST - 2),
    SOUTH + 1 + random() * (NORTH - SOUTH - 2),
  ]);
};

const clamp = (v: number, low: number, high: number) => Math.min(high, Math.max(low, v));

/** A place: half of them anywhere in the country, half near a city. */
export function places(seed: number): () => [number, number] {
  const random = generator(seed);
  const near = cities();
  return () => {
    if (random() < 0.5) return [WEST + random() * (EAST - WEST), SOUTH + random() * (NORTH - SOUTH)];
    const [lon, lat] = one(random, near);
    const far = SPREAD * Math.sqrt(-2 * Math.log(1 - random()));
    const turn = 2 * Math.PI * random();
    return [clamp(lon + far * Math.cos(turn), WEST, EAST), clamp(lat + far * Math.sin(turn), SOUTH, NORTH)];
  };
}

/** The middle of the first city: where a view is as full as it gets. */
export const denseSpot = (): [number, number] => cities()[0] as [number, number];

/** `n` points with 8 Persian attributes. */
export function* points(n: number): Iterable<NewRecordData> {
  const random = generator(8);
  const place = places(1);
  for (let i = 0; i < n; i++) yield { geometry: { type: 'Point', coordinates: place() }, value: valuesOf(random, i) };
}

/** A ring round a place with 6 to 66 vertices; every fiftieth is large. */
function ring(random: () => number, [lon, lat]: [number, number]): number[][] {
  const vertices = 5 + Math.floor(random() ** 2 * 60);
  const radius = random() < 0.02 ? 0.05 : 0.001;
  const corner = (i: number) => {
    const turn = (2 * Math.PI * i) / vertices;
    const far = radius * (0.7 + 0.3 * random());
    return [Math.round((lon + far * Math.cos(turn)) * 1e7) / 1e7, Math.round((lat + far * Math.sin(turn)) * 1e7) / 1e7];
  };
  const corners = Array.from({ length: vertices }, (_, i) => corner(i));
  return [...corners, corners[0] as number[]];
}

/** `n` polygons with the same attributes. */
export function* polygons(n: number): Iterable<{ geometry: Geometry; value: Record<string, string | number> }> {
  const random = generator(9);
  const place = places(2);
  for (let i = 0; i < n; i++)
    yield { geometry: { type: 'Polygon', coordinates: [ring(random, place())] }, value: valuesOf(random, i) };
}
