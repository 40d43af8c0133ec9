// The server engine: any PostgreSQL 15+ with PostGIS 3.3+ behind DATABASE_URL.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Engine, tableName } from './engine';
import { commented } from './request-comment';
import type { Tables } from './tables';

const INT8 = 20;
const DATE = 1082;

/** A connection whose statements carry the id of the request that they serve. */
class Commented extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
  override query(given: any, ...rest: any[]): any {
    const answer: unknown = super.query(typeof given === 'string' ? commented(given) : given, ...rest);
    // The server has ended the connection: the pool must not lend it out again before the socket says so too.
    if (answer instanceof Promise)
      answer.catch((error: { severity?: string }) => {
        if (error.severity === 'FATAL') this.end().catch(() => {});
      });
    return answer;
  }
}

/** Opens a pool on the database. Statements end after 60 s; an idle transaction after 10 s. */
export function openServer(url: string): Engine {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : oid === DATE ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
  };
  const pool = new pg.Pool({
    connectionString: url,
    Client: Commented,
    max: 12,
    types: types as pg.CustomTypesConfig,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 5_000,
    application_name: 'pahneh',
  });
  // A connection that breaks while idle is dropped by the pool; the next query gets a new one.
  pool.on('error', () => {});
  // One that breaks while it is lent out, between two statements, has nobody else to tell: the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'server',
    db,
    collation: 'fa-x-icu',
    async copy(table, columns, chunks) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('set local statement_timeout = 0');
        const stream = client.query(
          copyFrom(`copy ${tableName(table)} (${columns.map(tableName).join(',')}) from stdin`),
        );
        await pipeline(Readable.from(chunks, { objectMode: false }), stream);
        await client.query('commit');
        client.release();
        return stream.rowCount;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    analyse: async (table) => {
      await pool.query(`vacuum analyze ${tableName(table)}`);
    },
    close: () => db.destroy(),
  };
}
