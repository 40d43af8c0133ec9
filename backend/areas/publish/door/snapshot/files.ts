// Whole layers as files that programs read in place, by parts: made once for what a caller sees of a state of a layer, and kept for a while.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { SNAPSHOT_TYPES, type SnapshotFormat } from '../../../../../contract/ogc-api/names';
import { withScope } from '../../../../db/scope';
import { exportLayers, outFormat } from '../../../../geo/export';
import { sightKey, visibleTo } from '../../../../geo/sight';
import type { World } from '../../../../http/context';
import { partOf } from '../../../../http/range';
import { outLayer } from '../../../exports/out-layer';
import { type DoorAnswer, DoorProblem, type DoorRequest, missing, type Published } from '../door-request';

/** How long a file is kept, and how many bytes of files at once. */
const KEPT_MS = 30 * 60_000;
const MAX_BYTES = 4 * 1024 ** 3;
/** A caller waits so long for a file that is being made; the web process gives up after nine seconds. */
const WAIT_MS = 5_000;
const RETRY_SECONDS = 10;
/** So long one statement of the making may take. */
const SECONDS = 60;
/** What a process that ended badly has left is older than this. */
const LEFT_MS = 86_400_000;
const PREFIX = 'snapshots-';

interface Snapshot {
  path: string;
  size: number;
  etag: string;
}

const hasFormat = (row: Published['row'], as: SnapshotFormat): boolean =>
  outFormat(as)?.types.includes(row.type) ?? false;

/** The formats in which a layer can be had whole. */
export const snapshotFormats = ({ layer, row }: Published): SnapshotFormat[] =>
  layer.services.features ? (Object.keys(SNAPSHOT_TYPES) as SnapshotFormat[]).filter((as) => hasFormat(row, as)) : [];

async function write(
  folder: string,
  request: DoorRequest,
  published: Published,
  as: SnapshotFormat,
): Promise<Snapshot> {
  const { row, layer, fields } = published;
  const { engine, caller } = request;
  const home = await mkdtemp(join(folder, 'file-'));
  try {
    const where = sql<boolean>`n.deleted_at is null and ${visibleTo(caller, layer.id)}`;
    const out = await outLayer(
      { engine, caller },
      row,
      { fields: fields.map(({ name }) => name) },
      { where, keys: [] },
    );
    const { stream } = await exportLayers([out], outFormat(as) as NonNullable<ReturnType<typeof outFormat>>, { scratch: home }); // biome-ignore format: one line
    const path = join(home, `layer_${layer.id}.${as}`);
    await pipeline(stream, createWriteStream(path));
    return { path, size: (await stat(path)).size, etag: `"${randomUUID()}"` };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

/** Files of published layers. Made one after the other; whoever asks for the same meanwhile waits for the same. */
export function createSnapshots({ config }: Pick<World, 'config'>) {
  const root = join(config.dataDir, 'exports');
  let folder: Promise<string> | null = null;
  async function open(): Promise<string> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    for (const name of await readdir(root)) {
      const path = join(root, name);
      if (!name.startsWith(PREFIX) || Date.now() - (await stat(path)).mtimeMs < LEFT_MS) continue;
      await rm(path, { recursive: true, force: true });
    }
    return mkdtemp(join(root, PREFIX));
  }
  const files = new LRUCache<string, Snapshot>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => size + 1,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    // Whoever reads it meanwhile has it open.
    dispose: ({ path }) => void rm(dirname(path), { recursive: true, force: true }).catch(() => {}),
  });
  const making = new Map<string, Promise<Snapshot>>();
  let last: Promise<unknown> = Promise.resolve();

  function start(key: string, request: DoorRequest, published: Published, as: SnapshotFormat): Promise<Snapshot> {
    folder ??= open();
    const pending = last
      .then(() => folder as Promise<string>)
      // It is not the caller's alone: it goes on where that one leaves.
      .then((home) =>
        withScope({ requestId: `snapshot of ${published.layer.id}`, seconds: SECONDS }, () =>
          write(home, request, published, as),
        ),
      )
      .then((file) => {
        files.set(key, file);
        return file;
      })
      .finally(() => making.delete(key));
    last = pending.catch(() => {});
    making.set(key, pending);
    return pending;
  }

  return {
    /** The file, or null where it takes longer than a caller waits. */
    async get(request: DoorRequest, published: Published, as: SnapshotFormat): Promise<Snapshot | null> {
      const { layer, row, fields } = published;
      const key = JSON.stringify([layer.id, row.rev, as, sightKey(request.caller, layer.id), fields]);
      const cached = files.get(key);
      if (cached) return cached;
      const pending = making.get(key) ?? start(key, request, published, as);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), WAIT_MS);
      });
      return Promise.race([pending, late]).finally(() => clearTimeout(timer));
    },
    async close(): Promise<void> {
      await last;
      files.clear();
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
export type Snapshots = ReturnType<typeof createSnapshots>;

/** The file or the part of it that the headers ask for. */
export async function answerSnapshot(
  request: DoorRequest,
  published: Published,
  as: SnapshotFormat,
  headers: IncomingHttpHeaders,
  snapshots: Snapshots | null,
): Promise<DoorAnswer> {
  if (!snapshots || !hasFormat(published.row, as)) throw missing();
  const file = await snapshots.get(request, published, as);
  if (!file) throw new DoorProblem(503, 'The file is being made. Ask again.', { 'retry-after': String(RETRY_SECONDS) });
  const { path, size, etag } = file;
  const common = { etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' };
  if (headers['if-none-match'] === etag) return { status: 304, headers: common, body: null };
  const part = partOf(headers, size, etag);
  if (part === 'outside')
    return { status: 416, headers: { ...common, 'content-range': `bytes */${size}` }, body: null };
  const { from, to } = part ?? { from: 0, to: size - 1 };
  return {
    status: part ? 206 : 200,
    type: SNAPSHOT_TYPES[as],
    headers: {
      ...common,
      'content-length': String(to - from + 1),
      'content-disposition': `attachment; filename="layer_${published.layer.id}.${as}"`,
      ...(part ? { 'content-range': `bytes ${from}-${to}/${size}` } : {}),
    },
    // The length stays that of the file only where a stream is sent.
    body: request.target.method === 'HEAD' ? Readable.from([]) : createReadStream(path, { start: from, end: to }),
    isCompressed: true,
  };
}
