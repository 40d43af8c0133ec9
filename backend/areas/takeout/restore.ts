// A bundle read again: every part against its hash, then all of it into one organisation, and compared with what the bundle says.
import { createHash, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';
import { insert, makePartition } from '../layers/store';
import { insertRegions } from '../regions/store';
import { BUNDLE_VERSION, hasRecords, MANIFEST, type Manifest } from './bundle';
import * as store from './store';
import { type GroupOut, restoreGroups, restoreTies } from './ties';

const BATCH = 500;
const MAX_MANIFEST = 64 * 1024 * 1024;

/** What is wrong with a bundle, in words for the operator. */
export class BundleProblem extends Error {}

interface Opened {
  manifest: Manifest;
  part(path: string): Promise<Readable>;
  close(): void;
}

function opened(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new BundleProblem(`this is no zip file: ${error.message}`)) : resolve(zip),
    ),
  );
}

async function openBundle(path: string): Promise<Opened> {
  const zip = await opened(path);
  const entries = new Map<string, yauzl.Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', (error) => reject(new BundleProblem(`the zip file is damaged: ${error.message}`)));
    zip.readEntry();
  });
  const part = (name: string) =>
    new Promise<Readable>((resolve, reject) => {
      const entry = entries.get(name);
      if (!entry) return reject(new BundleProblem(`${name} is missing`));
      zip.openReadStream(entry, (error, stream) =>
        error ? reject(new BundleProblem(`${name}: ${error.message}`)) : resolve(stream),
      );
    });
  const entry = entries.get(MANIFEST);
  if (!entry || entry.uncompressedSize > MAX_MANIFEST)
    throw new BundleProblem('there is no manifest: this is no bundle');
  const manifest = JSON.parse(await text(await part(MANIFEST))) as Manifest;
  if (manifest.version !== BUNDLE_VERSION)
    throw new BundleProblem(`the bundle has version ${manifest.version}, this is version ${BUNDLE_VERSION}`);
  return { manifest, part, close: () => zip.close() };
}

/** Reads every part of a bundle against its size and hash; throws BundleProblem with the first that differs. */
export async function verify(path: string): Promise<Manifest> {
  const { manifest, part, close } = await openBundle(path);
  try {
    for (const [name, { size, sha256 }] of Object.entries(manifest.parts)) {
      const hash = createHash('sha256');
      let read = 0;
      try {
        for await (const chunk of await part(name)) {
          hash.update(chunk);
          read += (chunk as Buffer).length;
        }
      } catch (error) {
        throw error instanceof BundleProblem ? error : new BundleProblem(`${name} is damaged`);
      }
      if (read !== size || hash.digest('hex') !== sha256)
        throw new BundleProblem(`${name} is not what the manifest says`);
    }
    return manifest;
  } finally {
    close();
  }
}

async function* linesOf(part: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input: part, crlfDelay: Infinity })) if (line) yield line;
}

/** The row of a line as it stands, without being read: its numbers keep all digits. */
const ROW = /^\{"id": \d+, "row": (.*)\}$/s;
const rowOf = (line: string): string => ROW.exec(line)?.[1] ?? '{}';

async function inBatches<T>(lines: AsyncIterable<T>, work: (batch: T[]) => Promise<void>): Promise<void> {
  let batch: T[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    await work(batch);
    batch = [];
  }
  if (batch.length) await work(batch);
}

/** What a restore made: layers by their old ids. */
export interface Restored {
  layers: Map<number, number>;
  records: number;
  files: number;
  regions: number;
}

type Source = Manifest['layers'][number]['config']['source'];

/** Puts the files of a raster layer into the store under keys that are noted in `keys`; other sources stay as they are. */
async function putRaster(
  { storage }: Pick<World, 'storage'>,
  before: Source,
  keys: string[],
  read: (name: string) => Promise<Readable>,
): Promise<Source> {
  // biome-ignore format: one line
  if (before?.kind !== 'raster') return before;
  const source = { ...before };
  for (const [field, name] of [
    ['key', 'raster.tif'],
    ['original', 'original'],
  ] as const) {
    if (!source[field]) continue;
    const key = `rasters/${randomUUID()}.tif`;
    await storage.putStream(key, await read(name));
    keys.push(key);
    source[field] = key;
  }
  return source;
}

