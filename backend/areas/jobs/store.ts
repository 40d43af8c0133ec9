// SQL of jobs: taken by one process at a time, kept by a heartbeat, and ended once. All times are the database's own.
import { sql } from 'kysely';
import type { Job, JobOutcome, JobReport, JobStage } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { tableName } from '../../db/engine';
import { lacksTextIndex } from '../layers/table/text-index';
import type { Tally } from './tally';

export * from './tally';

const counts = (tally: Tally) => ({
  read: tally.read,
  imported: tally.imported,
  rejected: tally.rejected,
  rejects: JSON.stringify(tally.rejects),
});

export interface NewJob {
  id: string;
  account: number;
  kind: Job['kind'];
  label: string;
  order: unknown;
  upload: string | null;
  /** The layer that it writes into, where there is one already. */
  layer: number | null;
  dryRun?: boolean;
}

export const add = (db: Db, job: NewJob) =>
  db
    .insertInto('job')
    .values({
      id: job.id,
      account_id: job.account,
      kind: job.kind,
      dry_run: job.dryRun ?? false,
      upload_id: job.upload,
      state: 'waiting',
      label: job.label,
      order: JSON.stringify(job.order),
      total: null,
      rejects: '[]',
      layer_id: job.layer,
      error: null,
    })
    .execute();

/** The columns of a job, with what runs it; `order` is trusted, because only our own handlers write it. */
export interface JobRow {
  id: string;
  account_id: number;
  kind: Job['kind'];
  dry_run: boolean;
  upload_id: string | null;
  state: Job['state'];
  label: string;
  order: unknown;
  total: number | null;
  read: number;
  imported: number;
  rejected: number;
  rejects: { row: number; reason: string }[];
  layer_id: number | null;
  report: unknown;
  outcome: unknown;
  undone_at: Date | null;
  error: string | null;
  attempts: number;
  cancel: boolean;
  stage: JobStage | null;
  share: number;
  /** What an export has left; read for those who look at the job. */
  file?: { name: string; size: number; until: string } | null;
  text_follows?: boolean;
}

