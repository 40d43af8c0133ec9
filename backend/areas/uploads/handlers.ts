// Files in: kept on disk, looked into, imported by a job that can be watched and cancelled.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { ImportOrder, Inspection } from '../../../contract/schemas/upload';
import { ImportProblem, inspect } from '../../geo/import';
import { type Ctx, FileAnswer, type World } from '../../http/context';
import { isWording, notFound, Refusal, say } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { REJECTS } from './rejects';
import { runImport } from './runner';
import * as store from './store';

/** Imports that run at once; the others wait their turn. */
const AT_ONCE = 1;
const KEEP_MS = 24 * 3600_000;

/** A file's problem as a refusal in the caller's language. */
const refused = (error: unknown): unknown =>
  error instanceof ImportProblem
    ? new Refusal(400, isWording(error.code) ? error.code : 'broken_file', { code: error.code })
    : error;

/** A reason code with its field, as a sentence. */
const wordsFor = (ctx: Ctx) => (code: string) => {
  const [field, problem] = code.includes(': ') ? code.split(': ') : [null, code];
  const sentence = isWording(problem ?? '') ? say(ctx.lang, problem as 'server') : code;
  return field ? `${field}: ${sentence}` : sentence;
};

/** Builds the handlers with their queue of jobs, and clears what an earlier stop left behind. */
export async function uploadHandlers(world: World): Promise<{ handlers: Handlers['uploads']; stop(): Promise<void> }> {
  const { engine, config } = world;
  const folder = join(config.dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await store.abandon(engine.db);
  await dropOrphans(world);
  await sweep(folder);

  const running = new Map<string, AbortController>();
  const waiting: { id: string; run: (signal: AbortSignal) => Promise<void> }[] = [];
  const turns = new Set<Promise<void>>();

  function next() {
    while (running.size < AT_ONCE && waiting.length) {
      const { id, run } = waiting.shift() as (typeof waiting)[number];
      const abort = new AbortController();
      running.set(id, abort);
      const turn = run(abort.signal).finally(() => {
        running.delete(id);
        turns.delete(turn);
        next();
      });
      turns.add(turn);
    }
  }

  const uploadFor = async (ctx: Ctx, id: string | number) => {
    const row = await store.upload(engine.db, ctx.caller.id, String(id));
    if (!row || !existsSync(row.path)) throw notFound();
    return row;
  };

  async function look(
    ctx: Ctx,
    row: { id: string; path: string; file_name: string; size: number },
    encoding?: string,
  ): Promise<Inspection> {
    try {
      const found = await inspect(row.path, row.file_name, {
        ...(encoding ? { encoding } : {}),
        signal: ctx.signal,
        scratch: join(folder, row.id),
      });
      return { file_id: row.id, size: row.size, ...found };
    } catch (error) {
      throw refused(error);
    }
  }

  async function jobFor(ctx: Ctx, id: string | number) {
    const row = await store.job(engine.db, ctx.caller.id, String(id));
    if (!row) throw notFound();
    return row;
  }

  const handlers: Handlers['uploads'] = {
    async upload(ctx) {
      const part = await ctx.request.file();
      if (!part) throw new Refusal(400, 'invalid', { params: { key: 'file' } });
      const id = randomUUID();
      const scratch = join(folder, id);
      const path = join(scratch, 'upload');
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      try {
        await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
        if (part.file.truncated) throw new Refusal(413, 'tooLarge');
        const row = {
          id,
          path,
          file_name: basename(part.filename).slice(0, 200) || 'file',
          size: (await stat(path)).size,
        };
        const inspection = await look(ctx, row);
        await store.addUpload(engine.db, { id, account: ctx.caller.id, name: row.file_name, path, size: row.size });
        return inspection;
      } catch (error) {
        await rm(scratch, { recursive: true, force: true });
        throw error;
      }
    },

    async inspect(ctx, { params, query }) {
      return look(ctx, await uploadFor(ctx, params.file), query.encoding);
    },

    async discard(ctx, { params }) {
      const row = await uploadFor(ctx, params.file);
      await store.dropUpload(engine.db, row.id);
      await rm(join(folder, row.id), { recursive: true, force: true });
      return {};
    },

    async start(ctx, { body }) {
      const row = await uploadFor(ctx, body.file_id);
      const inspection = await look(ctx, row, body.encoding);
      const dataset = inspection.datasets.find((d) => d.name === body.dataset && d.type === body.type);
      if (!dataset) throw new Refusal(400, 'invalid', { params: { key: 'dataset' } });
      if (body.type > 0 && dataset.srid === null && dataset.crs === null && body.srid === undefined)
        throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
      const known = new Set(dataset.fields.map((f) => f.name));
      const stranger = body.fields.find((f) => !known.has(f.source));
      if (stranger) throw new Refusal(400, 'invalid', { params: { key: stranger.source } });
      const id = randomUUID();
      await store.addJob(engine.db, id, ctx.caller.id, row.id, body);
      const account = { id: ctx.caller.id, customer: ctx.caller.customer };
      const source = {
        path: row.path,
        name: row.file_name,
        scratch: join(folder, id),
        total: dataset.feature_count || null,
      };
      const order: ImportOrder = body;
      waiting.push({
        id,
        run: async (signal) => {
          await mkdir(source.scratch, { recursive: true, mode: 0o700 });
          await runImport(world, id, account, order, source, signal);
        },
      });
      next();
      return store.shown(await jobFor(ctx, id), wordsFor(ctx));
    },

    async jobs(ctx) {
      return (await store.jobs(engine.db, ctx.caller.id)).map((row) => store.shown(row, wordsFor(ctx)));
    },

    async job(ctx, { params }) {
      return store.shown(await jobFor(ctx, params.id), wordsFor(ctx));
    },

    async cancel(ctx, { params }) {
      const row = await jobFor(ctx, params.id);
      const place = waiting.findIndex((w) => w.id === row.id);
      if (place >= 0) {
        waiting.splice(place, 1);
        await store.finished(
          engine.db,
          row.id,
          'cancelled',
          { read: 0, imported: 0, rejected: 0, rejects: [] },
          null,
          'cancelled',
        );
      }
      running.get(row.id)?.abort();
      return store.shown(await jobFor(ctx, row.id), wordsFor(ctx));
    },

    async rejects(ctx, { params }) {
      const row = await jobFor(ctx, params.id);
      const path = join(folder, row.id, REJECTS);
      const name = `${row.label}-rejects.csv`;
      if (!existsSync(path))
        return new FileAnswer(Buffer.from('\ufeffrow,reason\r\n'), 'text/csv; charset=utf-8', name);
      return new FileAnswer(createReadStream(path), 'text/csv; charset=utf-8', name);
    },
  };

  return {
    handlers,
    async stop() {
      waiting.length = 0;
      for (const abort of running.values()) abort.abort();
      await Promise.all(turns);
    },
  };
}

/** Tables of imports that never became a layer. */
async function dropOrphans({ engine: { db } }: World): Promise<void> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relname ~ '^record_[0-9]+$' and not relispartition and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  for (const { relname } of rows) await sql`drop table ${sql.table(relname)}`.execute(db);
}

/** Files of uploads that nobody came back for. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > KEEP_MS) await rm(path, { recursive: true, force: true });
  }
}
