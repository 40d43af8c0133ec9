// Which records of a published layer a request is about, how many they are, and reading them in the order of their ids.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isOrdered, specOf } from '../../../../contract/fields';
import { CqlError, parseCql } from '../../../../contract/ogc-api/cql2';
import type { Selection } from '../../../../contract/ogc-api/read';
import type { DegreeBox } from '../../../../contract/ogc-api/values';
import { isEnded } from '../../../db/engine';
import { currentScope, withScope } from '../../../db/scope';
import { approvalIn, sightKey, visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import { indexFields } from '../../records/record-page';
import { DoorProblem, type DoorRequest, type Published, type Sql } from './door-request';
import type { FeatureRow } from './feature-text';
import { filterCondition, propertiesOf } from './filter-sql';

/** Records that one statement reads: a page as clients ask for it, and the record behind it that says whether there is a next one. */
const CHUNK = 1001;
/** After so many records others have their turn: a page that is written in one go holds up every call of the process. */
export const WRITTEN_IN_ONE_GO = 100;
/** Up to so many records in a box their ids are collected first; of more the order of the ids is followed. */
const MAX_BOXED = 20_000;
/** So long a count may take. */
const COUNT_SECONDS = 2;

export interface Matches {
  where: Sql;
  /** Records that meet the boxes, where boxes are asked for and few records meet them. */
  boxed: Sql | null;
  /** Whether that may be less than the whole layer. */
  isLimited: boolean;
  /** Names the condition in caches. */
  key: string;
}

const boxCondition = (boxes: readonly DegreeBox[]): Sql =>
  sql`(${sql.join(
    boxes.map(([w, s, e, n]) => {
      const envelope = sql`st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326)`;
      return sql`(n.geom && ${envelope} and st_intersects(n.geom, ${envelope}))`;
    }),
    sql` or `,
  )})`;

/** Of a layer without a time field every record is of all times. */
async function timeCondition(
  { engine }: DoorRequest,
  { layer, fields, row }: Published,
  times: NonNullable<Selection['times']>,
): Promise<Sql | null> {
  const field = fields.find(({ name }) => name === layer.timeField);
  const format = field && specOf(field).format;
  if (!field || (format !== 'date' && format !== 'datetime')) return null;
  await indexFields(engine, row, [field]);
  const column = sql`((n.value->>${sql.lit(field.name)}) collate "C")`;
  const bound = (instant: string) => (format === 'date' ? instant.slice(0, 10) : instant);
  return sql`(${column} is not null ${times.from === null ? sql`` : sql`and ${column} >= ${bound(times.from)}::text`} ${
    times.to === null ? sql`` : sql`and ${column} <= ${bound(times.to)}::text`
  })`;
}

async function filterOf(request: DoorRequest, published: Published, filter: Selection['filter']): Promise<Sql | null> {
  if (!filter) return null;
  try {
    const tree = parseCql(filter.text, filter.crs);
    const names = new Set(propertiesOf(tree));
    const condition = await filterCondition(request, published, tree);
    await indexFields(request.engine, published.row, published.fields.filter((f) => names.has(f.name) && isOrdered(f))); // biome-ignore format: one line
    return condition;
  } catch (error) {
    if (error instanceof CqlError) throw new DoorProblem(400, `The filter cannot be read: ${error.message}.`);
    throw error;
  }
}

