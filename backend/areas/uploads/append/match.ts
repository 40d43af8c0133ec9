// SQL of an append whose rows may be records already: each row is marked by what becomes of it, all of them in one statement.
import { type RawBuilder, sql } from 'kysely';
import { isNumeric } from '../../../../contract/fields';
import type { Field } from '../../../../contract/schemas/form';
import { STATUS } from '../../../../contract/schemas/record';
import type { AppendOrder, JobOutcome } from '../../../../contract/schemas/upload';
import type { Db, Engine } from '../../../db/engine';
import { ensureFieldIndexes, sortedValue } from '../../../db/indexes/field-index';
import { type Approval, isApprovedFor, regionFilter } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import { indexIds } from '../../jobs/merge';

export interface Match {
  table: string;
  layer: number;
  /** The field by which rows know their records. */
  field: Field;
  on: NonNullable<AppendOrder['append_metadata']['match']>['on'];
  /** Fields that the file fills. */
  filled: readonly string[];
  supervised: boolean;
  /** What the person sees of the layer; what they do not see they may not change. */
  approval: Approval | null;
  regions: readonly number[];
}

/** What becomes of a row, as the loaded table holds it; null for a row that no record is like. */
export type Act = 'same' | 'changed' | 'several' | 'hidden' | 'rejected';

/** Acts that refuse a row, with the wording of why. */
export const REFUSALS = { several: 'matchSeveral', hidden: 'matchHidden', rejected: 'rejectedRecord' } as const;

/** Makes what the marking needs: columns beside the rows, and the index by which records are found. */
export async function prepareMatch(engine: Engine, { table, layer, field }: Match): Promise<void> {
  await sql`alter table ${sql.table(table)} add column if not exists act text, add column if not exists target bigint`.execute(
    engine.db,
  );
  await indexIds(engine.db, table);
  await ensureFieldIndexes(engine, partition(layer), [field]);
}

/** Condition that a marked row is added or changes a record. */
export const isWritten = sql<boolean>`(s.act is null or s.act = 'changed')`;

/** A stretch of the loaded rows along their ids: after the one, up to and with the other. */
export interface Stretch {
  after: number;
  until: number;
}

/** Condition that a loaded row lies in the stretch; every row does without one. */
export const within = (stretch: Stretch | undefined) =>
  stretch ? sql<boolean>`(s.id > ${stretch.after}::bigint and s.id <= ${stretch.until}::bigint)` : sql<boolean>`true`;

/** The loaded rows of `table` in stretches of `size`. Each is read when the one before has been worked on. */
export async function* stretches(db: Db, table: string, size: number): AsyncGenerator<Stretch> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ until: number | null }>`
      select max(id)::float8 as until from (select s.id from ${sql.table(table)} s where s.id > ${after}::bigint order by s.id limit ${size}::int) piece`.execute(
      db,
    );
    const until = rows[0]?.until ?? null;
    if (until === null) return;
    yield { after, until };
    after = until;
  }
}

/** Values of the filled fields, in one order; a missing one and an empty one are the same. */
const filledValues = (value: RawBuilder<unknown>, filled: readonly string[]) =>
  sql`array[${sql.join(filled.map((name) => sql`nullif(${value}->${sql.lit(name)}, 'null')`))}]`;

/** Whether the row's shape is that of the record as its editor sees it: what waits lies over what is published. */
const sameShape = sql`(case when r.unconfirmed ? 'geometry' then st_asgeojson(s.geom, 9)::jsonb is not distinct from nullif(r.unconfirmed->'geometry', 'null')
  else st_asewkb(s.geom) is not distinct from st_asewkb(r.geom) end)`;

/** Marks every loaded row, or those of a stretch. May be done again: it says what is so now. */
export async function markRows(db: Db, engine: Pick<Engine, 'collation'>, m: Match, stretch?: Stretch): Promise<void> {
  const t = sql.table(m.table);
  const r = sql.table(partition(m.layer));
  // The index leads to those whose keys begin alike.
  const key = (value: RawBuilder<unknown>) => sortedValue(engine, m.field, value);
  const text = (value: RawBuilder<unknown>) => sql`(${value}->>${sql.lit(m.field.name)})`;
  const isSame = isNumeric(m.field) ? sql`true` : sql`${text(sql`r.value`)} = ${text(sql`s.value`)}`;
  const visibleValue = sql`(r.value || coalesce(r.unconfirmed->'value', '{}'))`;
  const isVisible = sql`(${m.approval ? isApprovedFor(m.approval, 'r') : sql`true`} and ${regionFilter(m.regions, sql`r.geom`)})`;
  const isChecked = m.on === 'update';
  await sql`update ${t} s set act = null, target = null where act is not null and ${within(stretch)}`.execute(db);
  await sql`
    with hit as materialized (
      select s.id, min(r.id) as target, count(*)::int as n from ${t} s join ${r} r on ${key(sql`r.value`)} = ${key(sql`s.value`)} and ${isSame}
        where r.deleted_at is null and ${within(stretch)} group by s.id),
      marked as (
        select h.id, h.target, case when ${isChecked} and h.n > 1 then 'several' when ${isChecked} and not ${isVisible} then 'hidden'
            when ${filledValues(visibleValue, m.filled)} is not distinct from ${filledValues(sql`s.value`, m.filled)} and ${sameShape} then 'same'
            when ${isChecked && m.supervised} and r.status = ${sql.lit(STATUS.rejected)} then 'rejected' else 'changed' end as act
          from hit h join ${t} s on s.id = h.id join ${r} r on r.id = h.target)
    update ${t} s set act = m.act, target = m.target from marked m where s.id = m.id`.execute(db);
}

/** Rows that are refused by what they were marked as, after an id, with the row's number in the file. */
export async function refusedRows(db: Db, table: string, after: number, isUnfinished: boolean, until?: number) {
  const { rows } = await sql<{ id: number; row: number; act: Act | null; value: Record<string, string | null> }>`
    select s.id::float8 as id, s.source_key::int as row, s.act, s.value from ${sql.table(table)} s
      where s.id > ${after}::bigint and (${until ?? null}::bigint is null or s.id <= ${until ?? null}::bigint) and (s.act in ('several', 'hidden', 'rejected') or (${isUnfinished} and s.act is null))
      order by s.id limit 2000`.execute(db);
  return rows;
}

export const dropRows = (db: Db, table: string, ids: readonly number[]) =>
  sql`delete from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(db);

/** How many rows are what. Strays are rows outside of the person's regions, which an earlier step may not have taken out. */
export async function countActs(
  db: Db,
  m: Pick<Match, 'table' | 'on' | 'regions'>,
  stretch?: Stretch,
): Promise<JobOutcome> {
  const { rows } = await sql<{ act: Act | null; n: number }>`
    select s.act, count(*)::int as n from ${sql.table(m.table)} s where ${regionFilter(m.regions, sql`s.geom`)} and ${within(stretch)} group by 1`.execute(
    db,
  );
  const count = (...acts: (Act | null)[]) => rows.reduce((sum, { act, n }) => sum + (acts.includes(act) ? n : 0), 0);
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  const changed = count('changed');
  return {
    added: m.on === 'add' ? all : count(null),
    changed: m.on === 'update' ? changed : 0,
    same: count('same'),
    skipped: m.on === 'update' ? 0 : changed,
  };
}
