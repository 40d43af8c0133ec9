// SQL of layers and groups, and the making and unmaking of a layer's partition of records.
import { sql } from 'kysely';
import {
  LAYER_TYPES,
  type Layer,
  type LayerConfig,
  type LayerUsage,
  type Rights,
} from '../../../contract/schemas/layer';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import type { Caller } from '../../identity/caller';
import { findPersons, selectPerson } from '../../identity/people';
import { lockLayerRoom } from '../subscription/service';
import { type PictureSet, pictureAddress } from './pictures';
import { publicSource } from './service/secret';

export * from './table/partition';

export type LayerRow = Awaited<ReturnType<typeof find>> & object;

/** Condition on layer `l`: not in the trash, and the caller owns it, a role opens it, or they are a superuser. */
export const visible = (caller: Caller) =>
  caller.superuser
    ? sql<boolean>`l.deleted_at is null`
    : sql<boolean>`(l.deleted_at is null and (${caller.onlyGranted ? sql`false` : sql`l.owner_id = ${caller.id}`} or l.id = any(${[...caller.granted].filter(([, r]) => r.view).map(([id]) => id)}::int[])))`;

const groupsOf = sql<
  number[]
>`coalesce((select array_agg(g.group_id order by g.group_id) from layer_group_layer g where g.layer_id = l.id), '{}')`;

/** Layers that the caller sees, with their groups. */
export const selectLayers = (db: Db, caller: Caller) =>
  db
    .selectFrom('layer as l')
    .selectAll('l')
    .select(groupsOf.as('group_layer'))
    .where('l.customer_id', '=', caller.customer)
    .where(visible(caller));

/** A layer as the wire shows it. */
export const toLayer = (row: LayerRow, rights: Rights, people?: ReadonlyMap<number, Person>): Layer => ({
  id: row.id,
  label: row.label,
  type: row.type,
  config: { ...row.config, source: publicSource(row.type, row.config.source) },
  icon: pictureAddress(row.id, 'icon', row.icon),
  marker: pictureAddress(row.id, 'marker', row.marker),
  customer: row.customer_id,
  group_layer: row.group_layer,
  logo: pictureAddress(row.id, 'logo', row.logo),
  extent: row.extent as Layer['extent'],
  record_count: row.record_count,
  rev: row.rev,
  rights,
  ...(people && {
    owner: people.get(row.owner_id ?? 0) ?? null,
    create_date: row.created.toISOString(),
    modified_user: people.get(row.modifier_id ?? 0) ?? null,
    modified_date: (row.modified ?? row.created).toISOString(),
    bytes: row.bytes === null ? null : Number(row.bytes),
  }),
});

/** Layers as the caller sees them, with who made and changed them. */
export async function toLayers(db: Db, caller: Caller, rows: readonly LayerRow[]): Promise<Layer[]> {
  const ids = rows.flatMap((row) => [row.owner_id, row.modifier_id]);
  const people = await findPersons(db, caller.customer, ids);
  return rows.map((row) => toLayer(row, caller.rightsOn(row), people));
}

export const find = (db: Db, caller: Caller, id: number) =>
  selectLayers(db, caller).where('l.id', '=', id).executeTakeFirst();

/** Holds layers of the customer until the transaction ends, in one order for all. */
export async function hold(db: Db, customer: number, ids: readonly number[]): Promise<void> {
  await sql`select id from layer where customer_id = ${customer}::int and id = any(${[...ids]}::int[]) order by id for update`.execute(
    db,
  );
}