/** Whether few enough records lie in the boxes to begin with them. */
async function isSmallBox({ engine }: DoorRequest, layer: number, boxes: Sql): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${sql.table(partition(layer))} n where n.deleted_at is null and ${boxes} limit ${MAX_BOXED + 1}) s`.execute(
    engine.db,
  );
  return (rows[0]?.n ?? 0) <= MAX_BOXED;
}

/** What a selection leaves of what the caller sees of a layer. */
export async function findRecords(request: DoorRequest, published: Published, selection: Selection): Promise<Matches> {
  const { caller } = request;
  const { id } = published.layer;
  // A table has no places; a box leaves it as it is.
  const boxes = selection.boxes && published.row.type > 0 ? boxCondition(selection.boxes) : null;
  const filter = await filterOf(request, published, selection.filter);
  const times = selection.times && (await timeCondition(request, published, selection.times));
  const isSmall = boxes !== null && (await isSmallBox(request, id, boxes));
  const sight = caller.regions.length > 0 || approvalIn(caller, id) ? visibleTo(caller, id) : null;
  const limits = [isSmall ? null : boxes, filter, times, sight].filter((limit) => limit !== null);
  return {
    where: sql`${sql.join([sql`n.deleted_at is null`, ...limits], sql` and `)}`,
    boxed: isSmall ? boxes : null,
    isLimited: limits.length > 0 || isSmall,
    key: createHash('sha256').update(JSON.stringify([selection.boxes, selection.times, selection.filter, published.layer.timeField, published.layer.hiddenFields, sightKey(caller, id)])).digest('base64url'), // biome-ignore format: one line
  };
}

/** The table of records `n`, or those of it that lie in the boxes; the index of places holds what is not deleted. */
const tableOf = ({ layer }: Published, { boxed }: Matches): { before: Sql; from: Sql } => {
  const table = sql.table(partition(layer.id));
  if (!boxed) return { before: sql``, from: sql`${table} n` };
  return {
    before: sql`with boxed as materialized (select n.id from ${table} n where n.deleted_at is null and ${boxed})`,
    from: sql`${table} n join boxed b on b.id = n.id`,
  };
};

const counts = new LRUCache<string, number>({ max: 2000 });

/** How many records there are; null where counting them takes too long. */
export async function countFound(request: DoorRequest, published: Published, matches: Matches): Promise<number | null> {
  if (!matches.isLimited) return published.row.record_count;
  const { engine } = request;
  const name = `${engine.id}/${published.layer.id}/${published.row.rev}/${matches.key}`;
  const cached = counts.get(name);
  if (cached !== undefined) return cached;
  const { before, from } = tableOf(published, matches);
  const scope = currentScope();
  try {
    const { rows } = await withScope({ requestId: scope?.requestId ?? '', ...scope, seconds: COUNT_SECONDS }, () =>
      sql<{ n: number }>`${before} select count(*)::int as n from ${from} where ${matches.where}`.execute(engine.db),
    );
    const n = rows[0]?.n ?? 0;
    counts.set(name, n);
    return n;
  } catch (error) {
    if (isEnded(error)) return null;
    throw error;
  }
}

const COLUMNS = sql`n.id, n.value, st_asgeojson(n.geom, 7) as geometry, n.version`;

/** Records behind `after` in the order of their ids, `limit` at most: few at a time, with turns of others between. */
export async function* readFound(
  { engine }: Pick<DoorRequest, 'engine'>,
  published: Published,
  matches: Matches,
  page: { after: number | null; offset: number; limit: number },
): AsyncGenerator<FeatureRow[]> {
  const { before, from } = tableOf(published, matches);
  let { after, offset, limit } = page;
  while (limit > 0) {
    const size = Math.min(CHUNK, limit);
    const { rows } = await sql<FeatureRow>`${before}
      select ${COLUMNS} from ${from} where ${matches.where} ${after === null ? sql`` : sql`and n.id > ${after}::bigint`}
        order by n.id limit ${size}::int offset ${offset}::int`.execute(engine.db);
    for (let at = 0; at < rows.length; at += WRITTEN_IN_ONE_GO) {
      if (at > 0) await setImmediate();
      yield rows.slice(at, at + WRITTEN_IN_ONE_GO);
    }
    if (rows.length < size) return;
    after = rows.at(-1)?.id ?? null;
    offset = 0;
    limit -= size;
  }
}

/** One record, if the caller sees it and it belongs to the layer. */
export async function readOne(
  { engine, caller }: Pick<DoorRequest, 'engine' | 'caller'>,
  { layer }: Published,
  id: number,
): Promise<FeatureRow | undefined> {
  const { rows } = await sql<FeatureRow>`
    select ${COLUMNS} from ${sql.table(partition(layer.id))} n
      where n.id = ${id}::bigint and n.deleted_at is null and ${visibleTo(caller, layer.id)}`.execute(engine.db);
  return rows[0];
}
