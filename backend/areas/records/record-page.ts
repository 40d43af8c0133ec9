// One page of a layer's records in a time that does not grow with the page's number: a page starts from the nearest anchor
// (the sort key of every 1,000th row, read once for each layer, filter and order) and goes on by key, never by OFFSET alone.
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isNumeric } from '../../../contract/fields';
import type { Field } from '../../../contract/schemas/form';
import { STATUS } from '../../../contract/schemas/record';
import type { Engine } from '../../db/engine';
import { ensureFieldIndexes, sortedValue } from '../../db/indexes/field-index';
import { withoutSignal } from '../../db/scope';
import { approvalIn, type Reader } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { LayerRow } from '../layers/store';
import type { sortOf } from './rules';

const ANCHOR_EVERY = 1000;
/** Of more ids each row would cost more than what it says: they come as one text. */
const PLAIN_ROWS = 2000;
/** Filtered lists are counted up to here; beyond it the count says "at least". */
export const COUNT_CAP = 10_000;
/** A layer with more records than this gets an index for a field on the first sort by it, or comparison by its order. */
const INDEX_FROM = 20_000;

type Sort = ReturnType<typeof sortOf>;
type Condition = RawBuilder<unknown>;

/** The value of a field as SQL: a number, or text. The field's name travels as a literal so that an index on it is found. */
export const fieldValue = (field: Field): RawBuilder<unknown> =>
  isNumeric(field) ? sql`((n.value->>${sql.lit(field.name)})::float8)` : sql`(n.value->>${sql.lit(field.name)})`;

/** What waits for a verdict; `waits` of the supervision's rules in SQL. */
export const WAITS = sql`((n.status in (1, 2) or n.unconfirmed is not null) and (n.status in (1, 2) or (n.status = 3 and n.unconfirmed->>'returned' is null)))`;

/** The same as a reader may know it: an edit beside an approved record waits for its approvers and authors alone. */
export function waitsFor(reader: Reader, layer: number): Condition {
  const limit = approvalIn(reader, layer);
  if (!limit) return WAITS;
  if (limit.author === null) return sql`false`;
  const isOwn = sql`coalesce(n.unconfirmed->'authors' @> ${JSON.stringify([limit.author])}::jsonb, false)`;
  return sql`(${WAITS} and (n.status <> ${STATUS.approved}::int or ${isOwn}))`;
}

interface Key {
  k: string | number | null;
  id: number;
}
const anchors = new LRUCache<string, Promise<Key[]>>({ max: 500 });

/**
 * The rows after a key as stretches, one after the other: empty values come last going up and first going down. One
 * condition with an "or" over both would keep the database from entering the index at the key.
 */
function stretchesAfter(sort: Sort, column: RawBuilder<unknown>, key: Key): Condition[] {
  const id = sql`n.id ${sql.raw(sort.down ? '<' : '>')} ${key.id}::bigint`;
  if (sort.by === 'id') return [id];
  if (key.k === null) return [sql`(${column} is null and ${id})`, ...(sort.down ? [sql`${column} is not null`] : [])];
  const way = sql.raw(sort.down ? '<' : '>');
  return [
    sql`(${column} ${way}= ${key.k} and (${column} ${way} ${key.k} or ${id}))`,
    ...(sort.down ? [] : [sql`${column} is null`]),
  ];
}

export interface PageRequest {
  engine: Engine;
  layer: LayerRow;
  sort: Sort;
  where: Condition;
  /** Names the filter in the anchors' cache. */
  filterKey: string;
  limit: number;
  offset: number;
}

/** The sort column as SQL, with the engine's Persian order for text. */
function columnOf({ engine, sort }: Pick<PageRequest, 'engine' | 'sort'>): RawBuilder<unknown> {
  if (sort.by === 'id') return sql`n.id`;
  if (typeof sort.by === 'string') return sql`n.${sql.raw(sort.by)}`;
  return sortedValue(engine, sort.by, sql`n.value`);
}

/** Makes the indexes that a sort by fields, or a comparison by their order, needs; small layers need none. */
export async function indexFields(engine: Engine, layer: LayerRow, fields: readonly Field[]): Promise<void> {
  if (layer.record_count >= INDEX_FROM) await ensureFieldIndexes(engine, partition(layer.id), fields);
}

/** The ids of one page, in order. */
export async function getPageIds(request: PageRequest): Promise<number[]> {
  const { engine, layer, sort, where, limit, offset } = request;
  const table = sql.table(partition(layer.id));
  const column = columnOf(request);
  const way = sql.raw(sort.down ? 'desc' : 'asc');
  const order = sort.by === 'id' ? sql`n.id ${way}` : sql`${column} ${way}, n.id ${way}`;
  if (typeof sort.by !== 'string') await indexFields(engine, layer, [sort.by]);
  const hop = Math.floor(offset / ANCHOR_EVERY);
  let start: Key | undefined;
  if (hop > 0) {
    const name = `${engine.id}/${layer.id}/${layer.rev}/${JSON.stringify(sort)}/${request.filterKey}`;
    let anchorKeys = anchors.get(name);
    if (!anchorKeys) {
      // Others may wait for the same anchors.
      anchorKeys = withoutSignal(() =>
        sql<Key>`
        select k, id from (select ${sort.by === 'id' ? sql`null::int` : column} as k, n.id, row_number() over (order by ${order}) as row from ${table} n where ${where}) s
          where row % ${sql.lit(ANCHOR_EVERY)} = 0 order by row`.execute(engine.db),
      ).then(({ rows }) => rows);
      anchors.set(name, anchorKeys);
      anchorKeys.catch(() => anchors.delete(name));
    }
    start = (await anchorKeys)[hop - 1];
    if (!start) return [];
  }
  const skip = start ? offset - hop * ANCHOR_EVERY : offset;
  const select = async (condition: Condition, rows: number, skipped: number) => {
    const page = sql`select n.id from ${table} n where ${condition} order by ${order} limit ${rows} offset ${skipped}`;
    if (rows <= PLAIN_ROWS) return (await sql<{ id: number }>`${page}`.execute(engine.db)).rows.map((r) => r.id);
    const [packed] = (await sql<{ ids: string | null }>`select string_agg(p.id::text, ',') as ids from (${page}) p`.execute(engine.db)).rows; // biome-ignore format: one query
    return packed?.ids ? packed.ids.split(',').map(Number) : [];
  };
  if (!start) return select(where, limit, skip);
  const ids: number[] = [];
  for (const stretch of stretchesAfter(sort, column, start)) {
    if (ids.length < skip + limit)
      ids.push(...(await select(sql`${where} and ${stretch}`, skip + limit - ids.length, 0)));
  }
  return ids.slice(skip);
}

/** How many records a condition leaves; exact up to the cap. */
export async function countRecords(
  engine: Engine,
  layer: LayerRow,
  where: Condition,
): Promise<{ count: number; capped: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${sql.table(partition(layer.id))} n where ${where} limit ${COUNT_CAP + 1}) s`.execute(
    engine.db,
  );
  const n = rows[0]?.n ?? 0;
  return n > COUNT_CAP ? { count: COUNT_CAP, capped: true } : { count: n, capped: false };
}
