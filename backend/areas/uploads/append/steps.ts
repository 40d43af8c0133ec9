// SQL of what an append writes: records that rows change, and a note of each step, by which the whole is taken back.
import { sql } from 'kysely';
import { checkValues, type Field, isConditional, type Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { searchText } from '../../../db/search-text';
import { partition } from '../../../geo/tiles';
import type { Run } from '../../jobs/attempt';
import { refuse } from '../../jobs/store';
import { applyEdit, type Standing, type Waiting } from '../../records/review';
import { standingNote } from '../../records/sql/standing';
import { type Match, type Stretch, within } from './match';

/** Records whose values are in memory at one time. */
const BATCH = 4000;

/** One append at a time decides which of its rows a layer has already; whoever only adds does not wait. */
export const lockMatching = (tx: Db, layer: number) =>
  sql`select pg_advisory_xact_lock(hashtext(${`append_${layer}`}::text))`.execute(tx);

interface Row {
  id: number;
  target: number;
  row: number;
  next: Values;
  value: Values;
  status: number;
  unconfirmed: Waiting | null;
  authors: number[] | null;
  first_id: number | null;
  creator_id: number | null;
  moves: boolean;
  geometry: Waiting['geometry'];
}

async function readChanged(tx: Db, m: Match, after: number, stretch: Stretch | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id::float8 as id, s.target::float8 as target, s.source_key::int as row, s.value as next, r.value, r.status, r.unconfirmed, r.authors, r.first_id, r.creator_id,
        st_asewkb(s.geom) is distinct from st_asewkb(r.geom) or coalesce(r.unconfirmed ? 'geometry', false) as moves,
        case when ${m.supervised} then st_asgeojson(s.geom, 9)::jsonb end as geometry
      from ${sql.table(m.table)} s join ${sql.table(partition(m.layer))} r on r.id = s.target
      where s.act = 'changed' and s.id > ${after}::bigint and ${within(stretch)} order by s.id limit ${BATCH}::int for update of r`.execute(
    tx,
  );
  return rows;
}

/** What a row leaves of its record; null where the form refuses it together with what the record holds. */
function stepOf(row: Row, m: Match, form: readonly Field[], by: number, at: string) {
  const visible = { ...row.value, ...row.unconfirmed?.value };
  const raw: Values = Object.fromEntries(m.filled.map((name) => [name, row.next[name] ?? null]));
  const { values, problems } = isConditional(form)
    ? checkValues(form, raw, { stored: visible })
    : { values: raw, problems: {} };
  const [problem] = Object.entries(problems);
  if (problem) return `${problem[0]}: ${problem[1]}`;
  const standing: Standing = {
    status: row.status,
    creator: row.creator_id,
    authors: row.authors,
    first: row.first_id,
    waiting: row.unconfirmed,
  };
  const change = { value: values, ...(row.moves ? { geometry: row.geometry ?? null } : {}) };
  const result = applyEdit(m.supervised, standing, by, change, at);
  if ('problem' in result) return result.problem;
  const newValue = { ...row.value, ...values };
  return { row, newValue, value: result.written ? newValue : row.value, ...result };
}
type Step = Exclude<ReturnType<typeof stepOf>, string>;

const orNull = (v: unknown) => (v === null || v === undefined ? null : JSON.stringify(v));

/** Writes the steps of one batch with their history and the notes for the undo: one statement. */
async function writeSteps(tx: Db, run: Run, m: Match, account: number, form: readonly Field[], steps: readonly Step[]) {
  const each = <T>(of: (step: Step) => T) => steps.map(of);
  const r = sql.table(partition(m.layer));
  const geo = (alias: string) => sql`st_asgeojson(${sql.ref(`${alias}.geom`)}, 9)::jsonb`;
  const { rows } = await sql`
    with c as materialized (
      select u.*, s.geom, s.q, s.minz from unnest(${each((s) => s.row.id)}::bigint[], ${each((s) => s.row.target)}::bigint[], ${each((s) => JSON.stringify(s.value))}::jsonb[],
          ${each((s) => JSON.stringify(s.newValue))}::jsonb[], ${each((s) => searchText(form, s.value))}::text[], ${each((s) => s.standing.status)}::int[],
          ${each((s) => orNull(s.standing.waiting))}::jsonb[], ${each((s) => orNull(s.standing.authors))}::jsonb[], ${each((s) => s.standing.first)}::int[],
          ${each((s) => s.written)}::bool[], ${each((s) => s.row.moves)}::bool[])
          as u(id, target, value, newValue, search, status, unconfirmed, authors, first_id, written, moves)
        join ${sql.table(m.table)} s on s.id = u.id),
      old as materialized (select n.* from ${r} n join c on c.target = n.id),
      logged as (
        insert into record_log (layer_id, record_id, account_id, action, before, after)
          select ${m.layer}::int, o.id, ${account}::int, 'edit', jsonb_build_object('value', o.value, 'geometry', ${geo('o')}, 'status', o.status, 'standing', ${standingNote('o')}),
            jsonb_build_object('value', c.newValue, 'geometry', case when c.moves then ${geo('c')} else ${geo('o')} end, 'status', c.status)
            from old o join c on c.target = o.id returning id, record_id),
      noted as (
        insert into append_step (job_id, layer_id, record_id, version, before, geom)
          select ${run.job.id}, ${m.layer}::int, o.id, o.version + 1, jsonb_build_object('value', o.value, 'search', o.search, 'q', o.q, 'minz', o.minz, 'status', o.status,
            'unconfirmed', o.unconfirmed, 'authors', o.authors, 'first_id', o.first_id, 'modifier_id', o.modifier_id, 'modified', o.modified, 'log', g.id), o.geom
            from old o join logged g on g.record_id = o.id)
    update ${r} n set value = c.value, search = c.search, status = c.status, unconfirmed = c.unconfirmed, authors = c.authors, first_id = c.first_id,
        geom = case when c.written and c.moves then c.geom else n.geom end, q = case when c.written and c.moves then c.q else n.q end,
        minz = case when c.written and c.moves then c.minz else n.minz end, modifier_id = ${account}::int, modified = now(), version = n.version + 1
      from c where n.id = c.target returning n.id`.execute(tx);
  if (rows.length !== steps.length) throw new Error('a record was not written');
}

/** Writes what the marked rows, or those of a stretch, change, in batches. Returns how many records were changed. */
export async function changeRecords(
  tx: Db,
  run: Run,
  m: Match,
  { account, form, at }: { account: number; form: readonly Field[]; at: string },
  stretch?: Stretch,
): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const rows = await readChanged(tx, m, after, stretch);
    const last = rows.at(-1);
    if (!last) return changed;
    const steps: Step[] = [];
    for (const row of rows) {
      const step = stepOf(row, m, form, account, at);
      if (typeof step === 'string') refuse(run.tally, row.row, step);
      else steps.push(step);
    }
    if (steps.length > 0) await writeSteps(tx, run, m, account, form, steps);
    changed += steps.length;
    after = last.id;
  }
}

/** Notes the records that an append has added. `where` is a condition on the loaded rows `s`. */
export const noteAdded = (tx: Db, run: Run, table: string, layer: number, where = sql<boolean>`true`) =>
  sql`insert into append_step (job_id, layer_id, record_id, version)
    select ${run.job.id}, ${layer}::int, s.id, 1 from ${sql.table(table)} s where ${where}`.execute(tx);
