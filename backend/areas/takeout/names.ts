// What the layers of a bundle name by ids, and the new ids that these get where it is put back: shared lists and versions of forms, features
// of other layers, files.
import { sql } from 'kysely';
import { isFiles } from '../../../contract/fields';
import type { FormChange } from '../../../contract/form/changes';
import type { Choice, Field } from '../../../contract/schemas/form';
import type { LayerConfig } from '../../../contract/schemas/layer';
import type { RelationInput } from '../../../contract/schemas/layers/relation';
import type { Db } from '../../db/engine';
import { keepUnique } from '../../db/indexes/unique-index';
import { partition } from '../../geo/tiles';

export interface ListOut {
  id: number;
  label: string;
  items: Choice[];
}

/** Its author has the id that he has in the bundle. */
export interface VersionOut {
  number: number;
  account: number | null;
  at: string;
  form: Field[];
  changes: FormChange[];
}

/** New ids by old ones. */
export interface NewIds {
  layers: ReadonlyMap<number, number>;
  lists: ReadonlyMap<number, number>;
}

export async function lists(db: Db, customer: number): Promise<ListOut[]> {
  const { rows } = await sql<ListOut>`
    select id, label, items from choice_list where customer_id = ${customer}::int order by id`.execute(db);
  return rows;
}

/** The versions of a layer's form as lines, the first one first. */
export async function versionLines(db: Db, layer: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_object('number', number, 'account', account_id, 'at', at, 'form', form, 'changes', changes)::text as line
      from form_version where layer_id = ${layer}::int order by number`.execute(db);
  return rows.map(({ line }) => line);
}

/** Puts shared lists back. Answers their new ids. */
export async function restoreLists(db: Db, customer: number, rows: readonly ListOut[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const { id, label, items } of rows) {
    const result = await sql<{ id: number }>`
      insert into choice_list (customer_id, label, items) values (${customer}::int, ${label}, ${JSON.stringify(items)}::jsonb) returning id`.execute(db); // biome-ignore format: one statement
    ids.set(id, (result.rows[0] as { id: number }).id);
  }
  return ids;
}

/** Opens the table of old and new ids of records and files, which ends with the transaction. */
export const openIds = (tx: Db) =>
  sql`create temporary table takeout_id (kind text, old bigint, new bigint, primary key (kind, old)) on commit drop`.execute(tx); // biome-ignore format: one statement

export const noteIds = (tx: Db, kind: 'record' | 'file', old: readonly number[], fresh: readonly number[]) =>
  sql`insert into takeout_id select ${kind}::text, t.old, t.new from unnest(${[...old]}::bigint[], ${[...fresh]}::bigint[]) as t(old, new)`.execute(tx); // biome-ignore format: one statement

/** A form whose fields name what is there now. What named a layer that the bundle lacks is the number that it was. */
function formWithIds(form: readonly Field[], { layers, lists: fresh }: NewIds): Field[] {
  return form.map(({ list, reference, ...field }) => {
    const listId = list === undefined ? undefined : fresh.get(list);
    const layer = reference && layers.get(reference.layer);
    return {
      ...field,
      ...(listId === undefined ? {} : { list: listId }),
      ...(layer === undefined ? {} : { reference: { ...reference, layer } }),
      ...(reference && layer === undefined ? { type: 'integer' as const } : {}),
    };
  });
}

/** The value that a field has with its new ids; an id that is not there becomes nothing. */
function renamed(value: ReturnType<typeof sql>, field: string, kind: 'record' | 'file') {
  const own = sql`${value}->${sql.lit(field)}`;
  const now =
    kind === 'record'
      ? sql`(select to_jsonb(i.new) from takeout_id i where i.kind = 'record' and i.old = (${own})::bigint)`
      : sql`(select coalesce(jsonb_agg(i.new order by a.n), '[]') from jsonb_array_elements(${own}) with ordinality a(e, n) join takeout_id i on i.kind = 'file' and i.old = a.e::bigint)`;
  return sql`${value} || jsonb_build_object(${sql.lit(field)}, ${now})`;
}
const typeOfValue = { record: 'number', file: 'array' } as const;

/** Gives a column that holds values, or a version with values in it, the new ids of one field. */
const renameIn = (db: Db, table: string, column: string, layer: number, field: string, kind: 'record' | 'file') => {
  const own = sql.ref(column);
  const value = column === 'value' ? own : sql`${own}->'value'`;
  const next = renamed(value, field, kind);
  return sql`
    update ${sql.table(table)} set ${own} = ${column === 'value' ? next : sql`jsonb_set(${own}, '{value}', ${next})`}
      where layer_id = ${layer}::int and jsonb_typeof(${value}->${sql.lit(field)}) = ${sql.lit(typeOfValue[kind])}`.execute(
    db,
  );
};

/**
 * Gives a layer that was put back its names: its form and the versions of that, and the values of its records and their history. After
 * all layers are there.
 */
export async function renameLayer(
  tx: Db,
  layer: { id: number; config: Pick<LayerConfig, 'form'> },
  { ids, byId, versions, people }: { ids: NewIds; byId: readonly string[]; versions: readonly VersionOut[]; people: Readonly<Record<string, number>> }, // biome-ignore format: one parameter
): Promise<void> {
  const form = formWithIds(layer.config.form, ids);
  await sql`update layer set config = config || jsonb_build_object('form', ${JSON.stringify(form)}::jsonb) where id = ${layer.id}::int`.execute(tx); // biome-ignore format: one statement
  for (const { number, account, at, form: old, changes } of versions)
    await sql`insert into form_version (layer_id, number, account_id, at, form, changes) values (${layer.id}::int, ${number}::int,
      ${people[String(account)] ?? null}::int, ${at}::timestamptz, ${JSON.stringify(formWithIds(old, ids))}::jsonb, ${JSON.stringify(changes)}::jsonb)`.execute(tx); // biome-ignore format: one statement
  const records = form.filter(({ type, name }) => type === 'reference' || byId.includes(name));
  const fields = [
    ...records.map(({ name }) => [name, 'record'] as const),
    ...form.filter(isFiles).map(({ name }) => [name, 'file'] as const),
  ];
  if (fields.length === 0) return;
  // On the way a new id may be the old one of another record.
  const table = partition(layer.id);
  await keepUnique(tx, table, form.filter(({ name }) => !records.some((field) => field.name === name))); // biome-ignore format: one line
  for (const [name, kind] of fields) {
    for (const column of ['value', 'unconfirmed']) await renameIn(tx, table, column, layer.id, name, kind);
    for (const column of ['before', 'after']) await renameIn(tx, 'record_log', column, layer.id, name, kind);
  }
  await keepUnique(tx, table, form);
}

/** Fields by which a layer's records name their parents' ids. */
export const fieldsById = (relations: readonly RelationInput[], layer: number): string[] =>
  relations.flatMap((r) => (r.parent_field === null && r.child_layer === layer ? [r.child_field] : []));
