// Makes one vector tile of one layer. The cost is bounded by what can be seen, not by how much there is: up to 5,000 records
// are drawn exactly; beyond that one record stands for each cell of a 64 x 64 grid, found by hopping along the Morton index.
import { type RawBuilder, sql } from 'kysely';
import { LABEL_LAYER, THINNED_LAYER, TILE_LAYER } from '../../contract/ogc';
import type { Field } from '../../contract/schemas/form';
import type { Db } from '../db/engine';
import { type CellCount, CLUSTERS_END, clusterBits, clusterPoints, maxPerCell, shareKey } from './clusters';
import { BITS, latOf, lonOf, stepsOf, tileRange, worldX, worldY } from './morton';
import type { Approval } from './sight';
import { encodeTile, type TileFeature } from './tile-encoder';
import { EXTENT, isSeen, readExact, readSample } from './tile-records';
import { tagOf, tagsOf } from './tile-tags';
import { type Ring, readTwkb } from './twkb';

export const MAX_ZOOM = 18;
/** Records up to which a tile is exact. */
export const EXACT = 5000;
/** Tile steps around the tile that belong to it, so that symbols and outlines are not cut. */
const BUFFER = 80;

export interface TileRequest {
  layer: number;
  type: 1 | 2 | 3;
  z: number;
  x: number;
  y: number;
  /** Attribute names that the drawing needs. */
  fields: readonly string[];
  /** The field that is written beside records, where its text is not its value; one of `fields`. */
  label?: Field | undefined;
  /** Region ids whose records alone may be seen; empty for no limit. */
  regions: readonly number[];
  /** Where the reader sees approved records only. */
  approval?: Approval | undefined;
  /** CSS pixels within which points are drawn as one. */
  cluster?: number | undefined;
  /** The field whose values each cluster counts; one of `fields`. */
  clusterBy?: string | undefined;
  /** A condition on `n` that the records meet besides. */
  where?: RawBuilder<unknown> | undefined;
}
export interface Tile {
  bytes: Uint8Array;
  count: number;
  thinned: boolean;
}

interface ShapeRow {
  id: number;
  hi: number;
  lo: number;
  twkb: Uint8Array;
  [value: string]: unknown;
}

/** The name of a layer's partition. */
export const partition = (layer: number) => `record_${Math.trunc(layer)}`;

async function pointTile(
  db: Db,
  t: TileRequest,
): Promise<{ features: TileFeature[]; labels: TileFeature[]; thinned: boolean }> {
  const exact = await readExact(db, partition(t.layer), t, EXACT);
  const records = exact ?? (await readSample(db, partition(t.layer), t));
  const thinned = exact === null;
  const features = records.map(
    ({ id, x, y, values }): TileFeature => ({ id, type: 1, geometry: [[[x, y]]], tags: tagsOf(values, t) }),
  );
  if (t.cluster === undefined || t.z >= CLUSTERS_END) return { features, labels: [], thinned };
  const bits = clusterBits(t.cluster);
  const most = maxPerCell(bits);
  const counts = thinned ? await countCells(db, t, bits, most) : null;
  return { features: clusterPoints(features, bits, EXTENT, counts, most, t.clusterBy), labels: [], thinned: false };
}

/**
 * Records of each cell of a tile's grid, by the cell's place in Morton order, and how many of them have each value of `clusterBy`;
 * none counts further than one beyond `most`.
 */
async function countCells(db: Db, t: TileRequest, bits: number, most: number): Promise<Map<number, CellCount>> {
  const { from, shift } = tileRange(t.z, t.x, t.y, bits);
  const value = t.clusterBy === undefined ? sql`null::jsonb` : sql`n.value->${t.clusterBy}::text`;
  const { rows } = await sql<{ cell: number; v: unknown; n: number }>`
    select c.cell::int as cell, s.v, s.n from generate_series(0, ${4 ** bits - 1}::int) as c(cell), lateral (
      select x.v, count(*)::int as n from (select ${value} as v from ${sql.table(partition(t.layer))} n
        where n.q >= ${from}::bigint + (c.cell::bigint << ${shift}::int) and n.q < ${from}::bigint + ((c.cell + 1)::bigint << ${shift}::int)
          and n.deleted_at is null and ${isSeen(t)} limit ${most + 1}::int) x group by x.v) s`.execute(db);
  const cells = new Map<number, CellCount>();
  for (const { cell, v, n } of rows) {
    const { count, shares } = cells.get(cell) ?? { count: 0, shares: new Map<string, number>() };
    const keys = Array.isArray(v) && v.length > 0 ? v.map(String) : [shareKey(tagOf(v))];
    for (const key of keys) shares.set(key, (shares.get(key) ?? 0) + n);
    cells.set(cell, { count: count + n, shares });
  }
  return cells;
}

const area = (ring: Ring) => {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j] as [number, number], ring[i] as [number, number]];
    sum += (b[0] - a[0]) * (a[1] + b[1]);
  }
  return sum;
};

/** Outer rings clockwise on screen and holes the other way, as the tile format wants them. */
const wound = (rings: Ring[]): Ring[] =>
  rings.map((ring, i) => (area(ring) < 0 === (i === 0) ? ring : ring.toReversed()));

