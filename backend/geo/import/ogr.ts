// What every format that GDAL reads has in common: layers as ogrinfo lists them, rows as the lines of a COPY.
import { copyFile, link, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FieldType, Single } from '../../../contract/schemas/form';
import type { Note } from '../../../contract/schemas/upload';
import { crsOf, type OgrLayer, ogrLayers } from './crs-gdal';
import { READERS } from './fields';
import { type Gdal, hostHasOgr2ogr, openGdal } from './gdal';
import { gdalRows, KEEP_FID, mixedRowsArgs } from './gdal-rows';
import { LateRow } from './geometry';
import { ImportProblem, type Warning } from './problems';
import type { Column, Kind, Layer, Opened, OpenedRelation, RawRow, Source } from './types';

/** The WebAssembly build writes every row to disk before the first is read; beyond this it takes too long. */
const WASM_BYTES = 1024 ** 3;

const KINDS: Record<string, Kind> = {
  Point: 1,
  MultiPoint: 1,
  LineString: 2,
  MultiLineString: 2,
  CompoundCurve: 2,
  MultiCurve: 2,
  Polygon: 3,
  MultiPolygon: 3,
  CurvePolygon: 3,
  MultiSurface: 3,
};

/** Undefined where a layer holds more than one kind, or none of ours. */
const kindOf = (type: string): Kind | undefined => KINDS[type.replace(/ ?(ZM|Z|M)$/, '')];
const hasZ = (type: string) => /ZM?$/.test(type);

function declared({ type, subType }: OgrLayer['fields'][number]): FieldType {
  if (subType === 'Boolean') return 'boolean';
  if (type === 'Integer' || type === 'Integer64') return 'integer';
  if (type === 'Real') return 'decimal';
  if (type === 'Date') return 'date';
  return type === 'DateTime' ? 'datetime' : 'text';
}

/** Pictures and other bytes cannot be attributes. */
const isText = ({ type }: OgrLayer['fields'][number]) => type !== 'Binary';

async function* rows(
  gdal: Gdal,
  path: string,
  layer: OgrLayer,
  limit: number | undefined,
  isNumbered: boolean,
): AsyncGenerator<RawRow> {
  const readers = layer.fields.filter(isText).map((field) => ({ name: field.name, read: READERS[declared(field)] }));
  // Labelled as degrees so that the writer leaves the numbers alone: they are transformed later, row by row.
  const args = ['-a_srs', 'EPSG:4326', '-mapFieldType', 'Date=String,DateTime=String,Time=String'];
  if (limit) args.push('-limit', String(limit));
  if (isNumbered) args.push(KEEP_FID);
  const column = layer.geometryFields[0];
  const dimensions = !column ? null : hasZ(column.type) ? 'XYZ' : kindOf(column.type) === undefined ? 'mixed' : 'XY';
  // A name that begins with a dash would be an option.
  if (dimensions === 'mixed') args.push(...mixedRowsArgs(layer.name));
  else if (layer.name.startsWith('-')) args.push('-sql', `SELECT * FROM "${layer.name.replaceAll('"', '""')}"`);
  else args.push(layer.name);
  let row = 0;
  for await (const gdalRow of gdalRows(gdal, path, args, dimensions)) {
    const values: Record<string, Single> = {};
    for (const { name, read } of readers) {
      const cell = gdalRow.cells[name];
      values[name] = cell === null || cell === undefined ? null : read(cell);
    }
    yield new LateRow(++row, values, gdalRow);
  }
}

/** The file under a name of ours in a folder of ours: GDAL goes by the extension, and drivers put files beside their own. */
export async function ownName(path: string, folder: string, name: string): Promise<string> {
  const own = join(folder, name);
  await link(path, own).catch(() => copyFile(path, own));
  return own;
}

/** What GDAL said of the last files: an import opens what was inspected a moment before, and to start GDAL takes half a second. */
const looks = new LRUCache<string, object>({ max: 20 });

/** What GDAL says of a file or folder of ours. A file that was looked into is known again under another name, and is not written any more. */
async function lookInto(own: string, gdal: Gdal): Promise<unknown> {
  const file = await stat(own, { bigint: true });
  const key = [file.dev, file.ino, file.size, file.mtimeNs, basename(own)].join();
  const info = looks.get(key) ?? ((await gdal.layers(own)) as object);
  if (file.isFile()) looks.set(key, info);
  return info;
}

/** Refuses a file that the WebAssembly build would take too long for, where there is no other. */
export async function checkSize(path: string): Promise<void> {
  if (!(await hostHasOgr2ogr()) && (await stat(path)).size > WASM_BYTES) throw new ImportProblem('too_large');
}

/**
 * The layers of `own`, a file or folder of ours with the extension that its driver goes by, in the folder `folder`.
 * `textual`: the driver gives every value as text; `unnamed`: columns that are none of the file's. `relations` reads those of the file
 * from what GDAL says of it; rows then come with their numbers.
 */
export async function openOgr(
  { signal }: Pick<Source, 'signal'>,
  own: string,
  folder: string,
  textual = false,
  unnamed: readonly string[] = [],
  relations?: (gdal: Gdal, info: unknown) => Promise<OpenedRelation[]>,
): Promise<Opened> {
  const gdal = openGdal(folder, signal);
  const warnings = new Set<Warning>();
  let ogrTables: OgrLayer[];
  let ties: OpenedRelation[] = [];
  try {
    const info = await lookInto(own, gdal);
    ties = (await relations?.(gdal, info)) ?? [];
    ogrTables = ogrLayers(info).map((layer) => ({
      ...layer,
      fields: layer.fields.filter(({ name }) => !unnamed.includes(name)),
    }));
  } finally {
    await gdal.close();
  }
  const layers = ogrTables.map((layer): Layer => {
    const column = layer.geometryFields[0];
    const kind = column ? kindOf(column.type) : 0;
    const bytes = layer.fields.filter((f) => !isText(f)).map(({ name }) => name);
    const notes: Note[] = [
      ...(bytes.length > 0 ? [{ code: 'columns' as const, columns: bytes }] : []),
      ...(column && /M$/.test(column.type) ? [{ code: 'measures' as const }] : []),
    ];
    const crs = column ? crsOf(column.coordinateSystem) : { srid: null, text: null };
    if (column && crs.srid === null && !crs.wkt) warnings.add('no_crs');
    const [west, south, east, north] = column?.extent ?? [];
    const extent = [west, south, east, north].every(Number.isFinite) ? column?.extent : undefined;
    const columns = layer.fields
      .filter(isText)
      .map((f): Column => ({ name: f.name, ...(textual ? {} : { declared: declared(f) }) }));
    const sampled = kind !== undefined && layer.featureCount !== undefined;
    return {
      name: layer.name,
      crs,
      columns,
      textual,
      table: !column,
      notes,
      ...(sampled && {
        known: {
          kind,
          count: layer.featureCount ?? 0,
          extent: extent ? ([west, south, east, north] as [number, number, number, number]) : null,
          is3d: hasZ(column?.type ?? ''),
        },
      }),
      rows: async function* (limit?: number) {
        const reader = openGdal(folder, signal);
        try {
          yield* rows(reader, own, layer, limit, ties.length > 0);
        } finally {
          await reader.close();
        }
      },
    };
  });
  return { encoding: 'UTF-8', encodingSure: true, layers, warnings: [...warnings], relations: ties };
}
