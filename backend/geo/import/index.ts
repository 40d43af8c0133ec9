// The entry of the import: from a file on disk to a stream of clean features. It knows no database and no HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlaceColumns } from '../../../contract/schemas/upload';
import { forward } from './crs';
import { readCrs } from './crs-gdal';
import { formatOf } from './formats';
import { openGdal } from './gdal';
import { everyPosition, ofKind } from './geometry';
import { type Candidate, candidatesOf, type Extent, sampleOf } from './place';
import { ImportProblem, stopIfCancelled, toImportProblem } from './problems';
import { inspectRaster } from './raster/geotiff';
import { isRaster } from './raster/own-file';
import { toDegrees } from './reproject';
import { survey } from './survey';
import type { Crs, Feature, Inspected, Kind, RawRow, Source } from './types';

export { fromEwkb } from './ewkb';
export { READERS } from './fields';
export { EXTENSIONS } from './formats';
export { checkGeometry, everyPosition } from './geometry';
export { IRAN } from './place';
export {
  FILE_PROBLEMS,
  type FileProblem,
  ImportProblem,
  ROW_PROBLEMS,
  type RowProblem,
  WARNINGS,
  type Warning,
} from './problems';
export { type Cog, toCog } from './raster/geotiff';
export type { Crs, Feature, Inspected, Kind, OpenedRelation, RawRow, ShapeBytes } from './types';

export interface Options {
  /** Calls the work off: the promise or the stream then fails with 'cancelled', and every process of it is dead. */
  signal?: AbortSignal;
  /** An existing folder for temporary files; it is as empty afterwards as before. */
  scratch: string;
}

/** How much is to be read, and in what form. */
export interface ReadOptions extends Options {
  /** Shapes that need no change come as `bytes` and not as `geometry`, a third of the work. */
  bytes?: boolean;
}

export interface Order {
  /** Name and kind as `inspect` listed them. */
  dataset: string;
  type: Kind;
  encoding?: string;
  /** EPSG code of the file's coordinates, or the system as text; overrides what the file says. */
  srid?: number;
  crs?: string;
  /** Latitude or northing stands first. */
  swapped?: boolean;
  /** The columns of a table that hold the place. */
  place?: PlaceColumns;
}

