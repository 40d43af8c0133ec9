// A bundle put into one organisation, and compared with what it says of itself.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';
import { insert, makePartition } from '../layers/store';
import { insertRegions } from '../regions/store';
import { hasRecords, type Manifest, versionsPart } from './bundle';
import { fieldsById, noteIds, openIds, renameLayer, restoreLists, type VersionOut } from './names';
import { NEWS_KINDS, newsPart, restoreNews } from './news';
import { BundleProblem, linesOf, openBundle, verify } from './open-bundle';
import * as store from './store';
import { type GroupOut, restoreGroups, restoreTies, type TiesOut } from './ties';

const BATCH = 500;
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

/** Where a bundle goes. `keys`: what was put into the store, which goes again where the whole fails. */
interface Target {
  world: Pick<World, 'engine' | 'storage'>;
  customer: number;
  part(path: string): Promise<Readable>;
  keys: string[];
  people: store.People;
}

/** Puts a layer back with its records, their log and their files. Answers its new id. */
async function restoreLayer(
  db: Db,
  { world, customer, part, keys, people }: Target,
  layer: Manifest['layers'][number],
): Promise<number> {
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
    await noteIds(db, 'record', batch.map((line) => Number(oldId(line))), fresh); // biome-ignore format: one line
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
    const file = await store.putFile(db, { customer, layer: id, record, row: rowOf(line), key, people });
    await noteIds(db, 'file', [row.id], [file]);
  }
  const now = await store.digest(db, id);
  if (now.records !== layer.records || now.digest !== layer.digest || now.logged !== layer.logged)
    throw new BundleProblem(`layer ${layer.id} (${layer.label}) is not the same after it was put back`);
  await sql`update layer set record_count = (select count(*) from record where layer_id = ${id}::int and deleted_at is null) where id = ${id}::int`.execute(
    db,
  );
  return id;
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
      const regions = new Map<number, number>();
      for await (const line of linesOf(await part('regions.ndjson'))) {
        const { id, label, geometry } = JSON.parse(line);
        const [region] = await insertRegions(tx, customer, [{ label, geometry }]);
        if (region) regions.set(id, region.id);
      }
      // Bundles of earlier versions have none of these.
      for (const kind of NEWS_KINDS.filter((one) => manifest.parts[newsPart(one)]))
        for await (const line of linesOf(await part(newsPart(kind))))
          await restoreNews(tx, kind, line, { world, customer, part, keys, people });
      const done: Restored = { layers: new Map(), records: 0, files: 0, regions: regions.size };
      await openIds(tx);
      for (const layer of manifest.layers) {
        const id = await restoreLayer(tx, { world, customer, part, keys, people }, layer);
        done.layers.set(layer.id, id);
        done.records += layer.records;
        done.files += layer.files;
      }
      const relations = manifest.relations ?? [];
      const newIds = { layers: done.layers, lists: await restoreLists(tx, customer, manifest.lists ?? []) };
      for (const { id: old, type, config } of manifest.layers) {
        if (!hasRecords(type)) continue;
        const versions: VersionOut[] = [];
        if (manifest.parts[versionsPart(old)])
          for await (const line of linesOf(await part(versionsPart(old)))) versions.push(JSON.parse(line));
        const layer = { id: done.layers.get(old) as number, config: config as never };
        await renameLayer(tx, layer, { ids: newIds, byId: fieldsById(relations, old), versions, people });
      }
      const groups: GroupOut[] = [];
      for await (const line of linesOf(await part('groups.ndjson'))) groups.push(readGroup(line, manifest));
      await restoreGroups(tx, customer, groups, done.layers);
      await restoreTies(tx, customer, manifest as TiesOut & Manifest, { layers: done.layers, regions, people });
      return done;
    });
  } catch (error) {
    for (const key of keys) await world.storage.delete(key).catch(() => {});
    throw error;
  } finally {
    close();
  }
}