/** A group's line; in a bundle of an earlier version its layers are known by themselves. */
function readGroup(line: string, { layers }: Manifest): GroupOut {
  const group = JSON.parse(line) as Pick<GroupOut, 'id' | 'label'> & Partial<GroupOut>;
  const members = layers.filter(({ groups }) => groups.includes(group.id)).map(({ id }) => id);
  return { description: null, position: 0, parent: null, layers: members, ...group };
}

/**
 * Puts a bundle into an organisation that is there: groups, regions, layers, records with their log and files, under new ids. People are
 * found by their user names; what strangers did is nobody's. All or nothing: a digest that differs afterwards undoes it.
 */
export async function restore(
  world: Pick<World, 'engine' | 'storage'>,
  customer: number,
  path: string,
): Promise<Restored> {
  await verify(path);
  const { manifest, part, close } = await openBundle(path);
  const keys: string[] = [];
  try {
    return await world.engine.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const names = await store.target(tx, customer);
      if (!names) throw new BundleProblem('there is no such organisation');
      const people: store.People = {};
      for await (const line of linesOf(await part('people.ndjson'))) {
        const { id, username } = JSON.parse(line) as { id: number; username: string };
        const account = names.get(username);
        if (account !== undefined) people[id] = account;
      }
      let regions = 0;
      for await (const line of linesOf(await part('regions.ndjson'))) {
        const { label, geometry } = JSON.parse(line);
        await insertRegions(tx, customer, [{ label, geometry }]);
        regions++;
      }
      const done: Restored = { layers: new Map(), records: 0, files: 0, regions };
      for (const layer of manifest.layers) {
        const id = await restoreLayer(tx, layer);
        done.layers.set(layer.id, id);
        done.records += layer.records;
        done.files += layer.files;
      }
      const groups: GroupOut[] = [];
      for await (const line of linesOf(await part('groups.ndjson'))) groups.push(readGroup(line, manifest));
      await restoreGroups(tx, customer, groups, done.layers);
      await restoreTies(tx, customer, manifest, { layers: done.layers, people });
      return done;

      async function restoreLayer(db: Db, layer: Manifest['layers'][number]): Promise<number> {
        const folder = `layers/${layer.id}`;
        const source = await putRaster(world, layer.config.source, keys, (name) => part(`${folder}/${name}`));
        const config = { ...layer.config, source };
        const values = {
          customer,
          owner: null,
          label: layer.label,
          type: layer.type,
          config: config as never,
          extent: layer.extent,
        };
        const id = await insert(db, { ...values, count: 0 });
        if (!hasRecords(layer.type)) return id;
        await makePartition(db, id);
        const ids = new Map<string, number>();
        const oldId = (line: string) => /^\{"id": (\d+)/.exec(line)?.[1] ?? '';
        await inBatches(linesOf(await part(`${folder}/records.ndjson`)), async (batch) => {
          const fresh = await store.recordIds(db, batch.length);
          for (const [i, line] of batch.entries()) ids.set(oldId(line), fresh[i] as number);
          await store.putRecords(db, id, batch.map(rowOf), fresh, people);
        });
        await inBatches(linesOf(await part(`${folder}/log.ndjson`)), async (batch) => {
          const rows = batch.map(rowOf);
          // The log outlives records that were deleted for ever: their old ids are nobody's now.
          const of = rows.map((row) => ids.get(String((JSON.parse(row) as { record_id: number }).record_id)) ?? 0);
          await store.putLog(db, id, rows, of, people);
        });
        for await (const line of linesOf(await part(`${folder}/files.ndjson`))) {
          const { row } = JSON.parse(line) as { row: store.FileOut };
          const record = ids.get(String(row.record_id));
          if (record === undefined) continue;
          const key = `files/${customer}/${randomUUID()}`;
          await world.storage.putStream(key, await part(`${folder}/files/${row.record_id}/${row.id}-${row.name}`));
          keys.push(key);
          await store.putFile(db, { customer, layer: id, record, row: rowOf(line), key, people });
        }
        const now = await store.digest(db, id);
        if (now.records !== layer.records || now.digest !== layer.digest || now.logged !== layer.logged)
          throw new BundleProblem(`layer ${layer.id} (${layer.label}) is not the same after it was put back`);
        await sql`update layer set record_count = (select count(*) from record where layer_id = ${id}::int and deleted_at is null) where id = ${id}::int`.execute(
          db,
        );
        return id;
      }
    });
  } catch (error) {
    for (const key of keys) await world.storage.delete(key).catch(() => {});
    throw error;
  } finally {
    close();
  }
}
