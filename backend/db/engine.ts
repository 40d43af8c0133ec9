// The interface of the two database engines: the same SQL, the same results.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fold } from '../../contract/fold';
import type { Replicas } from './replicas/replicas';
import type { Tables } from './tables';

export type Db = Kysely<Tables>;

/** How busy a set of connections is; of the embedded engine, its one connection. */
export interface PoolLoad {
  pool: string;
  /** Connections that are lent out. */
  used: number;
  /** Callers that wait for one. */
  waiting: number;
}

export interface Engine {
  /** Another number for each engine of this process: what is remembered of one database never answers for another. */
  id: number;
  kind: 'embedded' | 'server';
  db: Db;
  /** Collation that sorts Persian as people expect; its name differs between the engines. */
  collation: string;
  /** Heavy calls that it takes at once, over all people: the rest of its connections stays for what is quick. */
  readonly heavyCalls: number;
  /**
   * COPY into `table` in PostgreSQL's text format, one Buffer of whole lines at a time, in one statement per Buffer on the
   * embedded engine and one in all on a server. Returns the number of rows. The table must be new: no transaction is held.
   */
  copy(table: string, columns: readonly string[], chunks: AsyncIterable<Buffer>): Promise<number>;
  /** Fresh statistics and visibility map after a bulk load. */
  analyse(table: string): Promise<void>;
  /** Runs a statement that no transaction may hold, such as an index made beside everybody's work, without a deadline. A server's alone. */
  runAlone?(statement: string): Promise<void>;
  /** How busy its connections are at this moment. */
  pools(): PoolLoad[];
  /** Absent where there are none. */
  replicas?: Replicas;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the data; null keeps them in memory (tests). */
  dir: string | null;
  /** A dumped, migrated data folder to start from, where it exists. */
  template: string | null;
  /** How long one statement may run before it is ended; PGlite itself knows no time-out. */
  statementSeconds?: number;
  /** Bytes of write-ahead log after which a checkpoint is made; PGlite never makes one by itself. */
  logBytes?: number;
}

export interface EmbeddedEngine extends Engine {
  /** Writes the whole data folder as one tar file. */
  dump(path: string): Promise<void>;
  /** Has no statement run, and none of its files change, until the work is done. */
  still(work: () => Promise<void>): Promise<void>;
  /** The rows of a query in COPY's text format; all of them are in memory at once. */
  copyOut(query: string): Promise<Buffer>;
}

let lastId = 0;
export const nextEngineId = (): number => ++lastId;

/** A failure that the database itself reports, with its SQLSTATE. */
export class DatabaseError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly constraint: string | undefined,
  ) {
    super(message);
  }
}

/** Whether a statement was ended from outside, or by its own time limit. */
export const isEnded = (error: unknown): boolean => (error as { code?: string } | null)?.code === '57014';

/** One value in COPY's text format. */
export const copyText = (value: string | number | boolean | null): string =>
  value === null
    ? '\\N'
    : typeof value === 'string'
      ? value.replace(/[\\\n\r\t]/g, escapeOf).replaceAll('\0', '')
      : String(value);

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escapeOf = (c: string) => ESCAPES[c] as string;

/** Text as it stands inside a LIKE pattern, where `%`, `_` and the backslash would mean something else. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern that finds the text anywhere. */
export const like = (text: string): string => `%${likeText(text)}%`;

/** Condition that a text which is folded already holds every word of a typed one. */
export const holdsKeyWords = (folded: RawBuilder<unknown>, typed: string) => {
  const words = fold(typed).split(' ').filter(Boolean);
  if (words.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${folded} like ${like(word)}`),
    sql` and `,
  )})`;
};

/** Condition that a column's folded text holds every word of a typed one: yeh and kaf of either kind, digits, marks and case are one. */
export const holdsWords = (column: RawBuilder<unknown>, typed: string) =>
  holdsKeyWords(sql`record_fold(${column})`, typed);

/** A table name of our own making, checked once more before it stands in SQL text. */
export function tableName(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`not a table name: ${name}`);
  return name;
}

/**
 * Runs statements that may take long on large tables (indexes, repairs) without the common deadline, in one transaction: the
 * limit ends with it and stays with no connection that a pooler hands on.
 */
export const unhurried = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return work(tx);
  });
