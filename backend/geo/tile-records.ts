// The records of a tile at their places, read as one row of lists: thousands of rows cost more to send and to read than to find.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/engine';
import { BITS, placeIn, tileRange } from './morton';
import { isApprovedFor, regionFilter } from './sight';
import type { TileRequest } from './tiles';

/** Steps of a tile's side. */
export const EXTENT = 4096;
/** Bits of a tile's side that are read: one more than it has steps, by which places are rounded. */
const PLACE_BITS = 13;
/** The grid of a thinned tile has 2^6 cells a side. */
const CELL_BITS = 6;

export interface TileRecord {
  id: number;
  /** In steps of the tile. */
  x: number;
  y: number;
  /** Of the fields, in their order. */
  values: unknown[];
}
/** One row; lists are null where there is no record. */
interface Lists {
  ids: number[] | null;
  places: number[];
  [values: string]: unknown;
}

/** Condition that the reader of a tile sees a record `n`, and that it belongs to what is asked for. */
export const isSeen = ({ approval, regions, where }: TileRequest) =>
  sql.join([...(approval ? [isApprovedFor(approval)] : []), ...(where ? [where] : []), regionFilter(regions)], sql` and `); // biome-ignore format: one condition

/** Id, key and values of a record `n`. */
const columns = ({ fields }: TileRequest) =>
  sql.join([sql`n.id`, sql`n.q`, ...fields.map((name, i) => sql`n.value->${name}::text as ${sql.ref(`a${i}`)}`)]);

/** The columns of rows `s` as lists. */
const lists = ({ z, x, y, fields }: TileRequest) => {
  const { from, shift } = tileRange(z, x, y, PLACE_BITS);
  return sql.join([
    sql`json_agg(s.id) as ids`,
    sql`json_agg(((s.q - ${from}::bigint) >> ${shift}::int)::int) as places`,
    ...fields.map((_, i) => sql`json_agg(${sql.ref(`s.a${i}`)}) as ${sql.ref(`a${i}`)}`),
  ]);
};

function recordsOf(row: Lists, { z, fields }: TileRequest): TileRecord[] {
  const step = EXTENT / 2 ** Math.min(PLACE_BITS, BITS - z);
  const valuesOf = fields.map((_, i) => row[`a${i}`] as unknown[]);
  return (row.ids ?? []).map((id, i) => {
    const [x, y] = placeIn(row.places[i] as number);
    return { id, x: Math.round(x * step), y: Math.round(y * step), values: valuesOf.map((list) => list[i]) };
  });
}

/** All records of a tile; null where they are more than `most`. */
export async function readExact(db: Db, table: string, t: TileRequest, most: number): Promise<TileRecord[] | null> {
  const { from, to } = tileRange(t.z, t.x, t.y, 0);
  const inTile = sql`n.q >= ${from}::bigint and n.q < ${to}::bigint and n.deleted_at is null and ${isSeen(t)}`;
  // Keys are counted before values are read. A condition on values costs more than the values themselves: it is tried once.
  const crowded = t.where
    ? sql`select false as yes`
    : sql`select count(*) > ${most}::int as yes from (select 1 from ${sql.table(table)} n where ${inTile} limit ${most + 1}::int) k`;
  const { rows } = await sql<Lists & { crowded: boolean }>`
    with crowd as materialized (${crowded})
      select (select yes from crowd) or count(*) > ${most}::int as crowded, ${lists(t)} from (
        select ${columns(t)} from ${sql.table(table)} n
          where ${inTile} and not (select yes from crowd) limit ${most + 1}::int) s`.execute(db);
  const [row] = rows as [Lists & { crowded: boolean }];
  return row.crowded ? null : recordsOf(row, t);
}

/** One record for each cell of a tile's grid. It hops from cell to cell along the key index: at most 4,096 probes, however many records there are. */
export async function readSample(db: Db, table: string, t: TileRequest, extra = sql``): Promise<TileRecord[]> {
  const { from, to, shift } = tileRange(t.z, t.x, t.y, CELL_BITS);
  const next = (least: RawBuilder<unknown>) => sql`
    select ${columns(t)} from ${sql.table(table)} n
      where n.q >= ${least} and n.q < ${to}::bigint and n.deleted_at is null ${extra} and ${isSeen(t)} order by n.q limit 1`;
  const { rows } = await sql<Lists>`
    select ${lists(t)} from (
      with recursive cells as (
        (${next(sql`${from}::bigint`)})
        union all
        select next.* from cells c, lateral (${next(sql`(((c.q >> ${shift}::int) + 1) << ${shift}::int)`)}) next)
      select * from cells) s`.execute(db);
  return recordsOf(rows[0] as Lists, t);
}
