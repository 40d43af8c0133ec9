// What pages read beside the base map: countries with a place for their names, and the small picture of the world (npm world-atlas).
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { isInside, unwrap } from './coast.mjs';

const require = createRequire(import.meta.url);
const OUT = 'public/base';
const FILES = ['names.json', 'overview.svg'];

const unwrapped = (g) => ({
  ...g,
  coordinates: g.type === 'Polygon' ? g.coordinates.map(unwrap) : g.coordinates.map((part) => part.map(unwrap)),
});

const area = (ring) =>
  Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring.at(i - 1)[1] - ring.at(i - 1)[0] * y, 0) / 2);

/** Where a name fits best: of a grid of places inside the largest part, the one farthest from its outline. */
export function namePlace(g) {
  const parts = g.type === 'Polygon' ? [g.coordinates] : g.coordinates;
  const ring = parts.map((p) => p[0]).reduce((a, b) => (area(b) > area(a) ? b : a));
  const [xs, ys] = [ring.map((p) => p[0]), ring.map((p) => p[1])];
  const [west, south, east, north] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  let best = { x: (west + east) / 2, y: (south + north) / 2, away: -1 };
  for (let i = 1; i < 24; i += 1)
    for (let j = 1; j < 24; j += 1) {
      const [x, y] = [west + ((east - west) * i) / 24, south + ((north - south) * j) / 24];
      if (!isInside([x, y], ring)) continue;
      const away = Math.min(...ring.map(([cornerX, cornerY]) => Math.hypot(cornerX - x, cornerY - y)));
      if (away > best.away) best = { x, y, away };
    }
  return { coordinates: [best.x > 180 ? best.x - 360 : best.x, best.y], size: Math.round(area(ring) * 100) / 100 };
}

/** Side of the overview's square world in Web Mercator. */
const WORLD = 1024;

const worldLand = () => {
  const topology = require('world-atlas/land-110m.json');
  return feature(topology, topology.objects.land);
};

/** The world's land as one small picture, for the inset that shows where the map is. */
function overview() {
  const land = worldLand();
  const place = ([lng, lat]) => {
    const sin = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
    const y = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
    return `${Math.round((lng / 360 + 0.5) * WORLD * 10) / 10} ${Math.round(y * WORLD * 10) / 10}`;
  };
  const parts = (land.features ?? [land]).flatMap(({ geometry: g }) =>
    g.type === 'Polygon' ? [g.coordinates] : g.coordinates,
  );
  // A ring that begins beyond the 180th meridian would lie a whole world aside.
  const home = (ring) => {
    const turn = 360 * Math.round(ring.reduce((sum, [lng]) => sum + lng, 0) / ring.length / 360);
    return ring.map(([lng, lat]) => [lng - turn, lat]);
  };
  const path = parts.flatMap((rings) => rings.map((ring) => `M${home(unwrap(ring)).map(place).join('L')}Z`)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD} ${WORLD}"><path fill="#868e96" fill-rule="evenodd" d="${path}"/></svg>`;
}

/** Writes the files unless they are there. Three decimals of a degree are 100 m, enough at 1:50 million. */
export function makeAtlas() {
  if (FILES.every((name) => existsSync(`${OUT}/${name}`))) return;
  mkdirSync(OUT, { recursive: true });
  const languages = require('i18n-iso-countries');
  for (const lang of ['fa', 'en']) languages.registerLocale(require(`i18n-iso-countries/langs/${lang}.json`));
  const topology = require('world-atlas/countries-50m.json');
  const round = (c) => (typeof c[0] === 'number' ? c.map((v) => Math.round(v * 1000) / 1000) : c.map(round));
  const countries = feature(topology, topology.objects.countries);
  const names = [];
  for (const f of countries.features) {
    const code = languages.numericToAlpha2(String(f.id ?? ''));
    f.properties = {
      name_fa: (code && languages.getName(code, 'fa')) || f.properties.name,
      name_en: f.properties.name,
    };
    const { coordinates, size } = namePlace(unwrapped(f.geometry));
    names.push({
      type: 'Feature',
      properties: { ...f.properties, size },
      geometry: { type: 'Point', coordinates: round(coordinates) },
    });
  }
  writeFileSync(`${OUT}/overview.svg`, overview());
  writeFileSync(`${OUT}/names.json`, JSON.stringify({ type: 'FeatureCollection', features: names }));
}
