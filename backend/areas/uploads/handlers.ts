// Files in: kept on disk, looked into, imported or appended by a job that can be watched and cancelled.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { LAYER_TYPES } from '../../../contract/schemas/layer';
import { type AppendOrder, ImportOrder, type Inspection, type Job, ShapeForm } from '../../../contract/schemas/upload';
import { ImportProblem, inspect, type Kind, placeOf } from '../../geo/import';
import type { Ctx, World } from '../../http/context';
import { forbidden, invalid, isWording, notFound, Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { getJobAnswer, jobFor, jobHandlers } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import type { JobRow } from '../jobs/store';
import { orderAppend } from './append/order';
import { takeBackPieces } from './append/pieces';
import { runAppend } from './append/run';
import { orderUndo, runUndo } from './append/undo';
import { checkParts } from './dataset';
import { checkRaster, runRaster } from './raster';
import { runRelated } from './related/run';
import { runImport, uploadKey } from './runner';
import * as store from './store';

const IMPORT_MODULE = 1;

/** A file's problem as a refusal in the caller's language. */
const toRefusal = (error: unknown): unknown =>
  error instanceof ImportProblem
    ? new Refusal(400, isWording(error.code) ? error.code : 'broken_file', { code: error.code })
    : error;

/** What makes a layer, or several, of an upload. */
const runnerOf = ({ type, related }: ImportOrder) =>
  type === LAYER_TYPES.raster ? runRaster : related ? runRelated : runImport;

/** Builds the handlers and teaches the queue their kinds of jobs. */
export function uploadHandlers(world: World, queue: JobQueue): Handlers['uploads'] {
  const { engine, config, storage } = world;
  const folder = join(config.dataDir, 'uploads');

  const getUpload = async (ctx: Ctx, id: string | number) => {
    const row = await store.upload(engine.db, ctx.caller.id, String(id));
    if (!row || !(existsSync(row.path) || config.s3)) throw notFound();
    return row;
  };

  async function inspectUpload(ctx: Ctx, path: string, name: string, scratch: string, encoding?: string) {
    try {
      const inspection = await inspect(path, name, { ...(encoding ? { encoding } : {}), signal: ctx.signal, scratch });
      return { asked: encoding ?? '', found: inspection };
    } catch (error) {
      throw toRefusal(error);
    }
  }

  /** What is inside an upload: as it was found before, unless another encoding is asked for. */
  async function getInspection(ctx: Ctx, row: store.UploadRow, encoding?: string): Promise<Inspection> {
    const before = row.inspection as store.Kept | null;
    const same = before && (before.asked === (encoding ?? '') || before.found.encoding === encoding);
    let current = before;
    if (!current || !same) {
      if (!existsSync(row.path)) throw new Refusal(410, 'fileGone');
      const scratch = join(folder, row.id);
      current = await inspectUpload(ctx, row.path, row.file_name, scratch, encoding);
      await store.keepInspection(engine.db, row.id, current);
    }
    return { file_id: row.id, size: row.size, ...current.found };
  }

  /** Whoever may import, or add to some layer, may send files. */
  function maySend({ caller }: Ctx): void {
    const adds = caller.superuser || [...caller.granted.values()].some((rights) => rights.add);
    if (!adds && !caller.modules.includes(IMPORT_MODULE)) throw forbidden();
  }

  /** Takes the file part of a multipart form; answers its inspection and the text parts before it. */
  async function receive(ctx: Ctx): Promise<{ inspection: Inspection; fields: Record<string, unknown> }> {
    maySend(ctx);
    const part = await ctx.request.file();
    if (!part) throw invalid('file');
    const id = randomUUID();
    const scratch = join(folder, id);
    const path = join(scratch, 'upload');
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    try {
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
      if (part.file.truncated) throw new Refusal(413, 'tooLarge');
      const name = basename(part.filename).slice(0, 200) || 'file';
      const { size } = await stat(path);
      const inspection = await inspectUpload(ctx, path, name, scratch);
      if (config.s3) await storage.putStream(uploadKey(id), createReadStream(path));
      await store.addUpload(engine.db, { id, account: ctx.caller.id, name, path, size, inspection });
      const fields: Record<string, unknown> = Object.create(null);
      for (const [key, field] of Object.entries(part.fields))
        if (field && 'value' in field && field.type === 'field') fields[key] = field.value;
      return { inspection: { file_id: id, size, ...inspection.found }, fields: { ...fields } };
    } catch (error) {
      await rm(scratch, { recursive: true, force: true });
      if (config.s3) await storage.delete(uploadKey(id)).catch(() => {});
      throw error;
    }
  }

  async function discard(id: string): Promise<void> {
    await store.dropUpload(engine.db, id);
    await rm(join(folder, id), { recursive: true, force: true });
    if (config.s3) await storage.delete(uploadKey(id));
  }

  const append = (ctx: Ctx, order: AppendOrder) =>
    orderAppend(ctx, queue, order, async (id) => getInspection(ctx, await getUpload(ctx, id), order.encoding));

  async function orderImport(ctx: Ctx, order: ImportOrder): Promise<string> {
    const row = await getUpload(ctx, order.file_id);
    const inspection = await getInspection(ctx, row, order.encoding);
    checkParts(inspection, order);
    await checkRaster(ctx, order, inspection);
    return queue.add({
      account: ctx.caller.id,
      kind: 'import',
      label: order.label,
      order,
      upload: row.id,
      layer: order.replaces ?? null,
      dryRun: order.dry_run ?? false,
    });
  }

  queue.register('import', {
    run: (run) => runnerOf(run.job.order as ImportOrder)(world, run),
    again(ctx, row) {
      if (!ctx.caller.modules.includes(IMPORT_MODULE)) throw forbidden();
      return orderImport(ctx, row.order as ImportOrder);
    },
  });
  queue.register('append', {
    run: (run) => runAppend(world, run),
    again: (ctx, row) => append(ctx, row.order as AppendOrder),
    undo: (ctx, row) => orderUndo(ctx, queue, row),
    recover: () => takeBackPieces(world),
  });
  const undoAgain = async (ctx: Ctx, row: JobRow) => orderUndo(ctx, queue, await jobFor(ctx, (row.order as { job: string }).job)); // biome-ignore format: one order
  queue.register('undo', { run: (run) => runUndo(world, run), again: undoAgain });

  return {
    ...jobHandlers(world, queue),

    upload: async (ctx) => (await receive(ctx)).inspection,

    async shape(ctx): Promise<Job> {
      const { inspection, fields } = await receive(ctx);
      try {
        const form = ShapeForm.safeParse(fields);
        if (!form.success) throw invalid(String(form.error.issues[0]?.path[0] ?? 'body'));
        const [dataset, second] = inspection.datasets;
        if (!dataset || second) throw new Refusal(400, 'severalDatasets');
        const order = ImportOrder.parse({
          file_id: inspection.file_id,
          dataset: dataset.name,
          type: dataset.type,
          label: form.data.label ?? dataset.name,
          fields: dataset.fields.map(({ name, type }) => ({ source: name, label: name.trim() || '-', type })),
          ...(form.data.group_layer ? { group_layer: form.data.group_layer } : {}),
        });
        return await getJobAnswer(ctx, await orderImport(ctx, order));
      } catch (error) {
        await discard(inspection.file_id);
        throw error instanceof z.ZodError ? invalid(String(error.issues[0]?.path.join('.'))) : error;
      }
    },

    async inspect(ctx, { params, query }) {
      return getInspection(ctx, await getUpload(ctx, params.file), query.encoding);
    },

    async place(ctx, { params, body }) {
      const row = await getUpload(ctx, params.file);
      if (!existsSync(row.path)) throw new Refusal(410, 'fileGone');
      const { find, ...order } = body;
      const home = await store.homeOf(engine.db, ctx.caller.customer, ctx.caller.regions);
      const scratch = join(folder, row.id);
      try {
        const place = { ...order, type: order.type as Kind };
        const run = { scratch, signal: ctx.signal };
        const inspection = await placeOf(row.path, row.file_name, place, find ? home : null, run);
        const { crs } = inspection;
        return { ...inspection, home, crs: crs && { srid: crs.srid, text: crs.text } };
      } catch (error) {
        throw toRefusal(error);
      }
    },

    async discard(ctx, { params }) {
      await discard((await getUpload(ctx, params.file)).id);
      return {};
    },

    start: async (ctx, { body }) => getJobAnswer(ctx, await orderImport(ctx, body)),
    append: async (ctx, { body }) => getJobAnswer(ctx, await append(ctx, body)),
    undo: async (ctx, { params }) => getJobAnswer(ctx, await queue.undo(ctx, await jobFor(ctx, params.id))),
  };
}
