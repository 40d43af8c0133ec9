// Makes the base map that comes with the product: `node scripts/base-map/make.mjs`. It needs Debian's gmt, gmt-gshhg-full, qgis-common
// and gdal-bin, which nothing else does: the file is kept beside the code. Tiles are in the schema of Protomaps' base map.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { bboxClip } from '@turf/bbox-clip';
import { polygon } from '@turf/helpers';
import { archive } from './archive.mjs';
import { makeAtlas } from './atlas.mjs';
import { borders } from './borders.mjs';
import { landAndLakes, rivers } from './coast.mjs';
import { labels } from './labels.mjs';

const OUT = 'public/base-map';
const EXTENT = 4096;
/** The world to this zoom; Iran and its neighbours to the next, in tiles of that zoom. */
const WORLD_ZOOM = 6;
const NEAR_ZOOM = 8;
const NEAR = { west: 42.1875, south: 21.943, east: 64.6875, north: 41.5086 };
/** Square kilometres below which land and lakes are left out, by zoom. */
const LEAST_AREA = [20000, 8000, 2500, 800, 250, 80, 20, 1, 0];

/** Degrees between two lines of the grid. */
const GRID = 0.1;

const feature = (geometry, properties) => ({ type: 'Feature', geometry, properties });
const shapes = (parts, properties) =>
  parts.map(({ area, bounds, coordinates }) => ({
    area,
    bounds,
    ...feature({ type: 'Polygon', coordinates }, properties),
  }));
const line = (coordinates, properties) => feature({ type: 'MultiLineString', coordinates }, properties);

const touches = ([west, south, east, north], box) =>
  west <= box.east && east >= box.west && south <= box.north && north >= box.south;

/** Clipped with room to spare, so that its cut edges lie in no tile. */
function near(features) {
  const room = { west: NEAR.west - 2, south: NEAR.south - 2, east: NEAR.east + 2, north: NEAR.north + 2 };
  return features
    .filter(({ bounds }) => touches(bounds, room))
    .map((part) => ({
      ...part,
      geometry: bboxClip(polygon(part.geometry.coordinates), [room.west, room.south, room.east, room.north]).geometry,
    }));
}

/** Tiles of some zooms from features by layer; a feature's `area` and `from` say from which zoom it is there. */
function cut(layers, zooms, isWanted) {
  const tiles = [];
  for (const z of zooms) {
    const indices = Object.entries(layers).map(([name, features]) => {
      const there = features.filter(
        ({ area, from }) => (area === undefined || area >= LEAST_AREA[z]) && (from ?? 0) <= z,
      );
      // One zoom more than is taken: the last one would not be simplified.
      const options = {
        maxZoom: z + 1,
        indexMaxZoom: 0,
        indexMaxPoints: 0,
        extent: EXTENT,
        buffer: 64,
        tolerance: z >= WORLD_ZOOM ? 2.5 : 4,
      };
      return [name, new GeoJSONVT({ type: 'FeatureCollection', features: there }, options)];
    });
    for (let x = 0; x < 2 ** z; x += 1)
      for (let y = 0; y < 2 ** z; y += 1) {
        if (!isWanted(z, x, y)) continue;
        const parts = Object.fromEntries(
          indices
            .map(([name, index]) => [name, index.getTile(z, x, y)])
            .filter(([, tile]) => tile?.features.length > 0),
        );
        tiles.push({ z, x, y, data: Buffer.from(fromGeojsonVt(parts, { version: 2, extent: EXTENT })) });
      }
    console.log(`zoom ${z}: ${tiles.filter((t) => t.z === z).length} tiles`);
  }
  return tiles;
}

