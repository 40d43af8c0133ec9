// The database of a backup: written as it is at one moment on either engine, put back, and summed up so that both can be compared.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openEmbedded } from '../db/embedded';
import type { Db, Engine } from '../db/engine';
import { openServer } from '../db/server';
import { findPostgres } from '../private/programs.mjs';
import { copyRunning } from './running';

/** Rows and a sum over the text of all of them, by table. */
export type Sums = Record<string, { rows: number; sum: string }>;

export const EMBEDDED_DUMP = 'database.tar';
/** The dump of a server: a folder; one file in an older backup. */
const [DUMP, OLD_DUMP] = ['database', 'database.dump'];
/** Tables, or indexes, that are read or made at a time. */
const JOBS = Math.max(2, Math.min(4, availableParallelism()));
/** Does work in a session of its own. */
type InParallel = <T>(work: (db: Db) => Promise<T>) => Promise<T>;
/** Condition on `c` of pg_class: a table of ours that holds rows. Those of extensions are made by them. */
export const IS_OWN_TABLE = `c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Rows and a sum of every table of ours, several at a time where `inParallel` opens a session for each; the order of rows does not matter. */
export async function sumsOf(db: Db, inParallel?: InParallel): Promise<Sums> {
  const { rows: tables } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where ${sql.raw(IS_OWN_TABLE)} order by pg_relation_size(c.oid) desc`.execute(db);
  const sums: Sums = {};
  const left = tables.map(({ name }) => name);
  const take = async (session: Db) => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { rows } = await sql<{ rows: number; sum: string }>`
        select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${sql.table(name)} t`.execute(
        session,
      );
      sums[name] = rows[0] as { rows: number; sum: string };
    }
  };
  await (inParallel ? Promise.all(Array.from({ length: JOBS }, () => inParallel(take))) : take(db));
  return sums;
}

/** A session that takes its time, and sees what a snapshot does where one is named. */
export const sessionOf =
  ({ db }: Engine, snapshot?: string): InParallel =>
  (work) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        if (snapshot) await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx);
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await sql`set local max_parallel_workers_per_gather = ${sql.lit(JOBS)}`.execute(tx);
        return work(tx);
      });

/** A program of PostgreSQL; its complaint is the error. The address goes by the environment, where no list of processes shows it. */
export async function program(name: string, args: string[], url: string): Promise<void> {
  const at = new URL(url);
  const host = decodeURIComponent(at.hostname);
  const child = spawn(name, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      // A private cluster wants the programs that it runs by.
      ...(host.startsWith('/') ? { PATH: `${findPostgres()}:${process.env.PATH}` } : {}),
      PGHOST: host,
      PGPORT: at.port || '5432',
      PGUSER: decodeURIComponent(at.username),
      PGPASSWORD: decodeURIComponent(at.password),
      PGDATABASE: decodeURIComponent(at.pathname.slice(1)),
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', () =>
      failed(new Error(`${name} is not installed: it comes with PostgreSQL's client programs`)),
    );
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`${name}: ${said.trim()}`);
}

/** Writes the embedded database: a copy that was made while the product runs, or the one that nothing has open. */
export async function dumpEmbedded(dataDir: string, part: string, copyFiles: () => Promise<void>): Promise<Sums> {
  const copy = join(part, 'copy');
  const isRunning = await copyRunning(dataDir, join(copy, 'db'));
  const engine = await openEmbedded({ dir: join(isRunning ? copy : dataDir, 'db'), template: null });
  try {
    await copyFiles();
    const sums = await sumsOf(engine.db);
    await engine.dump(join(part, EMBEDDED_DUMP));
    return sums;
  } finally {
    await engine.close();
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Writes a server's database as it is at one moment: the sums and the dump see the same rows, whatever others write meanwhile.
 * `copyFiles` is called at that moment.
 */
export async function dumpServer(url: string, part: string, copyFiles: () => Promise<void>): Promise<Sums> {
  const engine = openServer(url);
  try {
    return await sessionOf(engine)(async (tx) => {
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx);
      const snapshot = rows[0]?.name;
      await copyFiles();
      const [tables] = await Promise.all([
        sumsOf(tx, sessionOf(engine, snapshot)),
        program(
          'pg_dump',
          // The coordinate systems are PostGIS's own table, which only its owner may fill; we add none.
          ['--format=directory', `--jobs=${JOBS}`, '--exclude-table-data=spatial_ref_sys', `--snapshot=${snapshot}`, `--file=${join(part, DUMP)}`], // biome-ignore format: one command
          url,
        ),
      ]);
      return tables;
    });
  } finally {
    await engine.close();
  }
}

/** Fills an empty database of a server, indexes several at a time. */
export const restoreServer = (url: string, source: string): Promise<void> =>
  program(
    'pg_restore',
    [
      '--no-owner',
      // Rights of other users belong to the server that they were given on; what an extension says of itself is its owner's alone.
      '--no-acl',
      '--no-comments',
      '--exit-on-error',
      `--jobs=${JOBS}`,
      `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`,
      join(source, existsSync(join(source, DUMP)) ? DUMP : OLD_DUMP),
    ],
    url,
  );
