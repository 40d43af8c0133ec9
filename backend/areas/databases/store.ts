// SQL of connections, and of layers whose records come from a foreign table.
import { type RawBuilder, sql } from 'kysely';
import type { Connection, NewConnection } from '../../../contract/schemas/database';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';

const SHOWN = ['id', 'label', 'host', 'port', 'database', 'username', 'tls'] as const;

export const list = (db: Db, customer: number, end: RawBuilder<unknown>) =>
  db.selectFrom('arcsde').select(SHOWN).where('customer_id', '=', customer).modifyEnd(end).execute();

/** A connection of this customer, with its sealed password. */
export const one = (db: Db, customer: number, id: number) =>
  db.selectFrom('arcsde').selectAll().where('id', '=', id).where('customer_id', '=', customer).executeTakeFirst();

export type ConnectionRow = Awaited<ReturnType<typeof one>> & object;

/** The same without its password. */
export const toShown = ({ id, label, host, port, database, username, tls }: ConnectionRow): Connection => ({
  id,
  label,
  host,
  port,
  database,
  username,
  tls,
});

/** Holds a connection until the transaction ends. Undefined: there is none. */
export const hold = (db: Db, customer: number, id: number) =>
  db
    .selectFrom('arcsde')
    .select('id')
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirst();

type Kept = Omit<NewConnection, 'password' | 'port' | 'tls'> & { port: number; tls: boolean; secret: string };

export const insert = (db: Db, customer: number, row: Kept) =>
  db
    .insertInto('arcsde')
    .values({ customer_id: customer, ...row })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();

export const update = (db: Db, customer: number, id: number, row: Kept) =>
  db.updateTable('arcsde').set(row).where('id', '=', id).where('customer_id', '=', customer).execute();

export const remove = (db: Db, customer: number, id: number) =>
  db.deleteFrom('arcsde').where('id', '=', id).where('customer_id', '=', customer).execute();

/**
 * Gives rows without a key one of their own content and its turn among equals, and every row whose key is known the id of
 * its record. The loaded table is ours alone, so this needs no transaction.
 */
export async function settleIds(db: Db, table: string, layer: number): Promise<void> {
  const t = sql.table(table);
  await sql`update ${t} s set source_key = k.key from (select id, md5(coalesce(encode(st_asewkb(geom), 'hex'), '') || value::text) || '#' ||
      row_number() over (partition by md5(coalesce(encode(st_asewkb(geom), 'hex'), '') || value::text) order by id) as key from ${t} where source_key is null) k
    where s.id = k.id`.execute(db);
  await sql`update ${t} s set id = r.record_id from record_source r where r.layer_id = ${layer}::int and r.key = s.source_key`.execute(
    db,
  );
}

/** Whether two rows of the source claim one key, which a view without a real key can do. */
export async function hasTwins(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} group by source_key having count(*) > 1 limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

const state = (alias: string) =>
  sql`jsonb_build_object('value', ${sql.ref(`${alias}.value`)}, 'geometry', st_asgeojson(${sql.ref(`${alias}.geom`)}, 9)::jsonb)`;

/**
 * Makes the records of the layer what the loaded table says, those that are new excepted: what differs is rewritten, what is
 * gone is deleted, what has come back is restored, each with its line in the log. An edit that waits is dropped, files that wait stay.
 * Returns how many more records there are.
 */
export async function replaceKnown(tx: Db, table: string, layer: number, account: number): Promise<number> {
  const s = sql.table(table);
  const r = sql.table(partition(layer));
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows: changed } = await sql<{ back: boolean }>`
    with hit as (
      select r.id, r.deleted_at is not null as back, ${state('r')} as before, ${state('s')} as after, s.geom, s.q, s.minz, s.value, s.search
        from ${r} r join ${s} s on s.id = r.id
        where r.deleted_at is not null or r.value <> s.value or st_asewkb(r.geom) is distinct from st_asewkb(s.geom)),
      logged as (insert into record_log (layer_id, record_id, account_id, action, before, after)
        select ${layer}::int, id, ${account}::int, case when back then 'restore' else 'edit' end, before, after from hit returning 1)
    update ${r} r set geom = h.geom, q = h.q, minz = h.minz, value = h.value, search = h.search, deleted_at = null,
        unconfirmed = case when r.unconfirmed->'files' is not null then r.unconfirmed - '{value,geometry,deletion}'::text[] end,
        modifier_id = ${account}::int, modified = now(), version = version + 1
      from hit h where r.id = h.id and (select count(*) from logged) >= 0 returning h.back`.execute(tx);
  const { rows: removedRows } = await sql`
    with hit as (select r.id, ${state('r')} as before from ${r} r where r.deleted_at is null and not exists (select 1 from ${s} s where s.id = r.id)),
      logged as (insert into record_log (layer_id, record_id, account_id, action, before, after)
        select ${layer}::int, id, ${account}::int, 'delete', before, null from hit returning 1)
    update ${r} r set deleted_at = now(), modifier_id = ${account}::int, modified = now(), version = version + 1
      from hit h where r.id = h.id and (select count(*) from logged) >= 0 returning r.id`.execute(tx);
  return changed.filter((c) => c.back).length - removedRows.length;
}

/** Condition on a loaded row `s`: the layer has no such record yet. */
export const isNew = (layer: number) =>
  sql<boolean>`not exists (select 1 from ${sql.table(partition(layer))} r where r.id = s.id)`;

/** Remembers which record each row of the source became. */
export const keepKeys = (tx: Db, table: string, layer: number) =>
  sql`insert into record_source (layer_id, key, record_id) select ${layer}::int, s.source_key, s.id from ${sql.table(table)} s
    on conflict (layer_id, key) do update set record_id = excluded.record_id`.execute(tx);

/** The box of the records that are there, in degrees; null where none has a place. */
export async function setExtent(tx: Db, layer: number): Promise<void> {
  const r = sql.table(partition(layer));
  await sql`update layer set extent = (select case when st_extent(geom) is null then null else array[st_xmin(st_extent(geom)), st_ymin(st_extent(geom)), st_xmax(st_extent(geom)), st_ymax(st_extent(geom))] end
    from ${r} where deleted_at is null) where id = ${layer}::int`.execute(tx);
}
