// The layers that are related to one that leaves, one step away: of each the records that belong to those that leave, and the pairs.
import { type RawBuilder, sql } from 'kysely';
import type { ExportOrder } from '../../../contract/schemas/export';
import { ensureKeyIndex, hashOf, hasKey, keyIs, keyText } from '../../db/indexes/key-index';
import type { OutLayer, OutLink } from '../../geo/export';
import { visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Asking } from '../../http/context';
import { listRelations, type RelationRow } from '../layers/relation/store';
import { findMany, type LayerRow } from '../layers/store';
import { outLayer, whereOf } from './out-layer';
import * as store from './store';

/** Pairs of one statement. */
const BATCH = 2000;
/** Characters of a relation's name; a field that makes one may be called longer. */
const MAX_NAME = 100;

/** The relations of a layer whose other layer the caller may take away too, and all that the caller sees an end of. */
export async function relationsOut(ctx: Asking, layer: LayerRow) {
  const all = await listRelations(ctx.engine.db, ctx.caller, { layer: layer.id });
  const otherIds = [...new Set(all.map((one) => (one.parent_layer === layer.id ? one.child_layer : one.parent_layer)))];
  const others = (await findMany(ctx.engine.db, ctx.caller, otherIds)).filter(
    (row) => row.type <= 3 && ctx.caller.rightsOn(row).export,
  );
  const open = new Set([layer.id, ...others.map(({ id }) => id)]);
  return {
    all,
    going: all.filter((one) => open.has(one.parent_layer) && open.has(one.child_layer)),
    others: others.filter(({ id }) => id !== layer.id),
  };
}

/** Condition that parent `p` is the one that child `n` names, or the other way round where the child is `c` and the parent `n`. */
function isParentOf({ parent_field, child_field }: RelationRow, parent: 'p' | 'n', child: 'c' | 'n') {
  if (parent_field !== null && parent === 'p')
    return sql`(${hasKey(child_field, child)} and ${keyIs(parent_field, parent, keyText(child_field, child))})`;
  if (parent_field !== null)
    return sql`(${hasKey(parent_field, parent)} and ${keyIs(child_field, child, keyText(parent_field, parent))})`;
  const key = keyText(child_field, child);
  if (parent === 'n') return keyIs(child_field, child, sql`n.id::text`);
  return sql`(${hasKey(child_field, child)} and p.id = case when ${key} ~ '^[0-9]{1,15}$' then ${key}::bigint end and p.deleted_at is null)`;
}

/** Condition that record `n` of the other layer belongs to a record of `layer` that `where`, on `n`, leaves. */
function belongs(layer: LayerRow, relation: RelationRow, where: RawBuilder<unknown>, side: 'children' | 'parents') {
  const own = sql.table(partition(layer.id));
  const alias = side === 'children' ? 'p' : 'c';
  const isMatch = side === 'children' ? isParentOf(relation, 'p', 'n') : isParentOf(relation, 'n', 'c');
  return sql`exists (select 1 from ${own} ${sql.ref(alias)} where ${isMatch} and exists (select 1 from ${own} n where n.id = ${sql.ref(`${alias}.id`)} and ${where}))`;
}

/** Ids of parents and children that belong together, by conditions on the `n` of each. */
async function* pairsOf(
  { engine }: Asking,
  relation: RelationRow,
  parents: RawBuilder<unknown>,
  children: RawBuilder<unknown>,
): AsyncGenerator<readonly [number, number]> {
  const { parent_layer, parent_field, child_layer, child_field } = relation;
  const [up, down] = [sql.table(partition(parent_layer)), sql.table(partition(child_layer))];
  const isMatch =
    parent_field === null
      ? sql`p.id = case when c.key ~ '^[0-9]{1,15}$' then c.key::bigint end and p.deleted_at is null`
      : sql`${hasKey(parent_field, 'p')} and ${hashOf(keyText(parent_field, 'p'))} = ${hashOf(sql`c.key`)} and ${keyText(parent_field, 'p')} = c.key`;
  for (let last = 0; ; ) {
    const { rows } = await sql<{ parent: number | null; child: number }>`
      with c as materialized (select n.id, ${keyText(child_field, 'n')} as key from ${down} n
        where ${hasKey(child_field, 'n')} and ${children} and n.id > ${last}::bigint order by n.id limit ${BATCH})
      select c.id::float8 as child, p.id::float8 as parent from c left join lateral (
        select p.id from ${up} p where ${isMatch} and exists (select 1 from ${up} n where n.id = p.id and ${parents})) p on true order by c.id, p.id`.execute(
      engine.db,
    );
    for (const { parent, child } of rows) if (parent !== null) yield [parent, child];
    if (new Set(rows.map(({ child }) => child)).size < BATCH) return;
    last = rows.at(-1)?.child ?? 0;
  }
}