/** Meridians and parallels with their degrees, so that no view between the towns is bare. */
function grid() {
  const steps = (from, to) =>
    Array.from(
      { length: Math.floor(to / GRID) - Math.ceil(from / GRID) + 1 },
      (_, i) => (Math.ceil(from / GRID) + i) * GRID,
    );
  const ruled = (degrees, points) => {
    const name = (lang) =>
      `${degrees.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00b0`;
    return line([points], { kind: 'grid', 'name:fa': name('fa'), 'name:en': name('en') });
  };
  return [
    ...steps(NEAR.west, NEAR.east).map((lng) =>
      ruled(lng, [
        [lng, NEAR.south],
        [lng, NEAR.north],
      ]),
    ),
    ...steps(NEAR.south, NEAR.north).map((lat) =>
      ruled(lat, [
        [NEAR.west, lat],
        [NEAR.east, lat],
      ]),
    ),
  ];
}

const lngOf = (x, z) => (x / 2 ** z) * 360 - 180;
const latOf = (y, z) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
const isNear = (z, x, y) =>
  touches(
    [lngOf(x, z), latOf(y + 1, z), lngOf(x + 1, z), latOf(y, z)].map((v, i) => v + (i < 2 ? 1e-6 : -1e-6)),
    NEAR,
  );

makeAtlas();
const { land, lakes } = landAndLakes();
const { countries, provinces, iran } = borders();
const { places, waters, lands } = labels(iran);
const riverLines = (pieces, from) =>
  pieces
    .filter(({ level }) => level <= 7)
    .map(({ level, line: points }) => ({
      from: from(level),
      ...line([points], level > 4 ? { kind: 'river', intermittent: true } : { kind: 'river' }),
    }));
const points = (places) => places.map(({ from, geometry, properties }) => ({ from, ...feature(geometry, properties) }));
const common = {
  boundaries: [
    line(countries.coordinates, { kind: 'country', kind_detail: 2 }),
    { from: 3, ...line(provinces.coordinates, { kind: 'region', kind_detail: 4 }) },
  ],
  places: points(places),
};
const names = points(waters);
const earth = shapes(land, { kind: 'earth' });
const lakeShapes = shapes(lakes, { kind: 'lake' });
const world = {
  earth: [...earth, ...points(lands)],
  water: [
    ...lakeShapes,
    ...riverLines(rivers('-180/180/-90/90', 'l'), (level) => (level < 2 ? 3 : level < 3 ? 5 : 7)),
    ...names,
  ],
  ...common,
};
const around = `${NEAR.west - 2}/${NEAR.east + 2}/${NEAR.south - 2}/${NEAR.north + 2}`;
const fine = {
  earth: [...near(earth), ...points(lands)],
  water: [...near(lakeShapes), ...riverLines(rivers(around, 'f'), (level) => (level < 5 ? 6 : 7)), ...names],
  ...common,
  grid: grid(),
};
const tiles = [
  ...cut(world, [0, 1, 2, 3, 4, 5, 6], () => true),
  ...cut(
    fine,
    [7, 8].filter((z) => z <= NEAR_ZOOM),
    isNear,
  ),
];
const layer = (id, fields) => ({
  id,
  fields: Object.fromEntries(fields.map((name) => [name, 'String'])),
  minzoom: 0,
  maxzoom: NEAR_ZOOM,
});
const metadata = {
  name: 'World and Iran',
  type: 'baselayer',
  version: '1',
  attribution: 'Natural Earth, GSHHG, GeoNames',
  vector_layers: [
    layer('earth', ['kind']),
    layer('water', ['kind', 'name', 'name:fa', 'name:en']),
    layer('boundaries', ['kind']),
    layer('places', ['kind', 'name', 'name:fa', 'name:en']),
  ],
};
const bytes = archive(tiles, metadata, { bounds: [-180, -85, 180, 85], center: [53.5, 32.5, 5] });
mkdirSync(OUT, { recursive: true });
for (const old of readdirSync(OUT)) if (old.endsWith('.pmtiles')) rmSync(`${OUT}/${old}`);
const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
const name = `world-${hash}.pmtiles`;
writeFileSync(`${OUT}/${name}`, bytes);
writeFileSync(
  'map/style/world-archive.json',
  `${JSON.stringify({ path: `/base-map/${name}`, max_zoom: NEAR_ZOOM })}\n`,
);
console.log(`${(bytes.length / 1e6).toFixed(2)} MB in ${tiles.length} tiles`);
