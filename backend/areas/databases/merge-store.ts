// SQL of a layer whose records come from a foreign table: what was loaded is compared with what is here, and with what the source last said.
import { sql } from 'kysely';
import type { Field, Values } from '../../../contract/schemas/form';
import { MAX_CONFLICT_IDS, type Schedule } from '../../../contract/schemas/sources/layer-sync';
import type { Db } from '../../db/engine';
import { searchText } from '../../db/search-text';
import { partition } from '../../geo/tiles';

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

/** Whether two rows of the source claim one key, which a key that is none any more can do. */
export async function hasTwins(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} group by source_key having count(*) > 1 limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** A record's fields of the source and its shape as one text. `others` are fields that the source does not fill. */
const hashOf = (alias: string, others: readonly string[]) =>
  sql`md5((${sql.ref(`${alias}.value`)} - ${[...others]}::text[])::text || coalesce(encode(st_asewkb(${sql.ref(`${alias}.geom`)}), 'hex'), ''))`;

const state = (alias: string) =>
  sql`jsonb_build_object('value', ${sql.ref(`${alias}.value`)}, 'geometry', st_asgeojson(${sql.ref(`${alias}.geom`)}, 9)::jsonb)`;

const OWN_BATCH = 5000;

/** Gives loaded rows what people wrote here into fields that the source does not fill. `own` are their names. */
export async function keepOwnFields(
  db: Db,
  table: string,
  layer: number,
  { form, own }: { form: readonly Field[]; own: readonly string[] },
): Promise<void> {
  const t = sql.table(table);
  for (let after = 0; own.length > 0; ) {
    const { rows } = await sql<{ id: number; value: Values }>`
      select s.id, s.value || (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(r.value) e where e.key = any(${[...own]}::text[])) as value
        from ${t} s join ${sql.table(partition(layer))} r on r.id = s.id where s.id > ${after}::bigint order by s.id limit ${OWN_BATCH}::int`.execute(
      db,
    );
    if (rows.length === 0) return;
    const values = rows.map(({ value }) => JSON.stringify(value));
    const texts = rows.map(({ value }) => searchText(form, value));
    await sql`update ${t} s set value = n.value, search = n.search
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${values}::jsonb[], ${texts}::text[]) as n(id, value, search) where s.id = n.id`.execute(
      db,
    );
    after = rows.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  }
}

/** Adds to the loaded rows what the source says, before anything of ours is mixed in. */
export async function addHashes(db: Db, table: string, others: readonly string[]): Promise<void> {
  const t = sql.table(table);
  await sql`alter table ${t} add column hash text, add column act text, add column seen int`.execute(db);
  await sql`update ${t} s set hash = ${hashOf('s', others)}`.execute(db);
}

export interface Merge {
  table: string;
  layer: number;
  account: number;
  edits: Schedule['edits'];
  /** Fields that the source does not fill. */
  others: readonly string[];
}

/** A record that was edited here since the source was last read, or has an edit that waits. */
const isEdited = (others: readonly string[]) =>
  sql`(b.hash is not null and ((r.deleted_at is not null) or (${hashOf('r', others)} <> b.hash and r.version is distinct from b.version))
    or r.deleted_at is null and coalesce(r.unconfirmed ?| '{value,geometry,deletion}'::text[], false))`;

/** Marks each loaded row that is a record already: edit, restore, or ours, which stays. Unmarked rows are new or the same. */
async function mark(tx: Db, { table, layer, edits, others }: Merge): Promise<number[]> {
  const r = sql.table(partition(layer));
  const { rows } = await sql<{ id: number }>`
    with compared as (
      select s.id, r.version as seen, r.deleted_at is not null as gone, ${isEdited(others)} as edited,
          r.deleted_at is not null or r.value <> s.value or st_asewkb(r.geom) is distinct from st_asewkb(s.geom) as differs
        from ${sql.table(table)} s join ${r} r on r.id = s.id
          left join record_source b on b.layer_id = ${layer}::int and b.key = s.source_key),
      marked as (update ${sql.table(table)} s set seen = c.seen, act = case when not c.differs then null
            when c.edited and ${edits}::text = 'ours' then 'ours' when c.gone then 'restore' else 'edit' end
          from compared c where c.id = s.id)
      select id from compared where edited and differs order by id`.execute(tx);
  return rows.map(({ id }) => Number(id));
}

