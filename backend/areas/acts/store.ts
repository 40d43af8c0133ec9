// SQL of acts on many records: which they mean, what each was before, and what is left to do.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { rulesOf } from '../layers/relation/store';
import { childrenOf } from '../records/related/deletion';
import type { Target } from './target';

/** How many records an act means, by the code of why it leaves them; null for those that it changes. */
export async function countByProblem(db: Db, { layer, where, problem }: Target): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ problem: string | null; n: number }>`
    select ${problem} as problem, count(*)::int as n from ${sql.table(partition(layer.id))} n where ${where} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.problem, row.n]));
}

/** Notes the records that an act is to change. Returns how many. */
export async function noteTargets(tx: Db, job: string, { layer, where, problem }: Target): Promise<number> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    with noted as (insert into act_step (job_id, layer_id, record_id)
      select ${job}, ${layer.id}::int, n.id from ${sql.table(partition(layer.id))} n where ${where} and ${problem} is null returning 1)
    select count(*)::int as n from noted`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The next records whose turn has not come. */
export async function nextIds(db: Db, job: string, layer: number, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select record_id::float8 as id from act_step where job_id = ${job} and layer_id = ${layer}::int and record_id > ${after}::bigint
      and before is null and problem is null order by record_id limit ${limit}::int`.execute(db);
  return rows.map(({ id }) => id);
}

/** Holds those of some records that the act still means until the transaction ends, in the order of their ids. */
export async function lockTargets(
  tx: Db,
  { layer, where, problem }: Target,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id::float8 as id from ${sql.table(partition(layer.id))} n
      where n.id = any(${[...ids]}::bigint[]) and ${where} and ${problem} is null order by n.id for update of n`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Says of some records why they stay as they are. */
export const noteProblem = (tx: Db, job: string, ids: readonly number[], problem: string) =>
  sql`update act_step set problem = ${problem} where job_id = ${job} and record_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );

/** The state of a record that an undo brings back. */
const STATE = sql`jsonb_build_object('value', n.value, 'search', n.search, 'q', n.q, 'minz', n.minz, 'status', n.status, 'unconfirmed', n.unconfirmed,
  'authors', n.authors, 'first_id', n.first_id, 'verdict', n.verdict, 'deleted', n.deleted_at is not null, 'moves', coalesce(n.unconfirmed ? 'geometry', false))`;

/** Notes what held records are before the act, and their version. Shapes only where the act may change them. */
const noteBefore = (tx: Db, job: string, layer: number, ids: readonly number[], right: string, moves: boolean) =>
  sql`insert into act_step (job_id, layer_id, record_id, version, before, geom)
    select ${job}, ${layer}::int, n.id, n.version, ${STATE} || jsonb_build_object('right', ${right}::text) ${moves ? sql`|| '{"moves": true}'` : sql``},
        case when ${moves} or n.unconfirmed ? 'geometry' then n.geom end
      from ${sql.table(partition(layer))} n where n.id = any(${[...ids]}::bigint[])
    on conflict (job_id, record_id) do update set version = excluded.version, before = excluded.before, geom = excluded.geom`.execute(
    tx,
  );

/** The same of records that a deletion may take along, or whose keys it may clear. Returns all of them by layer. */
export async function noteFamily(
  tx: Db,
  job: string,
  layer: number,
  ids: readonly number[],
  right: string,
  moves = false,
  all = new Map<number, Set<number>>(),
): Promise<Map<number, Set<number>>> {
  const noted = all.get(layer) ?? new Set<number>();
  const fresh = ids.filter((id) => !noted.has(id));
  if (fresh.length === 0) return all;
  all.set(layer, new Set([...noted, ...fresh]));
  await noteBefore(tx, job, layer, fresh, right, moves);
  if (right === 'edit') return all;
  for (const relation of await rulesOf(tx, layer)) {
    if (relation.parent_layer !== layer) continue;
    const children = (await childrenOf(tx, relation, fresh)).map(({ id }) => id);
    const childRight = relation.on_delete === 'clear' ? 'edit' : 'delete';
    await noteFamily(tx, job, relation.child_layer, children, childRight, false, all);
  }
  return all;
}

/** Notes the versions that the act has left; of a record that it did not change nothing stays noted. Returns how many of `layer` changed. */
export async function noteAfter(
  tx: Db,
  job: string,
  layer: number,
  noted: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<number> {
  let count = 0;
  for (const [id, ids] of noted) {
    const { rows } = await sql<{ changed: boolean }>`
      update act_step s set version = n.version, before = case when n.version > s.version then s.before end,
          problem = case when n.version > s.version then null else 'actUnchanged' end
        from ${sql.table(partition(id))} n where s.job_id = ${job} and s.record_id = any(${[...ids]}::bigint[]) and n.id = s.record_id
        returning s.before is not null as changed`.execute(tx);
    if (id === layer) count = rows.filter(({ changed }) => changed).length;
    else await sql`delete from act_step where job_id = ${job} and layer_id = ${id}::int and before is null`.execute(tx);
  }
  return count;
}

/** How many records of its own layer an act has changed. */
export async function countChanged(db: Db, job: string, layer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from act_step where job_id = ${job} and layer_id = ${layer}::int and before is not null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Why an act has left records, with how many and the first of them. */
export async function getProblems(db: Db, job: string): Promise<{ problem: string; n: number; first: number }[]> {
  const { rows } = await sql<{ problem: string; n: number; first: number }>`
    select problem, count(*)::int as n, min(record_id)::float8 as first from act_step where job_id = ${job} and problem is not null group by 1 order by 2 desc`.execute(
    db,
  );
  return rows;
}

/** Forgets the records whose turn never came. */
export const dropTargets = (db: Db, job: string) =>
  sql`delete from act_step where job_id = ${job} and before is null`.execute(db);

/** Whose work a verdict has judged, as it was before: records by author, apart for edits and deletions. */
export async function getJudged(
  db: Db,
  job: string,
  settledOnly: boolean,
): Promise<{ author: number; isDeletion: boolean; n: number; first: number }[]> {
  const own: RawBuilder<unknown> = sql`case when s.before->>'status' = '3' then s.before->'unconfirmed'->'authors' else s.before->'authors' end`;
  const { rows } = await sql<{ author: number; isDeletion: boolean; n: number; first: number }>`
    select a.author::int as author, coalesce((s.before->'unconfirmed'->>'deletion')::bool, false) as "isDeletion", count(*)::int as n, min(s.record_id)::float8 as first
      from act_step s join record r on r.id = s.record_id and r.layer_id = s.layer_id,
        lateral jsonb_array_elements_text(coalesce(nullif(${own}, 'null'), jsonb_build_array(r.creator_id))) as a(author)
      where s.job_id = ${job} and s.before->>'right' = 'approve' and a.author is not null
        ${settledOnly ? sql`and r.status = 3 and r.unconfirmed is null` : sql``} group by 1, 2`.execute(db);
  return rows;
}
