// The list of layers, a page at a time: what it is filtered and sorted by, and what each layer takes on disk.
import { type RawBuilder, sql } from 'kysely';
import { type LAYER_ORDERS, LAYER_TYPES, type LayerQuery } from '../../../../contract/schemas/layer';
import { type Db, type Engine, holdsKeyWords } from '../../../db/engine';
import type { World } from '../../../http/context';
import type { Caller } from '../../../identity/caller';
import { selectLayers } from '../store';

/** Layers measured in one statement. */
const BATCH = 500;

function filtered(db: Db, caller: Caller, q: LayerQuery) {
  const inGroup = (which: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from layer_group_layer gl where gl.layer_id = l.id and ${which})`;
  let query = selectLayers(db, caller);
  if (q.label) query = query.where(holdsKeyWords(sql`l.label_search`, q.label));
  if (q.type) query = query.where('l.type', 'in', q.type);
  if (q.supervised !== undefined) query = query.where('l.supervised', '=', q.supervised);
  if (q.mine !== undefined) query = query.where(sql<boolean>`(l.owner_id is not distinct from ${caller.id}::int) = ${q.mine}::boolean`); // biome-ignore format: one filter
  if (q.owner) query = query.where(sql<boolean>`l.owner_id = any(${q.owner}::int[])`);
  if (q.group) query = query.where(inGroup(sql`gl.group_id = ${q.group}::int`));
  if (q.grouped !== undefined)
    query = query.where(q.grouped ? inGroup(sql`true`) : sql<boolean>`not ${inGroup(sql`true`)}`);
  return query;
}

/** `place` is the one in the group that the list is of. */
export const orders = (engine: Engine, group: number | undefined) =>
  ({
    label: sql`l.label_search collate ${sql.id(engine.collation)}`,
    id: sql`l.id`,
    type: sql`l.type`,
    record_count: sql`l.record_count`,
    create_date: sql`l.created`,
    modified_date: sql`coalesce(l.modified, l.created)`,
    bytes: sql`l.bytes`,
    place: sql`(select gl.position from layer_group_layer gl where gl.layer_id = l.id and gl.group_id = ${group ?? null}::int)`,
  }) satisfies Record<(typeof LAYER_ORDERS)[number], RawBuilder<unknown>>;

/** Layers that the caller sees; `end` is the end of the statement. */
export const list = (db: Db, caller: Caller, q: LayerQuery, end: RawBuilder<unknown> = sql``) =>
  filtered(db, caller, q).modifyEnd(end).execute();

export async function count(db: Db, caller: Caller, q: LayerQuery): Promise<number> {
  const { n } = await filtered(db, caller, q)
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Measures layers anew, a few at a time. Sizes are read from the tables' files, not their rows. */
export async function measureLayers(
  { engine }: Pick<World, 'engine'>,
  goOn: () => boolean = () => true,
): Promise<void> {
  let last: number | null = 0;
  while (last !== null && goOn()) {
    const { rows }: { rows: { id: number | null }[] } = await sql<{ id: number | null }>`
      with batch as (select id, type, config->'source'->>'size' as size from layer where id > ${last}::int order by id limit ${BATCH}::int),
        measured as (
          select id, case when type = ${LAYER_TYPES.raster}::int then size::float8
            else pg_total_relation_size(to_regclass(quote_ident('record_' || id))) end::bigint as bytes from batch),
        written as (
          update layer l set bytes = m.bytes from measured m where l.id = m.id and m.bytes is not null and l.bytes is distinct from m.bytes)
      select max(id) as id from batch`.execute(engine.db);
    last = rows[0]?.id ?? null;
  }
}
