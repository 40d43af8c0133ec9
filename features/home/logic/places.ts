// Places by name, found without a network: what the file of places holds, and which of them fit what is typed. Pure.
import { z } from 'zod';
import { fold } from '@/contract/fold';

/** Persian and English; one of them may be empty. */
const Names = z.tuple([z.string(), z.string()]);
/** The file that scripts/places writes: names, number of the area (-1 for a country), longitude, latitude, rank. */
const PlacesFile = z.object({
  areas: z.array(Names),
  places: z.array(z.tuple([z.string(), z.string(), z.number(), z.number(), z.number(), z.number()])),
});
/** Areas that are provinces of Iran; countries follow. */
const PROVINCES = 31;

export interface Place {
  key: string;
  names: readonly [string, string];
  kind: 'town' | 'country';
  /** Of a town the province or the country that it lies in. */
  area: { names: readonly [string, string]; kind: 'province' | 'country' } | null;
  /** Longitude and latitude in degrees (WGS 84). */
  at: readonly [number, number];
  /** Of a town its inhabitants in thousands, of a country ten times its square degrees. */
  rank: number;
  /** The names as they are compared, of both languages. */
  sought: readonly Sought[];
}
interface Sought {
  /** All words in one, for a name is written in one word by one and in two by another. */
  whole: string;
  /** Where in it words begin. */
  starts: readonly number[];
  area: string;
}

const SPACE = /\s+/;

/** As the contract folds, and without marks on Latin letters, apostrophes, hyphens and brackets. */
const plain = (text: string): string =>
  fold(
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f'\u2018\u2019.()]/g, '')
      .replace(/-/g, ' '),
  );

function soughtOf(name: string, area: string): Sought {
  const starts: number[] = [];
  let whole = '';
  for (const word of plain(name).split(SPACE)) {
    starts.push(whole.length);
    whole += word;
  }
  return { whole, starts, area: plain(area) };
}

/** The places of a file, the larger first. Throws where it is another file. */
export function readPlaces(file: unknown): Place[] {
  const { areas, places } = PlacesFile.parse(file);
  return places
    .map(([fa, en, number, lng, lat, rank], i): Place => {
      const names = areas[number];
      const kind = number < PROVINCES ? 'province' : 'country';
      const sought = [soughtOf(fa, names?.[0] ?? ''), soughtOf(en, names?.[1] ?? '')];
      return {
        key: String(i),
        names: [fa, en],
        kind: names ? 'town' : 'country',
        area: names ? { names, kind } : null,
        at: [lng, lat],
        rank,
        sought: sought.filter(({ whole }) => whole !== ''),
      };
    })
    .sort((a, b) => b.rank - a.rank);
}

/** Letters from which the middle of a word counts too. */
const INSIDE_FROM = 3;
/** Letters of the shortest search. */
const MIN_LETTERS = 2;

/** How well a name fits what is typed: the whole, its beginning, the beginning of a word, the inside; 0 for not at all. */
function score({ whole, starts, area }: Sought, words: readonly string[]): number {
  const typed = words.join('');
  if (whole === typed) return 5;
  if (whole.startsWith(typed)) return 4;
  if (starts.some((at) => whole.startsWith(typed, at))) return 3;
  if (typed.length >= INSIDE_FROM && whole.includes(typed)) return 2;
  // "Sardasht Khuzestan": a name and what it lies in.
  const named = (word: string) => starts.some((at) => whole.startsWith(word, at));
  const fits = words.every((word) => named(word) || area.includes(word));
  return words.length > 1 && fits && words.some(named) ? 1 : 0;
}

/** The best fitting places, the larger first where two fit alike. Nothing for less than two letters. */
export function findPlaces(places: readonly Place[], text: string, most: number): Place[] {
  const words = plain(text).split(SPACE).filter(Boolean);
  if (words.join('').length < MIN_LETTERS) return [];
  return places
    .map((place) => ({ place, score: Math.max(...place.sought.map((name) => score(name, words))) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score || b.place.rank - a.place.rank)
    .slice(0, most)
    .map(({ place }) => place);
}

/** The largest towns within an extent in degrees (west, south, east, north). */
export function largestTowns(
  places: readonly Place[],
  [west, south, east, north]: readonly [number, number, number, number],
  most: number,
): Place[] {
  const isInside = ({ kind, at: [lng, lat] }: Place) =>
    kind === 'town' && lng >= west && lng <= east && lat >= south && lat <= north;
  const towns: Place[] = [];
  for (const place of places) {
    if (isInside(place)) towns.push(place);
    if (towns.length === most) break;
  }
  return towns;
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** A box in degrees that shows the place: of a town about what is built, of a country about its size. */
export function placeExtent({ kind, at: [lng, lat], rank }: Place): [number, number, number, number] {
  const half = kind === 'country' ? between(Math.sqrt(rank / 10) * 0.6, 0.1, 40) : between(0.012 * Math.cbrt(rank), 0.02, 0.3); // biome-ignore format: one line
  return [lng - half, between(lat - half, -85, 85), lng + half, between(lat + half, -85, 85)];
}
