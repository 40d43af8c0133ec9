// SQL of exports: tokens that serve once, and a layer's records in the order of their ids, a stretch at a time.
import { type RawBuilder, sql } from 'kysely';
import type { ExportOrder } from '../../../contract/schemas/export';
import type { Values } from '../../../contract/schemas/form';
import type { Db } from '../../db/engine';
import type { OutRow } from '../../geo/export';
import { partition } from '../../geo/tiles';

/** Rows of one query; a cursor would need a connection of its own for as long as a slow reader likes. */
const BATCH = 2000;

/** A larger circle stays its middle: buffers of that size are no circles on a plane map. */
const BUFFERED_METRES = 1_000_000;

export async function putToken(
  db: Db,
  token: { hash: string; session: string; layer: number; order: ExportOrder; until: Date },
  now: Date,
): Promise<void> {
  await db.deleteFrom('export_token').where('until', '<', now).execute();
  await db
    .insertInto('export_token')
    .values({
      hash: token.hash,
      session_id: token.session,
      layer_id: token.layer,
      order: JSON.stringify(token.order),
      until: token.until,
    })
    .execute();
}

/** What a token opens; it is gone afterwards. Undefined for a stranger's, a spent or a late one. */
export async function takeToken(db: Db, hash: string, session: string, now: Date) {
  const row = await db
    .deleteFrom('export_token')
    .where('hash', '=', hash)
    .where('session_id', '=', session)
    .returningAll()
    .executeTakeFirst();
  return row && row.until > now ? row : undefined;
}

/** All records that a condition on `n` leaves, with their shapes as text in EPSG:4326 with 9 decimals (0.1 mm). */
export async function* recordsOf(
  db: Db,
  layer: number,
  where: RawBuilder<unknown>,
  shape: 'geojson' | 'wkt' | 'none',
  max = Infinity,
): AsyncGenerator<OutRow> {
  const text = { wkt: sql`st_astext(n.geom, 9)`, geojson: sql`st_asgeojson(n.geom, 9)`, none: sql`null::text` }[shape];
  let last = 0;
  for (let count = 0; count < max; ) {
    const { rows } = await sql<{ id: number; value: Values; shape: string | null }>`
      select n.id, n.value, ${text} as shape from ${sql.table(partition(layer))} n where ${where} and n.id > ${last}::bigint order by n.id limit ${BATCH}`.execute(
      db,
    );
    yield* rows;
    count += rows.length;
    if (rows.length < BATCH) return;
    last = (rows.at(-1) as OutRow).id;
  }
}

/** The account's own drawings among some ids, oldest first; a circle as the polygon that it covers. */
export async function getDrawings(
  db: Db,
  account: number,
  ids: readonly number[],
): Promise<
  { id: number; type: string; label: string; radius: number | null; style: object; geojson: string; wkt: string }[]
> {
  const shape = sql`case when d.radius between 0.001 and ${BUFFERED_METRES}::float8 then st_buffer(d.geom::geography, d.radius)::geometry else d.geom end`;
  const { rows } = await sql<Awaited<ReturnType<typeof getDrawings>>[number]>`
    select d.id, d.type, d.label, d.radius, d.style, st_asgeojson(s.shape, 9) as geojson, st_astext(s.shape, 9) as wkt
      from drawing d, lateral (select ${shape} as shape) s where d.account_id = ${account}::int and d.id = any(${[...ids]}::int[]) order by d.id`.execute(
    db,
  );
  return rows;
}

/** How many records a condition on `n` leaves. */
export async function countRecords(db: Db, layer: number, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(partition(layer))} n where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Exports of a person that wait or run. */
export async function countOpenExports(db: Db, account: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from job where account_id = ${account}::int and kind = 'layer_export' and state in ('waiting', 'running')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export const findFile = (db: Db, job: string) =>
  db.selectFrom('export_file').selectAll().where('job_id', '=', job).executeTakeFirst();

/** Forgets files of a person but the newest `keep`. Returns the keys of the others. */
export async function dropOldFiles(db: Db, account: number, keep: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from export_file f using job j where j.id = f.job_id and j.account_id = ${account}::int
      and f.job_id not in (select g.job_id from export_file g join job i on i.id = g.job_id where i.account_id = ${account}::int order by g.until desc limit ${keep}::int)
      returning f.key`.execute(db);
  return rows.map(({ key }) => key);
}
