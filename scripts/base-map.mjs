// The base map that needs no network: land and borders of Natural Earth (npm world-atlas), with names in both languages.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';

const require = createRequire(import.meta.url);
const OUT = 'public/base';

/** Writes countries.json and borders.json unless they are there. Three decimals of a degree are 100 m, enough at 1:50 million. */
export function makeBaseMap() {
  if (existsSync(`${OUT}/countries.json`) && existsSync(`${OUT}/borders.json`)) return;
  mkdirSync(OUT, { recursive: true });
  const names = require('i18n-iso-countries');
  for (const lang of ['fa', 'en']) names.registerLocale(require(`i18n-iso-countries/langs/${lang}.json`));
  const topology = require('world-atlas/countries-50m.json');
  const round = (c) => (typeof c[0] === 'number' ? c.map((v) => Math.round(v * 1000) / 1000) : c.map(round));
  const countries = feature(topology, topology.objects.countries);
  for (const f of countries.features) {
    const code = names.numericToAlpha2(String(f.id ?? ''));
    f.properties = { name_fa: (code && names.getName(code, 'fa')) || f.properties.name, name_en: f.properties.name };
    f.geometry.coordinates = round(f.geometry.coordinates);
    delete f.id;
  }
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b);
  borders.coordinates = round(borders.coordinates);
  writeFileSync(`${OUT}/countries.json`, JSON.stringify(countries));
  writeFileSync(`${OUT}/borders.json`, JSON.stringify({ type: 'Feature', properties: {}, geometry: borders }));
}