async function rewrite(tx: Db, { table, layer, account }: Merge): Promise<{ changed: number; restored: number }> {
  const r = sql.table(partition(layer));
  // A record that somebody changes meanwhile has another version: it is a conflict of the next time.
  const { rows } = await sql<{ act: string }>`
    with hit as (
      select r.id, s.act, ${state('r')} as before, ${state('s')} as after, s.geom, s.q, s.minz, s.value, s.search
        from ${r} r join ${sql.table(table)} s on s.id = r.id where s.act in ('edit', 'restore') and r.version = s.seen),
      logged as (insert into record_log (layer_id, record_id, account_id, action, before, after)
        select ${layer}::int, id, ${account}::int, act, before, after from hit returning 1)
    update ${r} r set geom = h.geom, q = h.q, minz = h.minz, value = h.value, search = h.search, deleted_at = null,
        unconfirmed = case when r.unconfirmed->'files' is not null then r.unconfirmed - '{value,geometry,deletion}'::text[] end,
        modifier_id = ${account}::int, modified = now(), version = version + 1
      from hit h where r.id = h.id and (select count(*) from logged) >= 0 returning h.act`.execute(tx);
  const restored = rows.filter(({ act }) => act === 'restore').length;
  return { changed: rows.length - restored, restored };
}

/** Deletes softly what the source has no more. Records that were made here never came of it and stay. */
async function removeGone(
  tx: Db,
  { table, layer, account, edits, others }: Merge,
): Promise<{ removed: number; conflicts: number[] }> {
  const r = sql.table(partition(layer));
  const { rows } = await sql<{ id: number; edited: boolean }>`
    with gone as (
      select r.id, ${state('r')} as before, ${isEdited(others)} as edited from record_source b join ${r} r on r.id = b.record_id
        where b.layer_id = ${layer}::int and r.deleted_at is null and not exists (select 1 from ${sql.table(table)} s where s.id = r.id)),
      hit as (select * from gone where not edited or ${edits}::text = 'theirs'),
      logged as (insert into record_log (layer_id, record_id, account_id, action, before, after)
        select ${layer}::int, id, ${account}::int, 'delete', before, null from hit returning 1),
      -- What the source removed it may bring back; what people removed stays with them.
      forgotten as (update record_source b set hash = null from hit h where b.layer_id = ${layer}::int and b.record_id = h.id),
      deleted as (update ${r} r set deleted_at = now(), modifier_id = ${account}::int, modified = now(), version = version + 1
        from hit h where r.id = h.id and (select count(*) from logged) >= 0 returning r.id)
    select g.id, g.edited from gone g left join deleted d on d.id = g.id where d.id is not null or g.edited order by g.id`.execute(
    tx,
  );
  const conflicts = rows.filter(({ edited }) => edited).map(({ id }) => Number(id));
  return { removed: edits === 'theirs' ? rows.length : rows.length - conflicts.length, conflicts };
}

export interface Merged {
  changed: number;
  /** Records that the source brought back. */
  restored: number;
  removed: number;
  conflicts: number;
  conflict_ids: number[];
}

/**
 * Makes the records of the layer what the loaded table says, those that are new excepted: what differs is rewritten, what is
 * gone is deleted, what has come back is restored, each with its line in the log. What was edited here follows the decision.
 */
export async function replaceKnown(tx: Db, merge: Merge): Promise<Merged> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const edited = await mark(tx, merge);
  const written = await rewrite(tx, merge);
  const { removed, conflicts } = await removeGone(tx, merge);
  const all = [...edited, ...conflicts];
  return { ...written, removed, conflicts: all.length, conflict_ids: all.slice(0, MAX_CONFLICT_IDS) };
}

/** Condition on a loaded row `s`: the layer has no such record yet. */
export const isNew = (layer: number) =>
  sql<boolean>`not exists (select 1 from ${sql.table(partition(layer))} r where r.id = s.id)`;

/** Remembers which record each row of the source became, and what it said. Of a record that stays ours the old word counts. */
export const keepKeys = (tx: Db, table: string, layer: number) =>
  sql`insert into record_source (layer_id, key, record_id, hash, version)
      select ${layer}::int, s.source_key, s.id, s.hash, coalesce(s.seen + (s.act is not null)::int, 1)
        from ${sql.table(table)} s where s.act is distinct from 'ours'
    on conflict (layer_id, key) do update set record_id = excluded.record_id, hash = excluded.hash, version = excluded.version`.execute(
    tx,
  );

/** The box of the records that are there, in degrees; null where none has a place. */
export async function setExtent(tx: Db, layer: number): Promise<void> {
  const r = sql.table(partition(layer));
  await sql`update layer set extent = (select case when st_extent(geom) is null then null else array[st_xmin(st_extent(geom)), st_ymin(st_extent(geom)), st_xmax(st_extent(geom)), st_ymax(st_extent(geom))] end
    from ${r} where deleted_at is null) where id = ${layer}::int`.execute(tx);
}
