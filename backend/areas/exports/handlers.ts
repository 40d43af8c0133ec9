// Data out: one-time tokens and the downloads that they open.

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { ExportOrder } from '../../../contract/schemas/export';
import type { Field } from '../../../contract/schemas/form';
import { exportLayers, MIXED, type OutFormat, type OutLayer, type OutLink, outFormat } from '../../geo/export';
import { type Ctx, FileAnswer, type World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { hashOf } from '../../identity/caller';
import { filesOf } from '../files/store';
import { getJobAnswer, jobFor } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import { list } from '../layers/listing/page';
import type { LayerRow } from '../layers/store';
import { getFile, orderExport, runExport } from './job';
import { lossTexts } from './losses';
import { formatFor, layerOut, outLayer, whereOf } from './out-layer';
import { partsOut, relationsOut } from './related';
import * as store from './store';

const TOKEN_SECONDS = 60;
const MAX_LAYERS = 200;

const KINDS = [/^(MULTI)?POINT/, /^(MULTI)?LINESTRING/, /^(MULTI)?POLYGON/];
const DRAWING_FIELDS: Field[] = [
  { name: 'label', label: 'label', type: 'text' },
  { name: 'type', label: 'type', type: 'text' },
  { name: 'radius', label: 'radius', type: 'decimal' },
  /** As JSON, so that what was exported comes back as it looked. */
  { name: 'style', label: 'style', type: 'text' },
];

async function send(
  ctx: Ctx,
  layers: OutLayer[],
  format: OutFormat,
  order: Partial<ExportOrder>,
  links?: OutLink[],
): Promise<FileAnswer> {
  const scratch = join(ctx.config.dataDir, 'exports');
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const file = await exportLayers(layers, format, {
    scratch,
    signal: ctx.signal,
    ...(order.encoding ? { encoding: order.encoding } : {}),
    ...(order.srid ? { srid: order.srid } : {}),
    ...(links ? { links } : {}),
  });
  ctx.header('referrer-policy', 'no-referrer');
  return new FileAnswer(file.stream, file.mime, `${layers[0]?.name}.${file.extension}`);
}

/** The files of a layer's records as an archive, one folder a record; each is read from the store when its turn comes. */
async function archive(
  ctx: Ctx,
  id: string | number,
  filter: Record<string, string>,
  kind: 'image' | 'all',
): Promise<FileAnswer> {
  const layer = await layerOut(ctx, id);
  const where = await whereOf(ctx, layer, filter);
  const { files, capped } = await filesOf(ctx.engine.db, layer.id, where, kind);
  if (files.length === 0) throw new Refusal(404, 'exportNoFiles');
  if (capped) throw new Refusal(400, 'exportManyFiles', { params: { max: files.length } });
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  // A file that vanished meanwhile breaks the archive off: half of one must not look whole.
  const breakOff = (error: Error) => stream.destroy(error);
  zip.on('error', breakOff);
  const usedNames = new Set<string>();
  for (const { record_id, name, key, size } of files) {
    let inside = `${record_id}/${name}`;
    for (let n = 2; usedNames.has(inside); n++) inside = `${record_id}/${n}-${name}`;
    usedNames.add(inside);
    // Pictures are packed already: they are only put side by side.
    zip.addReadStreamLazy(inside, { compress: kind === 'all', size }, (open) => {
      ctx.storage.getStream(key).then(
        (stream) => open(null, stream.once('error', breakOff)),
        (error) => open(error, null as never),
      );
    });
  }
  zip.end();
  ctx.header('referrer-policy', 'no-referrer');
  return new FileAnswer(stream, 'application/zip', `${layer.label}-${kind === 'image' ? 'images' : 'files'}.zip`);
}

const calls: Omit<Handlers['exports'], 'start' | 'file'> = {
  async losses(ctx, { params, body }) {
    const layer = await layerOut(ctx, params.id);
    formatFor(body, layer);
    const out = await partsOut(ctx, layer, body);
    const [count = 0] = out.counts;
    const warnings = await lossTexts(ctx, layer, out.layers[0] as OutLayer, body);
    if (body.format !== 'gpkg') return { count, warnings };
    const { going, others } = await relationsOut(ctx, layer);
    if (going.length === 0) return { count, warnings };
    const related = others.map(({ id, label }, i) => ({ id, label, count: out.counts[i + 1] ?? null }));
    return { count, warnings, related };
  },

  async token(ctx, { params, body }) {
    const layer = await layerOut(ctx, params.id);
    formatFor(body, layer);
    // An order that names what is not there is refused here, and not when the file is fetched.
    const out = await outLayer(ctx, layer, body);
    const token = randomBytes(24).toString('base64url');
    const now = ctx.now();
    const until = new Date(now.getTime() + TOKEN_SECONDS * 1000);
    await store.putToken(
      ctx.engine.db,
      { hash: hashOf(token), session: ctx.caller.session, layer: layer.id, order: body, until },
      now,
    );
    return {
      token,
      name: `layer_${layer.id}`,
      expire_seconds: TOKEN_SECONDS,
      warnings: await lossTexts(ctx, layer, out, body),
    };
  },

  async download(ctx, { params }) {
    const order = await store.takeToken(ctx.engine.db, hashOf(String(params.token)), ctx.caller.session, ctx.now());
    if (!order) throw notFound();
    // Rights may have gone since the token was made.
    const layer = await layerOut(ctx, order.layer_id);
    const { layers, links } = await partsOut(ctx, layer, order.order);
    return send(ctx, layers, formatFor(order.order, layer), order.order, links);
  },

  async gdbGroup(ctx, { query }) {
    const layers = new Map<number, LayerRow>();
    for (const group of new Set(query.groups.split(',').map(Number))) {
      const rows = await list(
        ctx.engine.db,
        ctx.caller,
        { group },
        sql`order by l.label, l.id limit ${MAX_LAYERS}::int`,
      );
      for (const row of rows) if (row.type <= 3 && ctx.caller.rightsOn(row).export) layers.set(row.id, row);
    }
    if (layers.size === 0) throw notFound();
    if (layers.size > MAX_LAYERS) throw new Refusal(400, 'invalid', { params: { key: 'groups' } });
    const out = await Promise.all([...layers.values()].map((layer) => outLayer(ctx, layer, {})));
    return send(ctx, out, outFormat('gdb') as OutFormat, {});
  },

  async drawings(ctx, { params, body }) {
    const format = outFormat(String(params.format));
    if (!format) throw notFound();
    const rows = await store.getDrawings(ctx.engine.db, ctx.caller.id, body.ids);
    if (rows.length === 0) throw notFound();
    const kinds = new Set(rows.map((row) => KINDS.findIndex((kind) => kind.test(row.wkt)) + 1));
    const [only] = kinds;
    const type = kinds.size === 1 ? (only as number) : MIXED;
    // GPX knows no areas: none shall be missing silently.
    if (!format.types.includes(type) || (format.id === 'gpx' && kinds.has(3))) throw new Refusal(400, 'exportKind');
    const layer: OutLayer = {
      name: 'drawings',
      type,
      fields: DRAWING_FIELDS,
      rows: async function* (shape) {
        for (const { id, label, type: kind, radius, style, geojson, wkt } of rows)
          yield {
            id,
            value: { label, type: kind, radius, style: JSON.stringify(style) },
            shape: shape === 'wkt' ? wkt : shape === 'geojson' ? geojson : null,
          };
      },
    };
    return send(ctx, [layer], format, {});
  },

  images: (ctx, { params, query }) => archive(ctx, params.id, query, 'image'),
  files: (ctx, { params, query }) => archive(ctx, params.id, query, 'all'),
};

/** Builds the handlers and teaches the queue its kind of job. */
export function exportHandlers(world: World, queue: JobQueue): Handlers['exports'] {
  queue.register('layer_export', {
    run: (run) => runExport(world, run),
    again: (ctx, row) => orderExport(ctx, queue, row.layer_id ?? 0, row.order as ExportOrder),
  });
  return {
    ...calls,
    start: async (ctx, { params, body }) => getJobAnswer(ctx, await orderExport(ctx, queue, params.id, body)),
    file: async (ctx, { params }) => getFile(ctx, await jobFor(ctx, params.id)),
  };
}
