// Notes where acts were: the set of regions that each met, looked up beside the calls, and looked up anew where a region has changed.
import { sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import type { Db, Engine } from '../../db/engine';

/** How often it is looked whether acts wait. */
export const PLACE_LOOK_MS = 10_000;
/** Steps of the log, and chunks of imports, that one transaction looks up. */
const STEPS = 2000;
const CHUNKS = 4;
/** Records of one chunk of an import. */
const CHUNK_ROWS = 500;

const dayOf = sql`(g.at at time zone ${sql.lit(ZONE)})::date`;
const shapeOfStep = sql`log_shape(g.after, g.before, g.layer_id, g.record_id)`;

/** Looks up steps that have no place yet, of the records alone where they are named. Answers how many. */
async function placeSteps(db: Db, of?: { layer: number; ids: readonly number[] }): Promise<number> {
  const which = of
    ? sql`and layer_id = ${of.layer}::int and record_id = any(${[...of.ids]}::bigint[]) for update`
    : sql`limit ${STEPS}::int for update skip locked`;
  const { rows } = await sql<{ n: number }>`
    with todo as materialized (
      select g.id, l.customer_id, ${dayOf} as day, g.layer_id, g.account_id, g.action, coalesce(place_of(l.customer_id, ${shapeOfStep}), 0) as place_id
        from (select * from record_log where place_id is null ${which}) g left join layer l on l.id = g.layer_id),
    put as (update record_log r set place_id = t.place_id from todo t where r.id = t.id),
    counted as (
      insert into activity_place (customer_id, day, layer_id, account_id, action, place_id, n)
        select customer_id, day, layer_id, account_id, action, place_id, count(*) from todo where place_id > 0 group by 1, 2, 3, 4, 5, 6)
    select count(*)::int as n from todo`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Looks up the places of records that are about to go for ever with their history. In their transaction. */
export const placeBeforePurge = (tx: Db, layer: number, ids: readonly number[]) => placeSteps(tx, { layer, ids });

/** Chunks of imports: the places of their shapes as they are by now, in their counts too. Answers the last id, null where there was none. */
async function placeChunks(db: Db, which: ReturnType<typeof sql>): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with todo as materialized (
      select g.id, g.customer_id, g.day, g.layer_id, g.account_id, g.places as old,
          array(select coalesce(place_of(g.customer_id, s.geom), 0) from unnest(g.shapes) with ordinality as s(geom, turn) order by s.turn) as places
        from (select * from arrival where ${which} order by id limit ${CHUNKS}::int for update) g),
    put as (update arrival c set places = t.places from todo t where c.id = t.id),
    moved as (
      select customer_id, day, layer_id, account_id, p.id as place_id, 1 as n from todo, unnest(places) as p(id)
      union all select customer_id, day, layer_id, account_id, p.id, -1 from todo, unnest(old) as p(id)),
    counted as (
      insert into activity_place (customer_id, day, layer_id, account_id, action, place_id, n)
        select customer_id, day, layer_id, account_id, 'import', place_id, sum(n) from moved where place_id > 0 group by 1, 2, 3, 4, 6 having sum(n) <> 0)
    select max(id)::float8 as last from todo`.execute(db);
  return rows[0]?.last ?? null;
}

/** A part of the log of one customer once more. Answers the last id that was looked at, null at the end. */
async function replaceSteps(db: Db, customer: number, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with piece as materialized (select max(id) as last from (select id from record_log where id > ${after}::bigint order by id limit ${STEPS}::int) p),
    todo as materialized (
      select g.id, ${dayOf} as day, g.layer_id, g.account_id, g.action, g.place_id as old, place_of(l.customer_id, ${shapeOfStep}) as place_id
        from record_log g join layer l on l.id = g.layer_id
        where g.id > ${after}::bigint and g.id <= (select last from piece) and l.customer_id = ${customer}::int and g.place_id is not null),
    other as materialized (select * from todo where place_id <> old),
    put as (update record_log r set place_id = t.place_id from other t where r.id = t.id),
    moved as (select *, 1 as n from other union all select id, day, layer_id, account_id, action, old, old, -1 from other),
    counted as (
      insert into activity_place (customer_id, day, layer_id, account_id, action, place_id, n)
        select ${customer}::int, day, layer_id, account_id, action, place_id, sum(n) from moved where place_id > 0 group by 2, 3, 4, 5, 6 having sum(n) <> 0)
    select last::float8 as last from piece`.execute(db);
  return rows[0]?.last ?? null;
}

/**
 * One part of the work on regions that changed. A transaction that was open at the change may still write places of before it: the work
 * begins when all of those have ended. Answers whether there is more to do now.
 */
async function recountPart(db: Db): Promise<boolean> {
  await sql`
    update activity_recount set since = pg_snapshot_xmax(pg_current_snapshot())::text::bigint where since is null`.execute(
    db,
  );
  const { rows } = await sql<{ customer_id: number; log_after: number; import_after: number }>`
    select customer_id, log_after::float8 as log_after, import_after::float8 as import_after from activity_recount
      where since <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint order by customer_id limit 1 for update skip locked`.execute(
    db,
  );
  const [todo] = rows;
  if (!todo) return false;
  const { customer_id: customer } = todo;
  const log = await replaceSteps(db, customer, todo.log_after);
  const chunk =
    log === null
      ? await placeChunks(
          db,
          sql`customer_id = ${customer}::int and id > ${todo.import_after}::bigint and places is not null`,
        )
      : null;
  if (log === null && chunk === null)
    await sql`delete from activity_recount where customer_id = ${customer}::int`.execute(db);
  else
    await sql`update activity_recount set log_after = coalesce(${log}::bigint, log_after), import_after = coalesce(${chunk}::bigint, import_after)
      where customer_id = ${customer}::int`.execute(db);
  return true;
}

/** Looks up places until nothing waits. */
export async function placeActs(
  { engine }: { engine: Pick<Engine, 'db'> },
  goOn: () => boolean = () => true,
): Promise<void> {
  const part = (work: (tx: Db) => Promise<boolean>) => engine.db.transaction().execute(work);
  const parts = [
    async (tx: Db) => (await placeSteps(tx)) > 0,
    async (tx: Db) => (await placeChunks(tx, sql`places is null`)) !== null,
    recountPart,
  ];
  for (const one of parts) while (goOn() && (await part(one)));
}

/** The shapes of these regions have changed: what was counted in them is counted anew. In the transaction of the change. */
export async function askRecount(tx: Db, regions: readonly number[]): Promise<void> {
  await sql`
    insert into activity_recount (customer_id) select distinct customer_id from region where id = any(${[...regions]}::int[])
      on conflict (customer_id) do update set log_after = 0, import_after = 0, since = null`.execute(tx);
}

export interface Arrival {
  job: string;
  customer: number;
  account: number;
  layer: number;
  /** The rows that came, with their shapes. */
  table: string;
  /** Condition on a row `s`. */
  where?: ReturnType<typeof sql<boolean>>;
  /** The same rows come again and again: shapes of the last time alone are kept. */
  isRepeated?: boolean;
}

/** Notes where the records of a job lie, to be looked up later. In the transaction that ends the job. */
export async function noteArrival(tx: Db, a: Arrival): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  if (a.isRepeated) await sql`delete from arrival where layer_id = ${a.layer}::int and places is not null`.execute(tx);
  await sql`
    insert into arrival (customer_id, layer_id, account_id, day, shapes)
      select ${a.customer}::int, ${a.layer}::int, ${a.account}::int, (select (created at time zone ${sql.lit(ZONE)})::date from job where id = ${a.job}), array_agg(s.geom)
        from (select s.geom, row_number() over () as turn from ${sql.table(a.table)} s where s.geom is not null and ${a.where ?? sql`true`}) s
        group by s.turn / ${CHUNK_ROWS}::int`.execute(tx);
  await sql`update job set placed = true where id = ${a.job}`.execute(tx);
}
