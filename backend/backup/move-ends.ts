// The two ends of a move as one interface: the embedded database alone in its folder, and a server in one transaction.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { openEmbedded } from '../db/embedded';
import { migrateUp } from '../db/migrate';
import { openServer } from '../db/server';
import { startCluster } from '../private/cluster';

/** A day: nobody waits for a statement here, and an index on millions of records takes its time. */
const STATEMENT_SECONDS = 86_400;

/** A database of either kind, migrated, that nothing else uses. Places in time are written in UTC, so that rows read the same at both ends. */
export interface MoveEnd {
  kind: 'embedded' | 'server';
  /** The collation that sorts Persian, as an index names it. */
  collation: string;
  rows<T>(statement: string): Promise<T[]>;
  /** The rows of a query in COPY's text format. */
  copyOut(query: string): AsyncIterable<Buffer>;
  copyIn(table: string, columns: readonly string[], chunks: AsyncIterable<Buffer>): Promise<void>;
  /** Ends it; what was written to a server counts only with `keeps`. */
  close(keeps: boolean): Promise<void>;
}

/** Looks for connections of the product, and the time between two. */
const MAX_LOOKS = 10;
const LOOK_MS = 100;
/** Bytes of rows that the embedded engine takes at a time. */
const CHUNK_BYTES = 4_000_000;
const NEWLINE = 10;

/** The same bytes in stretches that end where a row does. */
async function* wholeRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (size < CHUNK_BYTES || end === 0) continue;
    const all = Buffer.concat(parts);
    const rest = all.subarray(size - chunk.length + end);
    yield all.subarray(0, all.length - rest.length);
    parts = [rest];
    size = rest.length;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** A name within a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Opens the embedded database of a folder, a new one from the template where there is none. Throws DATA_IN_USE. */
export async function openEmbeddedEnd(dir: string, template: string | null): Promise<MoveEnd> {
  const engine = await openEmbedded({ dir, template, statementSeconds: STATEMENT_SECONDS });
  const rows = async <T>(statement: string) => (await sql.raw<T>(statement).execute(engine.db)).rows;
  try {
    await migrateUp(engine);
    await rows(`set timezone = 'UTC'`);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return {
    kind: 'embedded',
    collation: 'fa',
    rows,
    async *copyOut(query) {
      yield await engine.copyOut(query);
    },
    async copyIn(table, columns, chunks) {
      await engine.copy(table, columns, wholeRows(chunks));
    },
    close: () => engine.close(),
  };
}

const isInUse = async (rows: MoveEnd['rows']): Promise<boolean> => {
  const others = await rows(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'pahneh' limit 1`,
  );
  return others.length > 0;
};

/** Opens a server's database in a transaction: one picture of what is read, and all or nothing of what is written. */
export async function openServerEnd(url: string): Promise<MoveEnd> {
  const engine = openServer(url);
  await migrateUp(engine).finally(() => engine.close());
  const client = new pg.Client({ connectionString: url, application_name: 'pahneh move' });
  await client.connect();
  // A connection that breaks between two statements: the next one says so.
  client.on('error', () => {});
  const rows = async <T>(statement: string) => (await client.query(statement)).rows as T[];
  try {
    // A connection that was closed a moment ago may still be listed, and a transaction would see one list to its end.
    for (let looks = MAX_LOOKS; await isInUse(rows); looks--) {
      if (looks === 0) throw new Error('the database is in use: stop the product first');
      await setTimeout(LOOK_MS);
    }
    await rows('begin isolation level repeatable read');
    await rows(
      `set local timezone = 'UTC'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    kind: 'server',
    collation: '"fa-x-icu"',
    rows,
    copyOut: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
    async copyIn(table, columns, chunks) {
      const into = copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`);
      await pipeline(Readable.from(chunks, { objectMode: false }), client.query(into));
    },
    async close(keeps) {
      if (keeps) await rows('commit');
      await client.end();
    },
  };
}

/** Opens the private cluster of a folder, a new one where there is none, for as long as it takes. Whoever calls holds the data folder's lock. */
export async function openPrivateEnd(home: string): Promise<MoveEnd> {
  const { url, stop } = await startCluster(home);
  const end = await openServerEnd(url).catch(async (error) => {
    await stop();
    throw error;
  });
  return { ...end, close: (keeps) => end.close(keeps).finally(stop) };
}
