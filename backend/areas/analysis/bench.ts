// The tables that an analysis works on, and statements over them that one bad shape cannot spoil.
import { type RawBuilder, sql } from 'kysely';
import { type Db, isEnded } from '../../db/engine';
import { Refusal } from '../../http/errors';
import type { Pace } from './pace';

/** Which of the two sources. */
export type Side = 'of' | 'by';

/**
 * A place to work: a transaction with tables of its own for what is answered at once, or the database with staged tables for a
 * job. `id` of a work table is the record's, region's or drawing's own id, or the place in the list of shapes, from 1.
 */
export interface WorkTables {
  db: Db;
  /** `db` is a transaction: a failed statement needs a savepoint to come back to. */
  inTransaction: boolean;
  table(name: string): string;
  /** Called between statements; throws when the work is called off or took too long. */
  check(): void;
  make(name: string, columns: RawBuilder<unknown>): Promise<void>;
  pace: Pace | null;
  /** What lies on it of both sources, counted as it is filled. */
  loaded: { features: number; vertices: number };
}

/** What a GEOS or PROJ error is called by PostGIS. */
const INTERNAL = 'XX000';

/** The rows of a statement; null where PostGIS failed at a shape or, in a job, took too long. The embedded engine then answers no row and no error. */
export async function tryStatement<T>(
  { db, inTransaction, pace }: WorkTables,
  statement: RawBuilder<T>,
): Promise<T[] | null> {
  if (inTransaction) await sql`savepoint analysis`.execute(db);
  const timed = async (connection: Db) => {
    const startedAt = performance.now();
    const done = await statement.execute(connection);
    pace?.took(performance.now() - startedAt);
    return done;
  };
  try {
    // Waiting for the connection is not the statement's time.
    const { rows } = await (pace && !inTransaction ? db.connection().execute(timed) : timed(db));
    if (inTransaction) await sql`release savepoint analysis`.execute(db);
    return rows;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42P01') throw new Refusal(404, 'analysisGone');
    // A job tries again with fewer features; who waits is told.
    if (code !== INTERNAL && (inTransaction || !isEnded(error))) throw error;
    if (inTransaction) await sql`rollback to savepoint analysis`.execute(db);
    return null;
  }
}

/** A row of an answer; the one whose `id` is null says that the statement came to its end. */
export interface Marked {
  id: number | null;
}

/** A statement's rows by id, with the mark. `columns` are its columns after the id. */
export const markRows = <T extends Marked>(rows: RawBuilder<unknown>, columns: readonly string[]): RawBuilder<T> =>
  sql<T>`with found as materialized (${rows}) (select id, ${sql.join(columns.map((c) => sql.ref(c)))} from found order by id)
    union all select null, ${sql.join(columns.map(() => sql`null`))}`;

/**
 * Asks for the features in one statement; where a shape spoils it, for each half, down to the shapes that are to blame, which
 * are yielded by their ids as lost.
 */
export async function* inBatches<T extends Marked>(
  work: WorkTables,
  ids: readonly number[],
  ask: (ids: readonly number[]) => RawBuilder<T>,
): AsyncGenerator<{ rows: T[]; lost: number[] }> {
  const open: (readonly number[])[] = ids.length > 0 ? [ids] : [];
  for (let some = open.pop(); some; some = open.pop()) {
    work.check();
    const rows = await tryStatement(work, ask(some));
    if (rows?.some((row) => row.id === null)) yield { rows: rows.filter((row) => row.id !== null), lost: [] };
    else if (some.length === 1) yield { rows: [], lost: [...some] };
    else {
      const half = Math.ceil(some.length / 2);
      open.push(some.slice(half), some.slice(0, half));
    }
  }
}

/** Vertices of the features of one statement together, and how many features it has at most. */
const BATCH_VERTICES = 20_000;
const BATCH_FEATURES = 250;

/** The ids of a work table in batches of one statement each, in order. */
export async function* readBatches(work: WorkTables, table: string): AsyncGenerator<number[]> {
  const { pace } = work;
  pace?.restart();
  const room = (most: number) => pace?.of(most) ?? most;
  let after = -1;
  for (;;) {
    work.check();
    const { rows } = await sql<{ id: number; n: number }>`
      select id, st_npoints(geom) as n from ${sql.table(table)} where id > ${after}::bigint order by id limit ${BATCH_FEATURES}::int`.execute(
      work.db,
    );
    let batch: number[] = [];
    let vertices = 0;
    for (const { id, n } of rows) {
      if (batch.length > 0 && (batch.length >= room(BATCH_FEATURES) || vertices + n > room(BATCH_VERTICES))) {
        yield batch;
        batch = [];
        vertices = 0;
      }
      batch.push(id);
      vertices += n;
      after = id;
    }
    if (batch.length > 0) yield batch;
    if (rows.length < BATCH_FEATURES) return;
  }
}

export async function countRows(work: WorkTables, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(work.db);
  return rows[0]?.n ?? 0;
}

/** The box of a work table in degrees; null where it is empty. */
export async function getBox(work: WorkTables, table: string): Promise<[number, number, number, number] | null> {
  const { rows } = await sql<{ box: [number, number, number, number] | null }>`
    select case when count(*) = 0 then null else array[min(st_xmin(geom)), min(st_ymin(geom)), max(st_xmax(geom)), max(st_ymax(geom))] end as box
      from ${sql.table(table)}`.execute(work.db);
  return rows[0]?.box ?? null;
}

/**
 * Indexes and statistics of a table that was filled. Of its shapes none are kept: by those of two tables that lie apart the
 * embedded PostGIS 3.6 reckons a join so wrongly that the planner gives up ("invalid join selectivity").
 */
export async function indexTable(
  work: WorkTables,
  name: string,
  keys: readonly ('geom' | 'geo' | 'id')[],
): Promise<void> {
  const table = sql.table(work.table(name));
  for (const key of keys) {
    if (key !== 'id') await sql`alter table ${table} alter column ${sql.ref(key)} set statistics 0`.execute(work.db);
    await (key === 'id'
      ? sql`create index on ${table} (id)`
      : sql`create index on ${table} using gist (${sql.ref(key)})`
    ).execute(work.db);
  }
  await sql`analyze ${table}`.execute(work.db);
}
