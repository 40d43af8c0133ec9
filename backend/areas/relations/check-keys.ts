// How the keys of two layers meet: children with and without a parent, and keys that more than one parent has.
import { type RawBuilder, sql } from 'kysely';
import type { RelationCheck, RelationChecked } from '../../../contract/schemas/layers/relation';
import { hasKey, keyText } from '../../db/indexes/key-index';
import { approvalIn, visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Ctx } from '../../http/context';
import { getEnds } from './rules';

const LIST_SIZE = 50;

/** The statements' common tables: the caller's children `c` and parents `p`, with their keys. */
function keysOf({ caller }: Ctx, of: RelationCheck): RawBuilder<unknown> {
  const [child, parent] = [sql.table(partition(of.child_layer)), sql.table(partition(of.parent_layer))];
  const own =
    of.parent_field === null
      ? sql`select n.id, n.id::text as key from ${parent} n where n.deleted_at is null and ${visibleTo(caller, of.parent_layer)}`
      : sql`select n.id, ${keyText(of.parent_field, 'n')} as key from ${parent} n where ${hasKey(of.parent_field, 'n')} and ${visibleTo(caller, of.parent_layer)}`;
  return sql`with p as (${own}),
    k as (select key, count(*) as n from p group by key),
    c as (select n.id, ${keyText(of.child_field, 'n')} as key from ${child} n where ${hasKey(of.child_field, 'n')} and ${visibleTo(caller, of.child_layer)})`;
}

const LISTS = {
  orphans: sql`select c.id, c.key from c where not exists (select 1 from k where k.key = c.key)`,
  duplicates: sql`select p.id, p.key from p join k on k.key = p.key where k.n > 1`,
  extras: sql`select s.id, s.key from (select c.id, c.key, row_number() over (partition by c.key order by c.id) as row from c join k on k.key = c.key) s where s.row > 1`,
} satisfies Record<NonNullable<RelationCheck['list']>, RawBuilder<unknown>>;

export async function checkKeys(ctx: Ctx, of: RelationCheck): Promise<RelationChecked> {
  const { isUnique } = await getEnds(ctx, of);
  const { db } = ctx.engine;
  const { caller } = ctx;
  const keys = keysOf(ctx, of);
  const { rows } = await sql<Omit<RelationChecked, 'unique' | 'limited' | 'records'>>`${keys}
    select m.matched, m.orphans, m.extras, (select coalesce(sum(k.n), 0)::float8 from k where k.n > 1) as duplicates,
      ((select count(*) from ${sql.table(partition(of.child_layer))} n where n.deleted_at is null and ${visibleTo(caller, of.child_layer)}) - m.matched - m.orphans)::float8 as empty
      from (select count(*) filter (where k.key is not null)::float8 as matched, count(*) filter (where k.key is null)::float8 as orphans,
        (count(*) filter (where k.key is not null) - count(distinct k.key))::float8 as extras from c left join k on k.key = c.key) m`.execute(
    db,
  );
  const { limit = LIST_SIZE, offset = 0 } = of;
  const records = of.list
    ? (
        await sql<{ id: number; key: string }>`${keys}
          select l.id::float8 as id, l.key from (${LISTS[of.list]}) l order by l.key collate "C", l.id limit ${limit}::int offset ${offset}::int`.execute(
          db,
        )
      ).rows
    : [];
  const isLimited = (layer: number) => caller.regions.length > 0 || approvalIn(caller, layer) !== undefined;
  const counts = rows[0] as Omit<RelationChecked, 'unique' | 'limited' | 'records'>;
  return { ...counts, unique: isUnique, limited: isLimited(of.parent_layer) || isLimited(of.child_layer), records };
}