/** Takes the oldest job that waits, or whose holder has been silent for `staleMs`. Never one of `mine`. */
export async function claim(
  db: Db,
  holder: string,
  kinds: readonly string[],
  staleMs: number,
  mine: readonly string[],
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update job set state = 'running', holder = ${holder}, heartbeat = now(), attempts = attempts + 1, read = 0, imported = 0, rejected = 0, rejects = '[]', stage = null, share = 0
      where id = (select id from job
        where (state = 'waiting' or (state = 'running' and coalesce(heartbeat, '-infinity') < now() - ${staleMs}::float8 * interval '1 millisecond'))
          and kind = any(${[...kinds]}::text[]) and id <> all(${[...mine]}::text[])
        order by created, id limit 1 for update skip locked)
      returning *`.execute(db);
  return rows[0];
}

/** Says that the holder lives. Answers whether the job shall end; null where the job is no longer its own. */
export async function beat(db: Db, id: string, holder: string): Promise<boolean | null> {
  const { rows } = await sql<{ cancel: boolean }>`
    update job set heartbeat = now() where id = ${id} and holder = ${holder} and state = 'running' returning cancel`.execute(
    db,
  );
  return rows[0]?.cancel ?? null;
}

export const progress = (db: Db, id: string, holder: string, tally: Tally, total: number | null) =>
  db
    .updateTable('job')
    .set({ ...counts(tally), ...(total === null ? {} : { total }) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'running')
    .execute();

/** What a running job is at, and which share of it is done. */
export const step = (db: Db, id: string, holder: string, stage: JobStage, share: number) =>
  db
    .updateTable('job')
    .set({ stage, share })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'running')
    .execute();

export interface Ending {
  state: 'done' | 'failed' | 'cancelled';
  tally: Tally;
  layer?: number | null;
  error?: string | null;
  report?: JobReport | null;
  outcome?: JobOutcome | null;
}

/** Ends a job that the holder still holds; false where it does not, and then whatever it did must be undone. */
export async function end(db: Db, id: string, holder: string, ending: Ending): Promise<boolean> {
  const done = await db
    .updateTable('job')
    .set({
      ...counts(ending.tally),
      state: ending.state,
      error: ending.error ?? null,
      report: ending.report ? JSON.stringify(ending.report) : null,
      ...(ending.outcome ? { outcome: JSON.stringify(ending.outcome) } : {}),
      ...(ending.layer === undefined ? {} : { layer_id: ending.layer }),
    })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'running')
    .$if(ending.state === 'done', (q) => q.where('cancel', '=', false))
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Gives a job back unharmed: the process stops, another (or the same, started again) takes it up. */
export const release = (db: Db, id: string, holder: string) =>
  sql`update job set state = 'waiting', holder = null, heartbeat = null, attempts = attempts - 1 where id = ${id} and holder = ${holder} and state = 'running'`.execute(
    db,
  );

/** Asks for the end of a job: one that waits has ended with this, one that runs sees it at its next heartbeat. */
export const cancel = (db: Db, id: string) =>
  sql`update job set cancel = true, error = case when state = 'waiting' then 'cancelled' else error end,
      state = case when state = 'waiting' then 'cancelled' else state end where id = ${id} and state in ('waiting', 'running')`.execute(
    db,
  );

/** The file of a job that is still there. */
const FILE = sql<
  JobRow['file']
>`(select jsonb_build_object('name', f.name, 'size', f.size, 'until', f.until) from export_file f where f.job_id = job.id and f.until > now())`;

/** Whether the layer that came of a job is still without an index of its text. */
const TEXT_FOLLOWS = sql<boolean>`(job.state = 'done' and job.layer_id is not null and ${lacksTextIndex(sql`'record_' || job.layer_id`)})`;

/** The newest fifty jobs of an account. */
export const list = (db: Db, account: number): Promise<JobRow[]> =>
  db
    .selectFrom('job')
    .selectAll()
    .select([FILE.as('file'), TEXT_FOLLOWS.as('text_follows')])
    .where('account_id', '=', account)
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();

/** A job of this account; those of others do not exist for it. */
export const one = (db: Db, account: number, id: string): Promise<JobRow | undefined> =>
  db
    .selectFrom('job')
    .selectAll()
    .select([FILE.as('file'), TEXT_FOLLOWS.as('text_follows')])
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();

/** Notes a table that a job is about to make, so that it is dropped if the job dies. */
export const addStaging = (db: Db, name: string, job: string, holder: string) =>
  db
    .insertInto('staging')
    .values({ name: tableName(name), job_id: job, holder })
    .execute();

/** The table has become part of the data, or is gone. */
export const dropStagingNote = (db: Db, name: string) => db.deleteFrom('staging').where('name', '=', name).execute();

/** Tables whose job no longer runs, or runs in other hands. */
export async function deadStaging(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from staging s where not exists (
      select 1 from job j where j.id = s.job_id and j.holder = s.holder and j.state = 'running')`.execute(db);
  return rows.map(({ name }) => name);
}

/** Ids whose folders are in use: of uploads, and of jobs that wait or run. */
export async function inUse(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from upload union select id from job where state in ('waiting', 'running')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export const uploadOf = async (db: Db, job: string): Promise<string | null> =>
  (await db.selectFrom('job').select('upload_id').where('id', '=', job).executeTakeFirst())?.upload_id ?? null;

/**
 * Forgets an upload that nobody needs any more: each dataset in it was imported or given up, and no job waits for it or runs. Answers
 * whether it is forgotten.
 */
export async function forgetUsed(db: Db, upload: string): Promise<boolean> {
  const { rows } = await sql`
    delete from upload u where u.id = ${upload}
      and not exists (select 1 from job j where j.upload_id = u.id and j.state in ('waiting', 'running'))
      and not exists (select 1 from jsonb_array_elements(u.inspection->'found'->'datasets') d
        where not exists (select 1 from job j where j.upload_id = u.id and j.state in ('done', 'cancelled') and not j.dry_run
          and ((coalesce(j.order->>'dataset', j.order->'append_metadata'->>'dataset_layer') = d->>'name'
            and coalesce(j.order->>'type', j.order->'append_metadata'->>'geom_type', d->>'type') = d->>'type')
            or j.order->'related' @> jsonb_build_array(jsonb_build_object('dataset', d->'name', 'type', d->'type')))))
      returning u.id`.execute(db);
  return rows.length > 0;
}

/** Forgets jobs that ended long ago, and uploads without a living job; answers the ids of both. */
export async function forgetOld(db: Db, jobDays: number, uploadHours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with jobs as (delete from job where state not in ('waiting', 'running') and created < now() - ${jobDays}::int * interval '1 day' returning id),
      uploads as (delete from upload u where created < now() - ${uploadHours}::int * interval '1 hour'
        and not exists (select 1 from job j where j.upload_id = u.id and j.state in ('waiting', 'running')) returning id)
      select id from jobs union all select id from uploads`.execute(db);
  return rows.map(({ id }) => id);
}
