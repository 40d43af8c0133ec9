// What a deletion means for the records that belong to those that go: it is refused, they lose their key, or they go too.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Removed } from '../../../../contract/schemas/record';
import { MAX_PER_CALL } from '../../../../contract/schemas/record';
import type { Db } from '../../../db/engine';
import { hashOf, hasKey, keyText } from '../../../db/indexes/key-index';
import { visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import type { Acting } from '../../../http/context';
import { ruled } from '../../../http/errors';
import { type RelationRow, rulesOf } from '../../layers/relation/store';
import { find, type LayerRow } from '../../layers/store';
import type { TouchTiles } from '../access';
import { lockIds } from '../batch';
import { changeMany } from '../values/change-many';

type Remove = (layer: LayerRow, ids: readonly number[]) => Promise<z.infer<typeof Removed>>;

/** The living records of a child's layer whose keys these parents have, one more than the cap where there are more. */
export async function childrenOf(
  db: Db,
  { parent_layer, parent_field, child_layer, child_field }: RelationRow,
  parents: readonly number[],
  sight = sql`true`,
): Promise<{ id: number; isSeen: boolean }[]> {
  const own = parent_field === null ? sql`p.id::text` : keyText(parent_field, 'p');
  const { rows } = await sql<{ id: number; isSeen: boolean }>`
    with k as materialized (select distinct ${own} as key from ${sql.table(partition(parent_layer))} p where p.id = any(${[...parents]}::bigint[]) and coalesce(${own}, '') <> '')
    select n.id::float8 as id, ${sight} as "isSeen" from k join ${sql.table(partition(child_layer))} n
      on ${hashOf(keyText(child_field, 'n'))} = ${hashOf(sql`k.key`)} and ${keyText(child_field, 'n')} = k.key
      where ${hasKey(child_field, 'n')} order by n.id limit ${MAX_PER_CALL + 1}::int`.execute(db);
  return rows;
}

/** The children of records that go, by relation; those that go themselves are left out. Refuses what a relation forbids. */
async function findChildren(ctx: Acting, db: Db, layer: LayerRow, ids: readonly number[]) {
  const relations = (await rulesOf(db, layer.id)).filter(({ parent_layer }) => parent_layer === layer.id);
  const going = new Set(ids);
  const all: { relation: RelationRow; child: LayerRow; ids: number[] }[] = [];
  for (const relation of relations) {
    const rows = (await childrenOf(db, relation, ids, sql`${visibleTo(ctx.caller, relation.child_layer)}`)).filter(
      ({ id }) => relation.child_layer !== layer.id || !going.has(id),
    );
    if (rows.length === 0) continue;
    const params = { relation: relation.name, count: rows.length, max: MAX_PER_CALL };
    const child = await find(db, ctx.caller, relation.child_layer);
    const isOpen = child !== undefined && rows.every(({ isSeen }) => isSeen);
    if (relation.on_delete === 'block') throw ruled(isOpen ? 'relatedBlock' : 'relatedBlockHidden', { params });
    const right = relation.on_delete === 'clear' ? 'edit' : 'delete';
    if (!child || !isOpen || !ctx.caller.rightsOn(child)[right]) throw ruled('relatedNoRight', { params });
    if (rows.length > MAX_PER_CALL) throw ruled('relatedTooMany', { params });
    all.push({ relation, child, ids: rows.map(({ id }) => id) });
  }
  return all;
}

/** Refuses a deletion that relations forbid, also where it only asks for one. */
export async function refuseDeletion(ctx: Acting, db: Db, layer: LayerRow, ids: readonly number[]): Promise<void> {
  await findChildren(ctx, db, layer, ids);
}

/** Does to the children of deleted records what their relations say. Returns what went with them. */
export async function followDeletion(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  touch: TouchTiles,
  remove: Remove,
): Promise<{ related: number[]; waiting: number[] }> {
  const done = { related: [] as number[], waiting: [] as number[] };
  if (ids.length === 0) return done;
  for (const { relation, child, ids: some } of await findChildren(ctx, db, layer, ids)) {
    const locked = await lockIds(db, child.id, some);
    if (relation.on_delete === 'clear') {
      await changeMany(ctx, db, child, locked, { [relation.child_field]: null }, touch);
      continue;
    }
    const { waiting = [], related = [] } = await remove(child, locked);
    const waits = new Set(waiting);
    done.related.push(...locked.filter((id) => !waits.has(id)), ...related);
    done.waiting.push(...waiting);
  }
  return done;
}

/** Gives the children of records that are joined into one the key of that one. */
export async function moveChildren(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  from: readonly number[],
  to: { id: number; value: Record<string, unknown> },
  touch: TouchTiles,
): Promise<void> {
  for (const relation of await rulesOf(db, layer.id)) {
    if (relation.parent_layer !== layer.id) continue;
    const rows = await childrenOf(db, relation, from, sql`${visibleTo(ctx.caller, relation.child_layer)}`);
    if (rows.length === 0) continue;
    const params = { relation: relation.name, max: MAX_PER_CALL };
    const child = await find(db, ctx.caller, relation.child_layer);
    if (!child || !rows.every(({ isSeen }) => isSeen) || !ctx.caller.rightsOn(child).edit)
      throw ruled('relatedNoRight', { params });
    if (rows.length > MAX_PER_CALL) throw ruled('relatedTooMany', { params });
    const key = relation.parent_field === null ? to.id : to.value[relation.parent_field];
    const ids = await lockIds(db, child.id, rows.map(({ id }) => id)); // biome-ignore format: one line
    await changeMany(ctx, db, child, ids, { [relation.child_field]: (key ?? null) as string | null }, touch);
  }
}
