// The records that belong to a record by a relation, and how many they are.
import { sql } from 'kysely';
import type { Values } from '../../../../contract/schemas/form';
import {
  MAX_CHILDREN_COUNTED,
  type RelatedCount,
  type RelationSide,
} from '../../../../contract/schemas/layers/relation';
import { ensureKeyIndex, keyIs } from '../../../db/indexes/key-index';
import { approvalIn, visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import type { Ctx } from '../../../http/context';
import { invalid, notFound } from '../../../http/errors';
import { countRows, listed, MAX_COUNTED } from '../../../http/list';
import type { Handlers } from '../../../http/mount';
import { layerFor } from '../../layers/access';
import { keyOfRelation, listRelations, type RelationRow } from '../../layers/relation/store';
import { find } from '../../layers/store';
import { getRecord, showRecord } from '../access';
import * as store from '../store';

const PAGE_SIZE = 25;

/** The key that a record has at one end of a relation. */
const keyAt = (name: string | null, { id, value }: { id: number; value: Values }): string =>
  name === null ? String(id) : String(value[name] ?? '');

/** The end that the record's layer is, seen from which the others are the side. */
function sideOf(relation: RelationRow, layer: number, side: RelationSide | undefined): RelationSide {
  const sides = [
    ...(relation.parent_layer === layer ? (['children'] as const) : []),
    ...(relation.child_layer === layer ? (['parents'] as const) : []),
  ];
  const end = side ?? (sides.length === 1 ? sides[0] : undefined);
  if (!end || !sides.includes(end)) throw invalid('side');
  return end;
}

const isLimited = ({ caller }: Ctx, layer: number) =>
  caller.regions.length > 0 || approvalIn(caller, layer) !== undefined;

export const relatedHandlers: Pick<Handlers['relations'], 'related' | 'counts'> = {
  async related(ctx, { params, query }) {
    const { record, layer } = await getRecord(ctx, params.id);
    const { engine, caller } = ctx;
    const relations = await listRelations(engine.db, caller, { layer: layer.id });
    const relation = relations.find((one) => keyOfRelation(one) === query.relation);
    if (!relation) throw notFound();
    const side = sideOf(relation, layer.id, query.side);
    const [otherId, otherField, ownField] =
      side === 'children'
        ? [relation.child_layer, relation.child_field, relation.parent_field]
        : [relation.parent_layer, relation.parent_field, relation.child_field];
    const other = await find(engine.db, caller, otherId);
    const key = keyAt(ownField, record);
    const nothing = { count: 0, next: null, previous: null, results: [], limited: false };
    if (!other) return { ...nothing, hidden: true };
    const limited = isLimited(ctx, other.id);
    if (key === '' || (otherField === null && !/^\d{1,15}$/.test(key))) return { ...nothing, hidden: false, limited };
    if (otherField !== null) await ensureKeyIndex(engine, partition(other.id), otherField);
    const isRelated = otherField === null ? sql`n.id = ${key}::bigint and n.deleted_at is null` : keyIs(otherField, 'n', sql`${key}::text`); // biome-ignore format: one line
    const from = sql`from ${sql.table(partition(other.id))} n where ${isRelated} and ${visibleTo(caller, other.id)}`;
    const page = await listed(ctx, query, {
      rows: async (end) => {
        const { rows } = await sql<{ id: number }>`select n.id::float8 as id ${from} ${end}`.execute(engine.db);
        const records = await store.findByIds(engine.db, other.id, rows.map(({ id }) => id)); // biome-ignore format: one line
        return records.map((row) => showRecord(ctx, other, row));
      },
      count: () => countRows(engine.db, from, MAX_COUNTED),
      orders: { id: sql`n.id` },
      first: 'id',
      size: PAGE_SIZE,
    });
    return { ...page, hidden: false, limited };
  },

  async counts(ctx, { query }) {
    const { row: layer } = await layerFor(ctx, query.layer);
    const { engine, caller } = ctx;
    const relations = (await listRelations(engine.db, caller, { layer: layer.id })).filter(
      ({ parent_layer }) => parent_layer === layer.id,
    );
    if (relations.length === 0 || query.ids.length === 0) return [];
    const { rows: records } = await sql<{ id: number; value: Values }>`
      select n.id::float8 as id, n.value from ${sql.table(partition(layer.id))} n
        where n.id = any(${query.ids}::bigint[]) and n.deleted_at is null and ${visibleTo(caller, layer.id)}`.execute(
      engine.db,
    );
    const counts: RelatedCount[] = [];
    for (const relation of relations) {
      if (!(await find(engine.db, caller, relation.child_layer))) continue;
      const table = partition(relation.child_layer);
      await ensureKeyIndex(engine, table, relation.child_field);
      const keyed = records.map((record) => ({ id: record.id, key: keyAt(relation.parent_field, record) }));
      const { rows } = await sql<{ id: number; n: number }>`
        select k.id::float8 as id, (select count(*)::int from (select 1 from ${sql.table(table)} n
            where ${keyIs(relation.child_field, 'n', sql`k.key`)} and ${visibleTo(caller, relation.child_layer)} limit ${MAX_CHILDREN_COUNTED + 1}::int) s) as n
          from unnest(${keyed.map(({ id }) => id)}::bigint[], ${keyed.map(({ key }) => key)}::text[]) as k(id, key)`.execute(
        engine.db,
      );
      for (const { id, n } of rows)
        counts.push({
          record: id,
          relation: keyOfRelation(relation),
          side: 'children',
          count: Math.min(n, MAX_CHILDREN_COUNTED),
          capped: n > MAX_CHILDREN_COUNTED,
        });
    }
    return counts;
  },
};