async function shapeTile(
  db: Db,
  t: TileRequest,
): Promise<{ features: TileFeature[]; labels: TileFeature[]; thinned: boolean }> {
  const table = partition(t.layer);
  const size = 2 ** -t.z;
  const pad = (size * BUFFER) / EXTENT;
  const [west, east] = [lonOf(t.x * size - pad), lonOf((t.x + 1) * size + pad)];
  const [north, south] = [latOf(Math.max(0, t.y * size - pad)), latOf(Math.min(1, (t.y + 1) * size + pad))];
  // A pixel of a 512 px tile in degrees of latitude at this place, where it is smallest.
  const tolerance = (360 * size * Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180)) / 512 / 2;
  const digits = Math.min(7, Math.max(1, Math.ceil(Math.log10((2 ** t.z * EXTENT) / 360))));
  const box = sql`st_makeenvelope(${Math.max(-180, west)}::float8, ${south}::float8, ${Math.min(180, east)}::float8, ${north}::float8, 4326)`;
  // The partial indexes on large shapes are used when the very same bound stands in the query.
  const band = t.z <= 6 ? sql`and n.minz <= 6` : t.z <= 9 ? sql`and n.minz <= 9` : sql``;
  const values = sql.join(
    t.fields.map((name, i) => sql`, r.value->${name}::text as ${sql.ref(`a${i}`)}`),
    sql``,
  );
  const { rows } = await sql<ShapeRow>`
    select r.id, (r.q >> 30)::int as hi, (r.q & 1073741823)::int as lo, st_astwkb(st_simplify(st_clipbybox2d(r.geom, ${box}), ${tolerance}::float8, true), ${digits}::int) as twkb ${values}
      from (select n.id, n.q, n.value, n.geom from ${sql.table(table)} n
        where n.geom && ${box} and n.minz <= ${t.z}::int ${band} and n.deleted_at is null and ${isSeen(t)}
        order by n.minz, n.id limit ${EXACT}) r`.execute(db);
  const [ox, oy] = [t.x, t.y];
  const scale = 2 ** t.z;
  const project = (lon: number, lat: number): [number, number] => [
    Math.round((worldX(lon) * scale - ox) * EXTENT),
    Math.round((worldY(lat) * scale - oy) * EXTENT),
  ];
  const steps = 2 ** (BITS - t.z);
  /** A key's place in steps of this tile. */
  const inTile = (row: ShapeRow): [number, number] => {
    const [sx, sy] = stepsOf(row.hi, row.lo);
    return [Math.round((sx / steps - ox) * EXTENT), Math.round((sy / steps - oy) * EXTENT)];
  };
  const features: TileFeature[] = [];
  const labels: TileFeature[] = [];
  for (const row of rows) {
    const tags = tagsOf(
      t.fields.map((_, i) => row[`a${i}`]),
      t,
    );
    const [lx, ly] = inTile(row);
    if (t.type === 3 && lx >= 0 && ly >= 0 && lx < EXTENT && ly < EXTENT)
      labels.push({ id: row.id, type: 1, geometry: [[[lx, ly]]], tags });
    const shape = row.twkb && readTwkb(row.twkb, project);
    if (!shape || shape.type !== t.type) continue;
    const geometry = shape.type === 3 ? shape.parts.flatMap(wound) : shape.parts.flat();
    const rings = geometry.filter((ring) => ring.length >= (shape.type === 3 ? 4 : 2));
    if (rings.length) features.push({ id: row.id, type: shape.type, geometry: rings, tags });
  }
  // What is smaller than two pixels here is drawn as a dot of its own kind, one for each cell.
  const dots = await readSample(db, table, t, sql`and n.minz > ${t.z}::int`);
  for (const { id, x, y, values } of dots) {
    const dot: Ring = t.type === 3 ? [[x, y], [x + 8, y], [x + 8, y + 8], [x, y + 8], [x, y]] : [[x, y], [x + 8, y + 8]]; // biome-ignore format: one ring a line
    features.push({ id, type: t.type, geometry: t.type === 3 ? wound([dot]) : [dot], tags: tagsOf(values, t) });
  }
  return { features, labels, thinned: rows.length === EXACT || dots.length > 0 };
}

/** The tile, not compressed. Empty tiles have no bytes. */
export async function makeTile(db: Db, request: TileRequest): Promise<Tile> {
  const { features, labels, thinned } = await (request.type === 1 ? pointTile(db, request) : shapeTile(db, request));
  if (features.length === 0 && labels.length === 0) return { bytes: new Uint8Array(0), count: 0, thinned: false };
  // A map library cannot read headers: a second layer tells it that this tile holds a sample.
  const sign: TileFeature = { id: 1, type: 1, geometry: [[[0, 0]]], tags: {} };
  const bytes = encodeTile({
    [TILE_LAYER]: features,
    ...(labels.length ? { [LABEL_LAYER]: labels } : {}),
    ...(thinned ? { [THINNED_LAYER]: [sign] } : {}),
  });
  return { bytes, count: features.length, thinned };
}