/** Layers by id, in no order, if the caller may see them. */
export const findMany = (db: Db, caller: Caller, ids: readonly number[]) =>
  selectLayers(db, caller)
    .where('l.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();

/** The layers with records that the caller may see, all or the ones named; `placed` leaves out tables, whose records have no place. */
export async function recordLayers(db: Db, caller: Caller, named: readonly number[], placed = false) {
  let query = db
    .selectFrom('layer as l')
    .select(['l.id', 'l.record_count'])
    .where('l.customer_id', '=', caller.customer)
    .where(visible(caller))
    .where('l.type', '<=', LAYER_TYPES.polygon);
  if (placed) query = query.where('l.type', '>', LAYER_TYPES.table);
  if (named.length > 0) query = query.where('l.id', '=', sql<number>`any(${[...named]}::int[])`);
  return query.orderBy('l.id').execute();
}

/** Their ids alone. */
export const recordLayerIds = async (...args: Parameters<typeof recordLayers>): Promise<number[]> =>
  (await recordLayers(...args)).map(({ id }) => id);

/** Writes a layer's row. Refuses what the customer's plan has no room for. */
export async function insert(
  db: Db,
  values: {
    customer: number;
    owner: number | null;
    label: string;
    type: number;
    config: LayerConfig;
    extent?: number[] | null;
    count?: number;
    pictures?: PictureSet;
  },
  id?: number,
) {
  await lockLayerRoom(db, values.customer);
  const row = await db
    .insertInto('layer')
    .values({
      ...(id === undefined ? {} : { id }),
      customer_id: values.customer,
      owner_id: values.owner,
      label: values.label,
      type: values.type,
      config: JSON.stringify(values.config),
      extent: values.extent ?? null,
      record_count: values.count ?? 0,
      icon: values.pictures?.icon ?? null,
      marker: values.pictures?.marker ?? null,
      logo: values.pictures?.logo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The id that the next layer will have. */
export async function reserveId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('layer', 'id'))::int as id`.execute(
    db,
  );
  return (rows[0] as { id: number }).id;
}

/** The groups that a layer is in, replaced. */
export async function setGroups(db: Db, caller: Caller, layer: number, groups: number[]): Promise<void> {
  await db.deleteFrom('layer_group_layer').where('layer_id', '=', layer).execute();
  await addToGroups(db, caller.customer, layer, groups);
}

export const update = (
  db: Db,
  id: number,
  set: { label?: string; config?: LayerConfig; extent?: number[] | null; pictures?: PictureSet },
  by: { account: number; at: Date },
) =>
  db
    .updateTable('layer')
    .set((e) => ({
      ...(set.label === undefined ? {} : { label: set.label }),
      ...(set.config ? { config: JSON.stringify(set.config) } : {}),
      ...(set.extent === undefined ? {} : { extent: set.extent }),
      ...set.pictures,
      rev: e('rev', '+', 1),
      modifier_id: by.account,
      modified: by.at,
    }))
    .where('id', '=', id)
    .execute();

/**
 * Layers with everything that hangs on them: rights, places in groups, history, and the records' tables. Inside a transaction.
 * Answers the keys of the records' files, which go after the commit.
 */
export async function removeMany(db: Db, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from record_file where layer_id = any(${[...ids]}::int[]) returning key`.execute(db);
  await sql`delete from layer where id = any(${[...ids]}::int[])`.execute(db);
  await sql`delete from record_log where layer_id = any(${[...ids]}::int[])`.execute(db);
  for (const id of ids) await sql`drop table if exists ${sql.table(partition(id))}`.execute(db);
  return rows.map((r) => r.key);
}

/** Moves layers to the trash. */
export const putInTrash = (db: Db, ids: readonly number[], account: number, at: Date) =>
  db
    .updateTable('layer')
    .set((e) => ({ deleted_at: at, deleted_by: account, rev: e('rev', '+', 1) }))
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();

/** Takes a layer out of the trash, if there is room for it in the customer's plan. */
export async function takeFromTrash(db: Db, customer: number, id: number): Promise<void> {
  await lockLayerRoom(db, customer);
  await db
    .updateTable('layer')
    .set((e) => ({ deleted_at: null, deleted_by: null, rev: e('rev', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Condition on layer `l` in the trash that the caller may restore it: the right to manage it, as before it was deleted. */
const restorable = (caller: Caller) =>
  caller.superuser
    ? sql<boolean>`true`
    : sql<boolean>`(l.owner_id = ${caller.id} or l.id = any(${[...caller.granted].filter(([, r]) => r.manage).map(([id]) => id)}::int[]))`;

const MAX_TRASH = 1000;

/** Layers in the trash that the caller may restore, the latest first. */
export async function trash(db: Db, caller: Caller, id?: number) {
  const { rows } = await sql<{
    id: number;
    label: string;
    type: number;
    record_count: number;
    icon: string | null;
    marker: string | null;
    logo: string | null;
    keys: string[];
    deleted: Date;
    deleted_by: Person | null;
  }>`
    select l.id, l.label, l.type, l.record_count, l.icon, l.marker, l.logo, case when l.type = ${LAYER_TYPES.raster}::int then array_remove(array[l.config->'source'->>'key', l.config->'source'->>'original'], null) else '{}' end as keys,
      l.deleted_at as deleted, ${selectPerson('l.deleted_by')} as deleted_by
      from layer l where l.customer_id = ${caller.customer}::int and l.deleted_at is not null and ${restorable(caller)}
        ${id === undefined ? sql`` : sql`and l.id = ${id}::int`} order by l.deleted_at desc, l.id limit ${MAX_TRASH}::int`.execute(
    db,
  );
  return rows;
}

const MAX_NAMES = 20;

/** What goes with a layer. Records are counted by the layer's own counter. */
export async function usage(db: Db, id: number): Promise<LayerUsage> {
  const names = (from: ReturnType<typeof sql>) =>
    sql`coalesce((select array_agg(x.name) from (${from} limit ${MAX_NAMES}::int) x), '{}')`;
  const { rows } = await sql<LayerUsage>`
    select l.record_count::float8 as records,
      case when l.type <= ${LAYER_TYPES.polygon}::int then (select count(*)::float8 from record n where n.layer_id = l.id and n.deleted_at is not null) else 0 end as deleted_records,
      (select count(*)::int from record_file f where f.layer_id = l.id) as files,
      (select count(*)::int from layer_permission p where p.layer_id = l.id) as roles,
      ${names(sql`select g.label as name from layer_group_layer gl join layer_group g on g.id = gl.group_id where gl.layer_id = l.id order by g.label`)} as groups,
      ${names(sql`select p.name from project_layer pl join project p on p.id = pl.project_id where pl.layer_id = l.id order by p.name`)} as projects, ${names(sql`select r.name from layer_relation r where l.id in (r.parent_layer, r.child_layer) order by r.name`)} as relations
      from layer l where l.id = ${id}::int`.execute(db);
  return rows[0] as LayerUsage;
}

/** Puts a new layer on top of groups of its customer. */
export async function addToGroups(db: Db, customer: number, layer: number, groups: readonly number[]): Promise<void> {
  await sql`insert into layer_group_layer (group_id, layer_id, position) select g.id, ${layer}::int, 0 from layer_group g where g.customer_id = ${customer}::int and g.id = any(${[...groups]}::int[]) on conflict do nothing`.execute(
    db,
  );
}
