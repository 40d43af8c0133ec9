// Large exports as jobs: the file is made in the background and waits in the store for its owner, for a day.
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EXPORT_FILE_HOURS, type ExportOrder } from '../../../contract/schemas/export';
import { exportLayers, type OutLayer } from '../../geo/export';
import { type Ctx, FileAnswer, type World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import { getCallerById } from '../../identity/caller';
import type { Run } from '../jobs/attempt';
import type { JobQueue } from '../jobs/queue';
import type { JobRow } from '../jobs/store';
import { formatFor, layerOut, outLayer } from './out-layer';
import { partsOut } from './related';
import * as store from './store';

/** Exports of a person that are not done, and files that wait for them; older files go. */
const MAX_OPEN = 3;
const MAX_FILES = 5;
const PREFIX = 'layer-exports/';
const HOUR_MS = 3600_000;

export async function orderExport(ctx: Ctx, queue: JobQueue, id: string | number, order: ExportOrder): Promise<string> {
  const layer = await layerOut(ctx, id);
  formatFor(order, layer);
  await outLayer(ctx, layer, order);
  return queue.add(
    { account: ctx.caller.id, kind: 'layer_export', label: layer.label, order, upload: null, layer: layer.id },
    async (tx) => {
      if ((await store.countOpenExports(tx, ctx.caller.id)) >= MAX_OPEN)
        throw new Refusal(409, 'exportsWaiting', { params: { max: MAX_OPEN } });
    },
  );
}

/** The layers, with their rows counted as they pass; `passes` is how often a format goes through them. */
function counted(layers: readonly OutLayer[], run: Run, total: number, passes: number): OutLayer[] {
  let count = 0;
  return layers.map((layer) => ({
    ...layer,
    rows: async function* (shape) {
      for await (const row of layer.rows(shape)) {
        run.signal.throwIfAborted();
        yield row;
        run.tally.read = Math.min(total, Math.floor(++count / passes));
        if (count % 1000 === 0) await run.report();
      }
    },
  }));
}

/** Makes the file and puts it into the store; nothing of it stays unless the job is done. */
export async function runExport(world: World, run: Run): Promise<void> {
  const { engine, storage } = world;
  const { job, tally, signal } = run;
  const order = job.order as ExportOrder;
  const caller = await getCallerById(engine.db, job.account_id);
  if (!caller) throw new Refusal(404, 'layerGone');
  const ctx = { engine, caller };
  // Rights may have gone since it was ordered.
  const layer = await layerOut(ctx, job.layer_id ?? 0);
  const format = formatFor(order, layer);
  const { layers, links, counts } = await partsOut(ctx, layer, order);
  const total = counts.reduce((sum, count) => sum + count, 0);
  await run.report(total);
  // Points in a table are looked through once for heights and parts.
  const passes = !format.geometry && layer.type === 1 ? 2 : 1;
  const out = counted(layers, run, total, passes);
  const key = `${PREFIX}${job.id}-${job.attempts}`;
  try {
    const file = await exportLayers(out, format, {
      scratch: run.scratch,
      signal,
      ...(order.encoding ? { encoding: order.encoding } : {}),
      ...(order.srid ? { srid: order.srid } : {}),
      ...(links ? { links } : {}),
    });
    let size = 0;
    const bytes = new Transform({
      transform(chunk: Buffer, _, next) {
        size += chunk.length;
        next(null, chunk);
      },
    });
    await Promise.all([pipeline(file.stream, bytes, { signal }), storage.putStream(key, bytes)]);
    const until = new Date(world.now().getTime() + EXPORT_FILE_HOURS * HOUR_MS);
    tally.read = total;
    tally.imported = total;
    const name = `${layer.label}.${file.extension}`;
    let old: string[] = [];
    await run.commit(async (tx) => {
      await tx.insertInto('export_file').values({ job_id: job.id, key, name, type: file.mime, size, until }).execute();
      old = await store.dropOldFiles(tx, job.account_id, MAX_FILES);
      return { layer: layer.id };
    });
    for (const oldKey of old) await storage.delete(oldKey).catch(() => {});
  } catch (error) {
    await storage.delete(key).catch(() => {});
    throw error;
  }
}

/** The file of a person's own export, as long as they may take that layer's data away. */
export async function getFile(ctx: Ctx, job: JobRow): Promise<FileAnswer> {
  if (job.kind !== 'layer_export') throw notFound();
  if (job.state === 'waiting' || job.state === 'running') throw new Refusal(409, 'exportNotReady');
  await layerOut(ctx, job.layer_id ?? 0);
  const file = await store.findFile(ctx.engine.db, job.id);
  if (!file || file.until <= ctx.now() || !(await ctx.storage.exists(file.key)))
    throw new Refusal(404, 'exportFileGone');
  ctx.header('referrer-policy', 'no-referrer');
  return new FileAnswer(await ctx.storage.getStream(file.key), file.type, file.name);
}

/** Removes files whose time is over, and those that no job names. Returns how many. */
export async function removeOldExports(
  { engine, storage, now }: Pick<World, 'engine' | 'storage' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> {
  await engine.db.deleteFrom('export_file').where('until', '<=', now()).execute();
  const before = new Date(now().getTime() - EXPORT_FILE_HOURS * HOUR_MS);
  let removed = 0;
  for await (const { key, modified } of storage.list(PREFIX)) {
    if (!goOn()) break;
    if (modified > before) continue;
    await storage.delete(key);
    removed++;
  }
  return removed;
}
