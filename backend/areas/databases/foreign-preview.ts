// The first rows of a foreign table to look at, and whether a column can be its key: bounded in time and bytes.
import { sql } from 'kysely';
import type pg from 'pg';
import { MAX_COUNT, PREVIEW_ROWS, type TablePreview } from '../../../contract/schemas/database';
import {
  checkGeometry,
  everyPosition,
  features,
  fromEwkb,
  ImportProblem,
  type Kind,
  type RawRow,
} from '../../geo/import';
import { invalid, Refusal } from '../../http/errors';
import { reading, refusalOf, type Target } from './foreign';
import { conditionOf, type Filter, statement } from './foreign-filter';
import type { Table } from './foreign-tables';

/** Somebody waits for it. */
export const PREVIEW_MS = 5_000;
const PREVIEW_BYTES = 4 * 1024 ** 2;
const MAX_CELL_CHARS = 200;
/** A shape with more vertices is shown as its box. */
const MAX_VERTICES = 200;
const KEY_MS = 20_000;

type Row = TablePreview['rows'][number];
type Extent = [number, number, number, number];
const GEOMETRY = '__pahneh_geometry__';
const DIMENSION = '__pahneh_dimension__';

const fromOf = (table: Table, where: Filter | null) =>
  sql`from ${sql.id(table.schema, table.table)} where ${conditionOf(table, where)}`;

/** Columns as short texts, and the shape. */
function columnsOf({ fields, geometry }: Table) {
  const columns = fields.map(({ name }) => sql`left(${sql.id(name)}::text, ${sql.lit(MAX_CELL_CHARS + 1)}) as ${sql.id(name)}`); // biome-ignore format: one expression
  if (geometry === null) return sql.join(columns);
  const shape = sql`${sql.id(geometry)}::geometry`;
  const small = sql`case when st_npoints(${shape}) > ${sql.lit(MAX_VERTICES)} then st_envelope(${shape}) else st_curvetoline(${shape}) end`;
  return sql.join([
    ...columns,
    sql`encode(st_asewkb(${small}, 'NDR'), 'hex') as ${sql.id(GEOMETRY)}`,
    sql`st_dimension(${shape}) as ${sql.id(DIMENSION)}`,
  ]);
}

/** Rows that pass, up to MAX_COUNT; null where that takes too long. It ends the transaction. */
async function countOf(client: pg.Client, from: ReturnType<typeof fromOf>): Promise<number | null> {
  try {
    const { rows } = await client.query<{ n: string }>(
      statement(sql`select count(*) as n from (select 1 ${from} limit ${sql.lit(MAX_COUNT)}) rows`),
    );
    return Number(rows[0]?.n ?? 0);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal instanceof Refusal && refusal.wording === 'dbSlow') return null;
    throw error;
  }
}

const cut = (text: string) => (text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text);

/** Shapes by row in degrees, one kind after another; none where the system is not known. */
async function placed(
  rows: readonly RawRow[],
  srid: number | null,
  scratch: string,
): Promise<Map<number, Row['geometry']>> {
  const places = new Map<number, Row['geometry']>();
  if (srid === null) return places;
  for (const kind of [1, 2, 3] as Kind[]) {
    const ofKind = rows.filter(({ geometry }) => {
      const checked = checkGeometry(geometry);
      return 'shapes' in checked && checked.shapes[0]?.kind === kind;
    });
    if (ofKind.length === 0) continue;
    async function* each() {
      yield* ofKind;
    }
    for await (const { row, geometry } of features(each(), { srid, text: null }, kind, { scratch }))
      if (geometry) places.set(row, geometry);
  }
  return places;
}

function extentOf(rows: readonly RawRow[]): Extent | null {
  const extent: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry } of rows) {
    const checked = checkGeometry(geometry);
    if (!('shapes' in checked)) continue;
    for (const shape of checked.shapes)
      everyPosition(shape.geometry, ([x = 0, y = 0]) => {
        extent[0] = Math.min(extent[0], x);
        extent[1] = Math.min(extent[1], y);
        extent[2] = Math.max(extent[2], x);
        extent[3] = Math.max(extent[3], y);
        return true;
      });
  }
  return Number.isFinite(extent[0]) ? extent : null;
}

interface Look {
  cells: Record<string, string | null>[];
  total: number | null;
}

async function look(target: Target, table: Table, where: Filter | null): Promise<Look> {
  const from = fromOf(table, where);
  const query = statement(sql`select ${columnsOf(table)} ${from} limit ${sql.lit(PREVIEW_ROWS)}`);
  const looks = reading(target, { ms: PREVIEW_MS, bytes: PREVIEW_BYTES }, async function* (client) {
    const { rows } = await client.query<Record<string, string | null>>(query);
    yield { cells: rows, total: rows.length < PREVIEW_ROWS ? rows.length : await countOf(client, from) };
  });
  for await (const one of looks) return one;
  throw new Refusal(400, 'dbFailed');
}

/** The first rows that pass a filter. `srid` counts where the table itself does not say. Refusals: dbSlow and those of a reading. */
export async function preview(
  target: Target,
  table: Table,
  { where, srid, scratch }: { where: Filter | null; srid: number | null; scratch: string },
): Promise<TablePreview> {
  const { cells, total } = await look(target, table, where);
  const raw = cells.map((one, i): RawRow => {
    const hex = one[GEOMETRY];
    return { row: i + 1, values: {}, geometry: hex ? (fromEwkb(hex) ?? null) : null };
  });
  // Before shapes are moved, which happens in place.
  const extent = extentOf(raw);
  const places = await placed(raw, srid, scratch).catch((error) => {
    if (error instanceof ImportProblem) throw new Refusal(400, 'wrong_crs', { fields: { srid: 'wrong_crs' } });
    throw error;
  });
  return {
    rows: cells.map((one, i) => {
      const dimension = one[DIMENSION];
      return {
        values: Object.fromEntries(table.fields.map(({ name }) => [name, one[name] == null ? null : cut(one[name])])),
        kind: dimension == null ? null : Number(dimension) + 1,
        geometry: places.get(i + 1) ?? null,
      };
    }),
    total,
    extent,
  };
}

/** Refuses a column that does not tell rows apart. Where no constraint says so (a view has none), the rows are looked at. */
export async function checkKey(target: Target, table: Table, key: string | undefined): Promise<void> {
  if (key === undefined || table.keys.includes(key)) return;
  if (!table.fields.some(({ name }) => name === key)) throw invalid('key');
  const from = sql`from ${sql.id(table.schema, table.table)}`;
  const query = statement(
    sql`select exists (select 1 ${from} where ${sql.id(key)} is null) or exists (select 1 ${from} group by ${sql.id(key)} having count(*) > 1) as bad`,
  );
  const answers = reading(target, { ms: KEY_MS, bytes: PREVIEW_BYTES }, async function* (client) {
    yield (await client.query<{ bad: string }>(query)).rows[0]?.bad;
  });
  for await (const bad of answers) if (bad !== 'f') throw new Refusal(400, 'dbKey', { fields: { key: 'dbKey' } });
}
