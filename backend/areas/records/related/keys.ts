// What relations ask of the keys that are written: a parent that exists, one child where only one may be, and no child left behind.
import { sql } from 'kysely';
import { sameValue } from '../../../../contract/same';
import type { Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { keyIs } from '../../../db/indexes/key-index';
import { visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import type { Acting } from '../../../http/context';
import { fieldRefusal, ruled } from '../../../http/errors';
import { type RelationRow, rulesOf } from '../../layers/relation/store';
import type { LayerRow } from '../../layers/store';
import * as store from '../store';
import { childrenOf } from './deletion';

/** Whether a parent has the key, held until the transaction ends: its deletion waits. */
async function hasParent(
  ctx: Acting,
  db: Db,
  { parent_layer, parent_field }: RelationRow,
  key: string,
): Promise<boolean> {
  if (parent_field === null && !/^\d{1,15}$/.test(key)) return false;
  const is = parent_field === null ? sql`n.id = ${key}::bigint and n.deleted_at is null` : keyIs(parent_field, 'n', sql`${key}::text`); // biome-ignore format: one line
  const { rows } = await sql`
    select 1 from ${sql.table(partition(parent_layer))} n where ${is} and ${visibleTo(ctx.caller, parent_layer)} limit 1 for share of n`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether another child has the key. Two who write at once come one after the other. */
async function hasSibling(db: Db, { id, child_layer, child_field }: RelationRow, key: string, own: readonly number[]) {
  await sql`select pg_advisory_xact_lock(hashtext(${`relation ${id} ${key}`}::text))`.execute(db);
  const { rows } = await sql`
    select 1 from ${sql.table(partition(child_layer))} n where ${keyIs(child_field, 'n', sql`${key}::text`)}
      and n.id <> all(${[...own]}::bigint[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** Refuses keys that relations of the layer do not allow. `ids`: records that change; none for a new one. */
export async function checkKeys(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  changed: Values,
  isNew = false,
): Promise<void> {
  for (const relation of await rulesOf(db, layer.id)) {
    const { child_layer, child_field, parent_layer, parent_field } = relation;
    if (child_layer === layer.id && (isNew || child_field in changed)) {
      const key = String(changed[child_field] ?? '');
      if (relation.required && (key === '' || !(await hasParent(ctx, db, relation, key))))
        throw fieldRefusal({ [child_field]: 'relatedMissing' });
      if (relation.kind === 'one' && key !== '' && (ids.length > 1 || (await hasSibling(db, relation, key, ids))))
        throw fieldRefusal({ [child_field]: 'relatedOnlyOne' });
    }
    if (parent_layer !== layer.id || parent_field === null || !(parent_field in changed) || ids.length === 0) continue;
    const rows = await store.findByIds(db, layer.id, ids);
    const moved = rows
      .filter(({ value }) => !sameValue(value[parent_field], changed[parent_field]))
      .map(({ id }) => id);
    const children = moved.length > 0 ? await childrenOf(db, relation, moved) : [];
    if (children.length > 0)
      throw ruled('relatedKeyUsed', { params: { relation: relation.name, count: children.length } });
  }
}
