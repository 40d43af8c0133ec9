// The embedded PostgreSQL + PostGIS, alone in its own thread: a heavy statement never stalls the server's loop, and the
// thread can be ended when a statement runs away. Plain JavaScript, so that it starts the same from source and from a bundle.
import {
  closeSync,
  createWriteStream,
  existsSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, protocol, types } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';
import { prepareValue } from 'pg/lib/utils.js';
import { leanPostgis } from './lean-postgis.mjs';
import { shareMemory } from './shared-memory.mjs';

const { dir, template, cache, logBytes: checkpointAfter, control } = workerData;
/** What we share with the other thread: the id of the act that runs (0 between two, ENDING while it is being ended), and of the one to end. */
const words = new Int32Array(control);
const [RUNNING, TO_END] = [0, 1];
const ENDING = -1;
shareMemory();
const fresh = !dir || !existsSync(join(dir, 'PG_VERSION'));
const fromTemplate = fresh && template && existsSync(template);

/** A data directory as PGlite reads it. A Blob would copy it three times, part by part. */
function archiveOf(path) {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return { type: 'application/x-tar', arrayBuffer: async () => buffer.slice(byteOffset, byteOffset + byteLength) };
}

const db = await PGlite.create({
  ...(dir ? { dataDir: dir } : {}),
  extensions: { postgis: { ...postgis, setup: (...args) => leanPostgis(cache, ...args) }, pg_trgm, btree_gist },
  // 8-byte integers as numbers: ids stay below 2^53; Morton keys are read as text where they exceed it.
  parsers: { [types.INT8]: Number, [types.TIMESTAMPTZ]: (text) => new Date(text), [types.DATE]: (text) => text },
  postgresqlconf: ['max_locks_per_transaction = 1024', 'shared_buffers = 64MB', 'work_mem = 16MB'],
  ...(fromTemplate ? { loadDataDir: archiveOf(template) } : {}),
});
if (fresh && !fromTemplate) {
  for (const extension of ['postgis', 'pg_trgm', 'btree_gist']) await db.exec(`create extension ${extension}`);
}

const logBytes = () =>
  dir
    ? readdirSync(join(dir, 'pg_wal')).reduce(
        (sum, name) =>
          sum + (statSync(join(dir, 'pg_wal', name)).isFile() ? statSync(join(dir, 'pg_wal', name)).size : 0),
        0,
      )
    : 0;

/** PostgreSQL's own words for "look whether something came" and "end the statement". */
const memory = new Int32Array(db.Module.HEAP8.buffer);
if (db.Module._InterruptPending === undefined || db.Module._QueryCancelPending === undefined)
  throw new Error('this PGlite does not tell where it looks for interrupts');
const [interruptPending, cancelPending] = [db.Module._InterruptPending >> 2, db.Module._QueryCancelPending >> 2];

/** Does the act so that the other thread can end it. */
async function endable(id, act) {
  Atomics.store(words, RUNNING, id);
  try {
    if (Atomics.load(words, TO_END) === id) throw Object.assign(new Error('ended before it began'), { code: '57014' });
    return await act();
  } finally {
    // The other thread may be at it: what it sets now must not end the act that comes next.
    while (Atomics.compareExchange(words, RUNNING, id, 0) !== id) Atomics.wait(words, RUNNING, ENDING);
    memory[cancelPending] = 0;
    memory[interruptPending] = 0;
  }
}

/** Rows that a finished command speaks of: "INSERT 0 3", "UPDATE 3". */
const AFFECTED = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/;

const { parse, bind, describe, execute, sync, query: simple } = protocol.serialize;
/** The messages of a statement. Parameters travel as on the server engine: PostgreSQL reads their text. */
const statement = (sql, params) => [parse({ text: sql }), bind({ values: params.map(prepareValue) }), describe({ type: 'P' }), execute({}), sync()]; // biome-ignore format: one message
const BEGIN = simple('begin');
const LOG_PLACE = simple('select pg_walfile_name(pg_current_wal_lsn())');

/**
 * Sends messages in one piece; answers the rows and counts of each command. PGlite's own `query` sends five pieces for a statement, since it
 * asks for the parameters' types first.
 */
