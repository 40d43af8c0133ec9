// Everything of a customer in one zip: GeoPackages and styles for other programs, lines of JSON that lose nothing for ours, the files of
// records, and a manifest with the hash of each part.
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { exportLayers, outFormat } from '../../geo/export';
import type { World } from '../../http/context';
import { recordsOf } from '../exports/store';
import { writeStyleFile } from '../layers/style-file';
import { type ListOut, lists, versionLines } from './names';
import { NEWS_KINDS, news, newsPart } from './news';
import * as store from './store';
import { groupLines, relations, type ViewOut, views } from './ties';
import type { RelationOut } from './view-names';

/** Counts up when a reader of older bundles could not read a newer one. */
export const BUNDLE_VERSION = 1;
export const MANIFEST = 'manifest.json';
/** The versions of a layer's form. */
export const versionsPart = (layer: number) => `layers/${layer}/forms.ndjson`;
/** Layers with records of their own. */
export const hasRecords = (type: number): boolean => type <= 3;

/** What a bundle says of itself. Paths are inside the zip; sizes in bytes, hashes SHA-256 in hex. */
export interface Manifest {
  version: typeof BUNDLE_VERSION;
  /** ISO. */
  made: string;
  customer: { name: string };
  layers: (Pick<store.LayerOut, 'id' | 'label' | 'type' | 'config' | 'extent' | 'groups'> & {
    records: number;
    digest: string;
    logged: number;
    files: number;
  })[];
  /** Bundles of earlier versions have none of these. */
  relations?: RelationOut[];
  lists?: ListOut[];
  views?: ViewOut[];
  parts: Record<string, { size: number; sha256: string }>;
}

interface Making {
  /** A folder for files in the making. */
  scratch: string;
  signal: AbortSignal;
  /** Told after each layer. */
  report?: (done: number, of: number) => Promise<void>;
}

async function* withEnds(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** A zip whose parts are opened when their turn comes; `parts` gets the size and hash of each as it passes. */
function createZip(signal: AbortSignal, parts: Manifest['parts']) {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const fail = (error: Error) => stream.destroy(error);
  zip.on('error', fail);
  // Whoever reads it is told; a cancellation before that must not end the process.
  stream.on('error', () => {});
  signal.addEventListener('abort', () => fail(new Error('cancelled')), { once: true });

  function add(path: string, open: () => Promise<Readable> | Readable, compress = true): void {
    zip.addReadStreamLazy(path, { compress }, (ready) => {
      Promise.resolve()
        .then(open)
        .then(
          (source) => {
            const hash = createHash('sha256');
            let size = 0;
            const counted = new Transform({
              transform(chunk: Buffer, _, done) {
                hash.update(chunk);
                size += chunk.length;
                done(null, chunk);
              },
              flush(done) {
                parts[path] = { size, sha256: hash.digest('hex') };
                done();
              },
            });
            source.on('error', fail);
            ready(null, source.pipe(counted));
          },
          (error) => {
            fail(error);
            ready(error, null as never);
          },
        );
    });
  }
  const lines = (path: string, of: () => AsyncIterable<string> | Iterable<string>) =>
    add(path, () => Readable.from(withEnds(of())));
  /** Ends it with a part that is written when all others have been read. */
  const end = (path: string, write: () => string) => {
    zip.addReadStreamLazy(path, { compress: true }, (ready) => ready(null, Readable.from([write()])));
    zip.end();
  };
  return { stream, add, lines, end };
}

/**
 * The zip as a stream. Parts are read when their turn comes, so that memory stays small; the manifest is the last one. What people
 * change meanwhile may be in it or not, record by record: the digests are those of the records that were read.
 */
export async function writeBundle(
  world: Pick<World, 'engine' | 'storage'>,
  customer: number,
  { scratch, signal, report }: Making,
): Promise<Readable> {
  const { db } = world.engine;
  const { rows } = await sql<{
    config: { name?: string };
  }>`select config from customer where id = ${customer}::int`.execute(db);
  const manifest: Manifest = {
    version: BUNDLE_VERSION,
    made: new Date().toISOString(),
    customer: { name: rows[0]?.config.name ?? '' },
    layers: [],
    relations: await relations(db, customer),
    lists: await lists(db, customer),
    views: await views(db, customer),
    parts: {},
  };
  const { stream, add, lines, end } = createZip(signal, manifest.parts);
  const groups = await groupLines(db, customer);
  const { regions, people } = await store.getContext(db, customer);
  lines('groups.ndjson', () => groups);
  lines('regions.ndjson', () => regions);
  lines('people.ndjson', () => people);
  for (const kind of NEWS_KINDS) {
    const all = await news(db, customer, kind);
    lines(newsPart(kind), () => all.map(({ line }) => line));
    for (const { file } of all) if (file) add(file.part, () => world.storage.getStream(file.key), false);
  }
  const layers = await store.layers(db, customer);
  const gpkg = outFormat('gpkg');
  for (const [i, layer] of layers.entries()) {
    signal.throwIfAborted();
    const folder = `layers/${layer.id}`;
    const { id, label, type, config, extent, groups: own } = layer;
    const said: Manifest['layers'][number] = { id, label, type, config, extent, groups: own, records: 0, digest: '0', logged: 0, files: 0 }; // biome-ignore format: one row
    manifest.layers.push(said);
    const raster = config.source?.kind === 'raster' ? config.source.key : undefined;
    if (raster) add(`${folder}/raster.tif`, () => world.storage.getStream(raster), false);
    const original = config.source?.original;
    if (original) add(`${folder}/original`, () => world.storage.getStream(original), false);
    if (!hasRecords(type)) continue;
    const versions = await versionLines(db, id);
    lines(versionsPart(id), () => versions);
    lines(`${folder}/records.ndjson`, () => store.records(db, id));
    lines(`${folder}/log.ndjson`, () => store.log(db, id));
    if (gpkg)
      add(`${folder}/layer.gpkg`, async () => {
        const out = {
          name: label,
          type,
          fields: (config as unknown as { form: never[] }).form,
          rows: (shape: 'geojson' | 'wkt' | 'none') => recordsOf(db, id, sql`n.deleted_at is null`, shape),
        };
        return (await exportLayers([out], gpkg, { scratch, signal })).stream;
      });
    if (type > 0) {
      const style = await writeStyleFile('sld', { type, label, config: config as never }).catch(() => null);
      if (style) add(`${folder}/style.sld`, () => Readable.from([style.content]));
    }
    const files = await store.files(db, id);
    said.files = files.length;
    lines(`${folder}/files.ndjson`, () => files.map(({ line }) => line));
    for (const { file } of files)
      add(`${folder}/files/${file.record_id}/${file.id}-${file.name}`, () => world.storage.getStream(file.key), false);
    // The digest is asked for when the records have been read.
    add(`${folder}/digest.json`, async () => {
      Object.assign(said, await store.digest(db, id));
      await report?.(i + 1, layers.length);
      return Readable.from([JSON.stringify({ records: said.records, digest: said.digest, logged: said.logged })]);
    });
  }
  end(MANIFEST, () => JSON.stringify(manifest, null, 1));
  return stream;
}