export interface RelatedOut {
  layers: OutLayer[];
  links: OutLink[];
  /** How many records of each layer go; the ordered one is the first. */
  counts: number[];
  rows: LayerRow[];
}

/** A layer with those that are related to it, as a GeoPackage takes them. The fields that are keys always come along. */
export async function relatedOut(ctx: Asking, layer: LayerRow, order: ExportOrder): Promise<RelatedOut> {
  const { going, others } = await relationsOut(ctx, layer);
  for (const { parent_layer, parent_field, child_layer, child_field } of going) {
    await ensureKeyIndex(ctx.engine, partition(child_layer), child_field);
    if (parent_field !== null) await ensureKeyIndex(ctx.engine, partition(parent_layer), parent_field);
  }
  const where = await whereOf(ctx, layer, order.filter);
  const rows = [layer, ...others];
  const at = (id: number) => rows.findIndex((row) => row.id === id);
  const conditions = rows.map((row) => {
    if (row.id === layer.id) return where;
    const any = going.flatMap((relation) => [
      ...(relation.child_layer === row.id ? [belongs(layer, relation, where, 'children')] : []),
      ...(relation.parent_layer === row.id ? [belongs(layer, relation, where, 'parents')] : []),
    ]);
    return sql`n.deleted_at is null and ${visibleTo(ctx.caller, row.id)} and (${sql.join(any, sql` or `)})`;
  });
  const keysOf = (id: number) =>
    going.flatMap((one) => [
      ...(one.child_layer === id ? [one.child_field] : []),
      ...(one.parent_layer === id && one.parent_field !== null ? [one.parent_field] : []),
    ]);
  const layers = await Promise.all(
    rows.map((row, i) => outLayer(ctx, row, i === 0 ? order : { codes: order.codes }, { where: conditions[i], keys: keysOf(row.id) })), // biome-ignore format: one list
  );
  const counts = [];
  for (const [i, row] of rows.entries())
    counts.push(await store.countRecords(ctx.engine.db, row.id, conditions[i] as RawBuilder<unknown>));
  const sight = (id: number) => (id === layer.id ? where : sql`n.deleted_at is null and ${visibleTo(ctx.caller, id)}`);
  const links = going.map((one): OutLink => {
    const { name, parent_field, child_field, kind, on_delete, required, label, back_label, title, columns } = one;
    const cut = (text: string) => text.trim().slice(0, MAX_NAME).trim();
    return {
      base: at(one.parent_layer),
      related: at(one.child_layer),
      definition: { name: cut(name), parent_field, child_field, kind, on_delete, required, label: cut(label), back_label: cut(back_label), title, columns }, // biome-ignore format: one row
      pairs: () => pairsOf(ctx, one, sight(one.parent_layer), sight(one.child_layer)),
    };
  });
  return { layers, links, counts, rows };
}

/** All that an order takes: the layer alone, or with those that are related to it. */
export async function partsOut(
  ctx: Asking,
  layer: LayerRow,
  order: ExportOrder,
): Promise<{ layers: OutLayer[]; links?: OutLink[]; counts: number[] }> {
  if (order.related) return relatedOut(ctx, layer, order);
  const counts = [await store.countRecords(ctx.engine.db, layer.id, await whereOf(ctx, layer, order.filter))];
  return { layers: [await outLayer(ctx, layer, order)], counts };
}