async function send(messages) {
  const results = [];
  let [columns, rows] = [[], []];
  for (const message of (await db.execProtocol(Buffer.concat(messages))).messages) {
    if (message.name === 'rowDescription') columns = message.fields;
    else if (message.name === 'dataRow')
      rows.push(Object.fromEntries(columns.map(({ name, dataTypeID }, i) => [name, types.parseType(message.fields[i], dataTypeID, db.parsers)]))); // biome-ignore format: one row
    else if (message.name === 'commandComplete') {
      results.push({ rows, affected: Number(AFFECTED.exec(message.text)?.[1] ?? 0) });
      [columns, rows] = [[], []];
    }
  }
  return results;
}

/** The log's segment that is written, open. */
let segment = { name: '', file: -1 };

/** PGlite never syncs its files: without this a power cut could lose commits that were acknowledged. `name`: where the log is written now. */
function syncLog(name) {
  if (name !== segment.name) {
    const folder = join(dir, 'pg_wal');
    // What was written since may reach over several segments, from the one before on.
    for (const one of segment.name ? readdirSync(folder) : []) {
      if (one < segment.name || one >= name) continue;
      const file = openSync(join(folder, one), 'r+');
      fdatasyncSync(file);
      closeSync(file);
    }
    if (segment.name) closeSync(segment.file);
    segment = { name, file: openSync(join(folder, name), 'r+') };
  }
  fdatasyncSync(segment.file);
}

/** Asks where the log is written, and syncs it. */
async function syncNow() {
  if (dir && !inTransaction) syncLog((await send([LOG_PLACE]))[0].rows[0].pg_walfile_name);
}

let inTransaction = false;
let writes = 0;
let idle;

/** There is neither autovacuum nor an automatic checkpoint here: both are done when nothing else is. */
async function tidy() {
  if (inTransaction || writes === 0) return;
  writes = 0;
  if (logBytes() > checkpointAfter) await db.exec('checkpoint');
}

const acts = {
  async query({ sql, params, begins }) {
    const word = sql.trimStart().slice(0, 8).toLowerCase();
    const ends = (word.startsWith('commit') || word.startsWith('rollback')) && !sql.includes(' to ');
    const isWritten = ends || !(inTransaction || begins || word.startsWith('select'));
    if (begins) inTransaction = true;
    if (ends) inTransaction = false;
    const parts = begins ? [BEGIN, ...statement(sql, params)] : statement(sql, params);
    if (isWritten && dir) parts.push(LOG_PLACE);
    const results = await send(parts);
    if (isWritten) {
      if (dir) syncLog(results.pop().rows[0].pg_walfile_name);
      writes++;
      clearTimeout(idle);
      idle = setTimeout(tidy, 2000);
    }
    return results.at(-1);
  },
  async exec({ sql }) {
    await db.exec(sql);
    await syncNow();
    return null;
  },
  /** COPY in text format from one chunk of rows. */
  async copy({ sql, chunk }) {
    const result = await db.query(sql, [], { blob: new Blob([chunk]) });
    await syncNow();
    if (++writes % 64 === 0 && !inTransaction && logBytes() > checkpointAfter) await db.exec('checkpoint');
    return result.affectedRows ?? 0;
  },
  /** No checkpoint begins by itself until the next statement, and none is under way. */
  async rest() {
    clearTimeout(idle);
    await db.exec('select 1');
    return null;
  },
  /** COPY in text format of what a query gives; it is whole in memory. */
  async copyOut({ query }) {
    const { blob } = await db.query(`copy (${query}) to '/dev/blob'`);
    return Buffer.from(await blob.arrayBuffer());
  },
  async dump({ path }) {
    const blob = await db.dumpDataDir('none');
    const part = `${path}.${process.pid}.part`;
    await pipeline(Readable.fromWeb(blob.stream()), createWriteStream(part));
    renameSync(part, path);
    return null;
  },
  async close() {
    clearTimeout(idle);
    await db.exec('checkpoint');
    await db.close();
    return null;
  },
};

let queue = Promise.resolve();
parentPort.on('message', ({ id, act, ...input }) => {
  queue = queue.then(async () => {
    try {
      parentPort.postMessage({ id, result: await endable(id, () => acts[act](input)) });
    } catch (error) {
      const { message, code, constraint, detail } = error;
      parentPort.postMessage({ id, error: { message, code, constraint, detail } });
    }
  });
});
parentPort.postMessage({ ready: true, fresh, fromTemplate, memory: memory.buffer, interruptPending, cancelPending });
