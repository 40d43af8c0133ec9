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
import { PGlite, types } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';

const { dir, template, logBytes: checkpointAfter } = workerData;
const fresh = !dir || !existsSync(join(dir, 'PG_VERSION'));
const fromTemplate = fresh && template && existsSync(template);

const db = await PGlite.create({
  ...(dir ? { dataDir: dir } : {}),
  extensions: { postgis, pg_trgm, btree_gist },
  // 8-byte integers as numbers: ids stay below 2^53; Morton keys are read as text where they exceed it.
  parsers: { [types.INT8]: Number, [types.TIMESTAMPTZ]: (text) => new Date(text), [types.DATE]: (text) => text },
  postgresqlconf: ['max_locks_per_transaction = 1024', 'shared_buffers = 64MB', 'work_mem = 16MB'],
  ...(fromTemplate ? { loadDataDir: new Blob([readFileSync(template)]) } : {}),
});
if (fresh && !fromTemplate) {
  for (const extension of ['postgis', 'pg_trgm', 'btree_gist']) await db.exec(`create extension ${extension}`);
}

/** PGlite never syncs its files: without this a power cut could lose commits that were acknowledged. */
function syncLog() {
  if (!dir) return;
  const folder = join(dir, 'pg_wal');
  let newest = '';
  let at = 0;
  for (const name of readdirSync(folder)) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue;
    const { mtimeMs } = statSync(join(folder, name));
    if (mtimeMs >= at) [newest, at] = [name, mtimeMs];
  }
  if (!newest) return;
  const file = openSync(join(folder, newest), 'r+');
  fdatasyncSync(file);
  closeSync(file);
}

const logBytes = () =>
  dir
    ? readdirSync(join(dir, 'pg_wal')).reduce(
        (sum, name) =>
          sum + (statSync(join(dir, 'pg_wal', name)).isFile() ? statSync(join(dir, 'pg_wal', name)).size : 0),
        0,
      )
    : 0;

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
  async query({ sql, params }) {
    const word = sql.trimStart().slice(0, 8).toLowerCase();
    const result = await db.query(sql, params);
    if (word.startsWith('begin') || word.startsWith('start tr')) inTransaction = true;
    const ends = word.startsWith('commit') || word.startsWith('rollback');
    if (ends && !sql.includes(' to ')) inTransaction = false;
    if (!inTransaction && (ends || !word.startsWith('select'))) {
      writes++;
      syncLog();
      clearTimeout(idle);
      idle = setTimeout(tidy, 2000);
    }
    return { rows: result.rows, affected: result.affectedRows ?? 0 };
  },
  async exec({ sql }) {
    await db.exec(sql);
    if (!inTransaction) syncLog();
    return null;
  },
  /** COPY in text format from one chunk of rows. */
  async copy({ sql, chunk }) {
    const result = await db.query(sql, [], { blob: new Blob([chunk]) });
    if (!inTransaction) syncLog();
    if (++writes % 64 === 0 && !inTransaction && logBytes() > checkpointAfter) await db.exec('checkpoint');
    return result.affectedRows ?? 0;
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
      parentPort.postMessage({ id, result: await acts[act](input) });
    } catch (error) {
      const { message, code, constraint, detail } = error;
      parentPort.postMessage({ id, error: { message, code, constraint, detail } });
    }
  });
});
parentPort.postMessage({ ready: true, fresh, fromTemplate });