/** Runs `work` with a folder of its own, gone afterwards; errors that are not ours become 'broken_file' or 'cancelled'. */
export async function* inFolder<T>(options: Options, work: (folder: string) => AsyncIterable<T>): AsyncGenerator<T> {
  stopIfCancelled(options.signal);
  const folder = await mkdtemp(join(options.scratch, 'import-'));
  try {
    yield* work(folder);
  } catch (error) {
    throw toImportProblem('broken_file', options.signal, error);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * What is inside a file: its data sets with their fields, samples, coordinate system and extent (in the file's own
 * coordinates). `path` is a file of ours; `fileName` is what the person calls it and decides, with the content, on the
 * format. Throws ImportProblem.
 */
export async function inspect(
  path: string,
  fileName: string,
  options: Options & { encoding?: string },
): Promise<Inspected> {
  const { signal, encoding } = options;
  const work = async function* (scratch: string): AsyncGenerator<Inspected> {
    if (await isRaster(path, fileName)) {
      yield await inspectRaster(path, fileName, scratch, signal);
      return;
    }
    const format = await formatOf(path, fileName);
    const opened = await format.open({ path, fileName, scratch, signal, encoding });
    const datasets = [];
    const broken: ImportProblem[] = [];
    for (const layer of opened.layers) {
      try {
        datasets.push(...(await survey(layer, signal)));
      } catch (error) {
        // One that cannot be read costs itself and not its file.
        if (!(error instanceof ImportProblem) || error.code !== 'broken_file') throw error;
        broken.push(error);
      }
    }
    if (datasets.length === 0) throw broken[0] ?? new ImportProblem('no_datasets');
    yield {
      kind: 'vector',
      file_name: fileName,
      format: format.id,
      encoding: opened.encoding,
      encoding_sure: opened.encodingSure,
      datasets,
      warnings: broken.length > 0 ? [...opened.warnings, 'broken_datasets'] : opened.warnings,
      ...(opened.relations?.length && { relations: opened.relations.map(({ name, base, related }) => ({ name, base, related })) }), // biome-ignore format: one line
    };
  };
  for await (const inspected of inFolder(options, work)) return inspected;
  throw new ImportProblem('broken_file');
}

/** The dataset that an order names, and the system that its coordinates are in. */
async function layerFor(source: Source, order: Order) {
  const format = await formatOf(source.path, source.fileName);
  const { layers } = await format.open(source);
  const layer = layers.find(({ name }) => name === order.dataset);
  if (!layer) throw new ImportProblem('unknown_dataset');
  if (order.srid) return { layer, crs: { srid: order.srid, text: null } };
  return { layer, crs: order.crs ? await readCrs(order.crs, source.scratch, source.signal) : layer.crs };
}

/** Rows whose positions were written the other way round. */
async function* swapped(rows: AsyncIterable<Feature>): AsyncGenerator<Feature> {
  for await (const row of rows) {
    if (row.geometry)
      everyPosition(row.geometry, (p) => {
        [p[0], p[1]] = [p[1] as number, p[0] as number];
        return true;
      });
    yield row;
  }
}

async function* readLayer(source: Source, order: Order, asBytes?: boolean): AsyncGenerator<Feature> {
  const { scratch, signal } = source;
  const { layer, crs } = await layerFor(source, order);
  if (order.type !== 0 && crs.srid === null && !crs.wkt) throw new ImportProblem('unknown_crs');
  const gdal = openGdal(scratch, signal);
  try {
    const isInDegrees = forward(crs.srid) === 'none' && !order.swapped;
    const rows = ofKind(layer.rows(), order.type, signal, asBytes && isInDegrees);
    if (order.type === 0) yield* rows;
    else yield* toDegrees(order.swapped ? swapped(rows) : rows, crs, gdal, scratch);
  } finally {
    await gdal.close();
  }
}

/**
 * Where the first rows of a dataset would lie as an order says, and in which systems they would lie in `home`. Nothing is thrown
 * for a system that is missing: the positions are empty then. Throws ImportProblem for a file or a system that cannot be read.
 */
export async function placeOf(
  path: string,
  fileName: string,
  order: Order,
  home: Extent | null,
  options: Options,
): Promise<{ crs: Crs | null; positions: [number, number][]; rows: number; bad: number; candidates: Candidate[] }> {
  const { signal } = options;
  const { encoding, place } = order;
  const work = async function* (scratch: string) {
    const { layer, crs } = await layerFor({ path, fileName, scratch, signal, encoding, place }, order);
    const sample = await sampleOf(layer, order.type, signal);
    const isKnown = crs.srid !== null || crs.wkt !== undefined;
    const positions: [number, number][] = [];
    if (isKnown && order.type !== 0) {
      async function* points(): AsyncGenerator<Feature> {
        for (const [i, coordinates] of sample.positions.entries())
          yield { row: i + 1, values: {}, geometry: { type: 'Point', coordinates: [...coordinates] } };
      }
      const gdal = openGdal(scratch, signal);
      try {
        const rows = order.swapped ? swapped(points()) : points();
        for await (const { geometry } of toDegrees(rows, crs, gdal, scratch))
          if (geometry?.type === 'Point') positions.push(geometry.coordinates.slice(0, 2) as [number, number]);
      } finally {
        await gdal.close();
      }
    }
    const strays = isKnown && order.type !== 0 ? sample.positions.length - positions.length : 0;
    yield {
      crs: isKnown ? crs : null,
      positions,
      rows: sample.rows,
      bad: sample.bad + strays,
      candidates: home ? candidatesOf(sample.positions, home) : [],
    };
  };
  for await (const inspection of inFolder(options, work)) return inspection;
  throw new ImportProblem('broken_file');
}

/**
 * The features of one data set, in file order, in EPSG:4326. Rows that cannot be imported come with a `problem` and
 * without geometry; what makes the whole file unusable throws ImportProblem, at any point of the stream. Memory stays
 * bounded whatever the file's size. Leaving the loop early stops all work.
 */
export function read(path: string, fileName: string, order: Order, options: ReadOptions): AsyncIterable<Feature> {
  const { signal, bytes } = options;
  return inFolder(options, (scratch) =>
    readLayer({ path, fileName, scratch, signal, encoding: order.encoding, place: order.place }, order, bytes),
  );
}

/**
 * Rows of another source than a file, checked and in EPSG:4326 as `read` gives them. Throws 'unknown_crs' where the rows
 * have a place and `crs` does not say where.
 */
export function features(rows: AsyncIterable<RawRow>, crs: Crs, kind: Kind, options: Options): AsyncIterable<Feature> {
  return inFolder(options, async function* (scratch) {
    if (kind !== 0 && crs.srid === null && !crs.wkt) throw new ImportProblem('unknown_crs');
    const gdal = openGdal(scratch, options.signal);
    try {
      const checked = ofKind(rows, kind, options.signal);
      if (kind === 0) yield* checked;
      else yield* toDegrees(checked, crs, gdal, scratch);
    } finally {
      await gdal.close();
    }
  });
}
