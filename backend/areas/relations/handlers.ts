// Relations between layers: made, changed, removed, and how their keys meet before that.
import { sql } from 'kysely';
import type { Relation, RelationInput } from '../../../contract/schemas/layers/relation';
import { type Db, unhurried } from '../../db/engine';
import { dropKeyIndex, ensureKeyIndex } from '../../db/indexes/key-index';
import { partition } from '../../geo/tiles';
import type { Ctx } from '../../http/context';
import { fieldRefusal, notFound } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import * as store from '../layers/relation/store';
import { findMany, type LayerRow } from '../layers/store';
import { checkKeys } from './check-keys';
import { checkRelation } from './rules';

/** Relations as the caller sees them: an end that is not open to them is missing. */
async function toRelations({ engine, caller }: Ctx, rows: readonly store.RelationRow[]): Promise<Relation[]> {
  const ids = [...new Set(rows.flatMap(({ parent_layer, child_layer }) => [parent_layer, child_layer]))];
  const layers = new Map((await findMany(engine.db, caller, ids)).map((row) => [row.id, row]));
  const endOf = (layer: LayerRow | undefined, field: string | null) =>
    layer
      ? {
          layer: layer.id,
          label: layer.label,
          type: layer.type,
          field,
          field_label: layer.config.form.find(({ name }) => name === field)?.label ?? null,
        }
      : null;
  return rows.map((row) => ({
    id: row.id,
    key: store.keyOfRelation(row),
    name: row.name,
    parent: endOf(layers.get(row.parent_layer), row.parent_field),
    child: endOf(layers.get(row.child_layer), row.child_field),
    kind: row.kind,
    on_delete: row.on_delete,
    required: row.required,
    label: row.label,
    back_label: row.back_label,
    title: row.title,
    columns: row.columns,
  }));
}

async function getRow({ engine, caller }: Ctx, id: number, db: Db = engine.db): Promise<store.RelationRow> {
  const row = (await store.listRelations(db, caller, {})).find((one) => one.id === id);
  if (!row) throw notFound();
  return row;
}
const getRelation = async (ctx: Ctx, id: number) => (await toRelations(ctx, [await getRow(ctx, id)]))[0] as Relation;
const read = (ctx: Ctx, id: number) => withVersion(ctx, ['layer_relation', id], () => getRelation(ctx, id));

/** Writes a relation that is sound; two of one field are refused by the database. */
async function write<T>(ctx: Ctx, of: RelationInput, work: (tx: Db) => Promise<T>): Promise<T> {
  await checkRelation(ctx, of);
  const result = await unhurried(ctx.engine.db, work).catch((error) => {
    throw store.isKeyTaken(error) ? fieldRefusal({ child_field: 'relationTaken' }) : error;
  });
  await ensureKeyIndex(ctx.engine, partition(of.child_layer), of.child_field);
  return result;
}

export const relationHandlers: Pick<Handlers['relations'], 'list' | 'one' | 'create' | 'edit' | 'remove' | 'check'> = {
  list(ctx, { query }) {
    const { engine, caller } = ctx;
    return listed(ctx, query, {
      rows: async (end) => toRelations(ctx, await store.listRelations(engine.db, caller, query, end)),
      count: () => countRows(engine.db, store.fromRelations(caller, query)),
      orders: { name: byText(engine, sql`r.name`), id: sql`row(coalesce(r.id, 0), r.child_layer, r.child_field)` },
      first: 'name',
    });
  },

  one: (ctx, { params }) => read(ctx, rowId(params.id)),

  async create(ctx, { body }) {
    const id = await write(ctx, body, (tx) => store.insertRelation(tx, ctx.caller.customer, body));
    return read(ctx, id);
  },

  async edit(ctx, { params, body }) {
    const id = rowId(params.id);
    const { id: _, ...was } = await getRow(ctx, id);
    const after = { ...was, ...body } as RelationInput;
    const run = write(ctx, after, async (tx) => {
      await sql`select 1 from layer_relation where id = ${id}::int for update`.execute(tx);
      await getRow(ctx, id, tx);
      await checkVersion(ctx, tx, ['layer_relation', id]);
      await store.updateRelation(tx, id, after);
    });
    await orCurrent(run, () => getRelation(ctx, id));
    return read(ctx, id);
  },

  async remove(ctx, { params }) {
    const id = rowId(params.id);
    const { child_layer, child_field } = await getRow(ctx, id);
    await ctx.engine.db.transaction().execute(async (tx) => {
      await sql`delete from layer_relation where id = ${id}::int and customer_id = ${ctx.caller.customer}::int`.execute(
        tx,
      );
      await dropKeyIndex(tx, partition(child_layer), child_field);
    });
    return {};
  },

  check: (ctx, { body }) => checkKeys(ctx, body),
};
