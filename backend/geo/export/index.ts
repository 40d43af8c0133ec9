// The entry of the export: from rows to a stream in any of the formats. It knows no database and no HTTP.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FIELDS, specOf } from '../../../contract/fields';
import type { Field, Single, Value, Values } from '../../../contract/schemas/form';
import { cellOf } from '../../../contract/values/value-text';
import { distinctNames } from '../distinct-names';
import { openGdal } from '../import/gdal';
import { stopIfCancelled } from '../import/problems';
import { fileName, zipOf } from './archive';
import { BOM, csvLine, displayValue, formatClock } from './csv';
import { describe, titleOf } from './describe';
import { MIXED, type OutFormat, type Shape } from './formats';
import { type OutLink, tableNames, writeLinks } from './related-tables';

export { MIXED, OUT_FORMATS, type OutFormat, outFormat } from './formats';
export { type Loss, lossesOf } from './losses';
export type { OutLink } from './related-tables';

/** One record on its way out; `shape` is GeoJSON or WKT text, EPSG:4326, as `rows` was asked for. */
export interface OutRow {
  id: number;
  value: Values;
  shape: string | null;
}

export interface OutLayer {
  /** The layer's label: names the file and the layer inside it. */
  name: string;
  type: number;
  fields: readonly Field[];
  /** Choices by their values; by what they are called without it. */
  codes?: boolean | undefined;
  /** The field by which people know a record; the first short text without it. */
  title?: string | undefined;
  /** `none`: values alone. */
  rows: (shape: 'geojson' | 'wkt' | 'none') => AsyncIterable<OutRow>;
}

export interface OutOptions {
  /** UTF-8, or one of the format's encodings. */
  encoding?: string;
  /** EPSG code of the coordinates in the result, where the format takes any. */
  srid?: number;
  /** GeoPackage only: relations between the layers. Their rows then keep the ids of their records as keys. */
  links?: readonly OutLink[];
  /** A folder of ours for the files in the making; emptied when the stream has ended. */
  scratch: string;
  signal?: AbortSignal;
}

export interface OutFile {
  stream: Readable;
  mime: string;
  extension: string;
}

const WKT_FIELD = 'wkt';

/**
 * Columns that stand for the geometry where a format has none: longitude and latitude of points, well-known text of all else,
 * and of points too where some have several parts or heights.
 */
async function shapeColumns(layer: OutLayer): Promise<string[]> {
  if (layer.type === 0) return [];
  if (layer.type !== 1) return ['wkt'];
  for await (const { shape } of layer.rows('wkt')) if (shape && !PLAIN_POINT.test(shape)) return ['lon', 'lat', 'wkt'];
  return ['lon', 'lat'];
}

/** The layers that a format wants for a mixed one: GPX keeps points and lines apart, all others take it as it is. */
function partedFor(format: OutFormat, layers: readonly OutLayer[]): readonly OutLayer[] {
  if (format.driver !== 'GPX') return layers;
  return layers.flatMap((layer) => {
    if (layer.type !== MIXED) return [layer];
    const only = (type: number, kind: RegExp): OutLayer => ({
      ...layer,
      type,
      rows: async function* (as) {
        for await (const row of layer.rows(as)) if (row.shape && kind.test(row.shape)) yield row;
      },
    });
    return [only(1, /^(MULTI)?POINT/), only(2, /^(MULTI)?LINESTRING/)];
  });
}

const PLAIN_POINT = /^POINT ?\(([-\d.e]+) ([-\d.e]+)\)/i;
const POINT = /^POINT(?: ZM?| M)? ?\(([-\d.e]+) ([-\d.e]+)/i;

function shapeCells(columns: readonly string[], wkt: string | null): Single[] {
  const match = wkt === null ? null : POINT.exec(wkt);
  const place: Record<string, Single> = {
    wkt,
    lon: match ? Number(match[1]) : null,
    lat: match ? Number(match[2]) : null,
  };
  return columns.map((name) => place[name] ?? null);
}

async function* csvText(layer: OutLayer): AsyncGenerator<string> {
  const columns = await shapeColumns(layer);
  yield BOM + csvLine([...layer.fields.map((f) => f.label), ...columns]);
  for await (const { value, shape } of layer.rows('wkt'))
    yield csvLine([
      ...layer.fields.map((f) => displayValue(f, value[f.name], layer.codes)),
      ...shapeCells(columns, shape),
    ]);
}

async function* geojsonText(layer: OutLayer): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","name":${JSON.stringify(layer.name)},"features":[`;
  let first = true;
  for await (const { id, value, shape } of layer.rows('geojson')) {
    const own = Object.fromEntries(layer.fields.map((f) => [f.name, cellOf(f, value[f.name] ?? null, layer.codes)]));
    yield `${first ? '\n' : ',\n'}{"type":"Feature","id":${id},"properties":${JSON.stringify(own)},"geometry":${shape ?? 'null'}}`;
    first = false;
  }
  yield '\n]}\n';
}

/** Joins small pieces, so that a stream of a million rows is not a million writes. */
async function* inBlocks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let block: string[] = [];
  let size = 0;
  for await (const piece of pieces) {
    block.push(piece);
    size += piece.length;
    if (size < 64 * 1024) continue;
    yield Buffer.from(block.join(''));
    block = [];
    size = 0;
  }
  if (size) yield Buffer.from(block.join(''));
}

const xml = (text: string) =>
  text
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');

/** The names by which GPX knows what its rows are. */
const GPX_LAYER = ['', 'waypoints', 'tracks'];

const KIND = ['None', 'Point', 'LineString', 'Polygon'];

/** A value as a format with geometry and typed columns keeps it. */
const typedValue = (format: OutFormat, field: Field, value: Single): Single =>
  specOf(field).format === 'datetime' && !format.zones ? formatClock(value) : value;

/** Columns of the intermediate table: their names in the result, their types, and a record's cells. */
async function columnsOf(layer: OutLayer, format: OutFormat) {
  const { fields } = layer;
  if (format.driver === 'GPX')
    return { names: ['name', 'desc'], types: ['', ''], cells: ({ value }: OutRow): Single[] => describe(layer, value) };
  if (format.driver === 'DXF') return { names: ['Layer'], types: [''], cells: (): Single[] => [layer.name] };
  const extra = format.geometry ? [] : await shapeColumns(layer);
  // A shapefile has no type for a moment: as text it keeps its time.
  const typeOf = (f: Field) => (format.id === 'shp' && specOf(f).format === 'datetime' ? '' : specOf(f).ogr);
  // Shapefiles' names are cut by the driver, in the bytes of their encoding.
  const nameIn = ({ name }: Field) => (format.id === 'shp' ? name : (format.named?.(name, 'UTF-8') ?? name));
  const cell = (f: Field, value: Value | undefined) => {
    if (format.geometry) return typedValue(format, f, cellOf(f, value ?? null, layer.codes));
    const text = displayValue(f, value, layer.codes);
    return typeof text === 'string' ? text.slice(0, format.maxText) : text;
  };
  return {
    names: [...fields.map((f) => (format.geometry ? nameIn(f) : f.label)), ...extra],
    types: [...fields.map(typeOf), ...extra.map((name) => (name === 'wkt' ? '' : FIELDS.decimal.ogr))],
    cells: (row: OutRow): Single[] => [
      ...fields.map((f) => cell(f, row.value[f.name])),
      ...(format.geometry ? [] : shapeCells(extra, row.shape)),
    ],
  };
}

/** The parts of a shape as a shape of several parts: all lines and areas of a table are of one kind. */
const asMulti = (wkt: string): string => wkt.replace(/^(LINESTRING|POLYGON)( ZM?| M)? ?(\(.*\))$/s, 'MULTI$1$2($3)');

/**
 * Writes a layer's rows into a table of text in `folder`, and returns how a virtual layer describes it. With `fid`, the name of a column,
 * rows keep their ids.
 */
async function writeDown(
  layer: OutLayer,
  format: OutFormat,
  folder: string,
  at: number,
  fid: string | undefined,
  signal?: AbortSignal,
) {
  const { names, types, cells } = await columnsOf(layer, format);
  const shape: Shape = { type: layer.type, multi: false, z: false };
  const withShape = format.geometry && layer.type > 0;
  const file = `layer${at}.csv`;
  async function* lines() {
    yield csvLine([...(fid ? ['id'] : []), ...names.map((_, i) => `f${i}`), ...(withShape ? [WKT_FIELD] : [])]);
    let count = 0;
    for await (const row of layer.rows('wkt')) {
      if (++count % 1000 === 0) stopIfCancelled(signal);
      if (row.shape) {
        shape.multi ||= row.shape.startsWith('MULTI');
        shape.z ||= /^[A-Z]+ Z/.test(row.shape);
      }
      const wkt = fid && row.shape ? asMulti(row.shape) : row.shape;
      yield csvLine([...(fid ? [row.id] : []), ...cells(row), ...(withShape ? [wkt] : [])]);
    }
  }
  await pipeline(Readable.from(inBlocks(lines())), createWriteStream(join(folder, file), { mode: 0o600 }));
  const kind = !withShape
    ? 'wkbNone'
    : layer.type === MIXED || (fid && layer.type === 1 && shape.multi)
      ? 'wkbUnknown'
      : `wkb${shape.multi || (fid && layer.type > 1) ? 'Multi' : ''}${KIND[layer.type]}${shape.z ? '25D' : ''}`;
  const name = format.driver === 'GPX' ? GPX_LAYER[layer.type === 1 ? 1 : 2] : layer.name;
  const vrt =
    `<OGRVRTLayer name="${xml(name as string)}"><SrcDataSource relativeToVRT="1">${file}</SrcDataSource><OpenOptions><OOI key="EMPTY_STRING_AS_NULL">YES</OOI></OpenOptions>` +
    `<SrcLayer>layer${at}</SrcLayer>${fid ? `<FID name="${xml(fid)}">id</FID>` : ''}<GeometryType>${kind}</GeometryType>` +
    (withShape ? `<LayerSRS>EPSG:4326</LayerSRS><GeometryField encoding="WKT" field="${WKT_FIELD}"/>` : '') +
    distinctNames(names, Infinity, true)
      .map((name, i) => `<Field name="${xml(name)}" src="f${i}" ${types[i]}/>`)
      .join('') +
    '</OGRVRTLayer>';
  return { shape, vrt };
}

async function makeWithGdal(layers: readonly OutLayer[], format: OutFormat, options: OutOptions, folder: string) {
  const { signal, srid, links, encoding = 'UTF-8' } = options;
  const tables = links && tableNames(layers, links);
  const parts = [];
  for (const [at, layer] of layers.entries()) {
    const table = tables ? { ...layer, name: tables.layers[at] as string } : layer;
    parts.push(await writeDown(table, format, folder, at, tables?.fid, signal));
  }
  const input = join(folder, 'layers.vrt');
  await writeFile(input, `<OGRVRTDataSource>${parts.map((p) => p.vrt).join('')}</OGRVRTDataSource>`);
  const [layer] = layers as [OutLayer];
  const title = titleOf(layer);
  const shape = parts.reduce<Shape>(
    (all, p) => ({ type: Math.max(all.type, p.shape.type), multi: all.multi || p.shape.multi, z: all.z || p.shape.z }),
    { type: 0, multi: false, z: false },
  );
  const args = [
    '-f',
    format.driver as string,
    ...(tables ? ['-preserve_fid', '-lco', `FID=${tables.fid}`] : (format.options?.(shape, { title, encoding }) ?? [])),
    ...(srid && format.anyCrs && srid !== 4326 ? ['-t_srs', `EPSG:${srid}`] : []),
  ];
  const gdal = openGdal(folder, signal);
  try {
    const path = await gdal.convert(input, args, 'result', format.extension);
    if (links && tables) await writeLinks(path, tables, links, signal);
    return path;
  } finally {
    await gdal.close();
  }
}

/**
 * Layers as one file in a format, streamed. Formats with a driver hold several layers where the driver can; the others take
 * one. All temporary files are gone when the stream ends, breaks or is left. Throws ImportProblem where GDAL fails.
 */
export async function exportLayers(
  layers: readonly OutLayer[],
  format: OutFormat,
  options: OutOptions,
): Promise<OutFile> {
  const [layer] = layers as [OutLayer];
  if (!format.driver) {
    const text = format.id === 'csv' ? csvText(layer) : geojsonText(layer);
    return { stream: Readable.from(inBlocks(text)), mime: format.mime, extension: format.extension };
  }
  const folder = await mkdtemp(join(options.scratch, 'export-'));
  const clean = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const path = await makeWithGdal(partedFor(format, layers), format, options, folder);
    const zipped = format.zip ? await zipOf(path, fileName(layer.name), format, layer.fields) : null;
    const stream = zipped ? Readable.from(zipped.outputStream as AsyncIterable<Buffer>) : createReadStream(path);
    stream.once('close', () => void clean());
    const extension =
      format.id === 'kmz' ? 'kmz' : format.id === 'gdb' ? 'gdb.zip' : format.zip ? 'zip' : format.extension;
    return { stream, mime: format.mime, extension };
  } catch (error) {
    await clean();
    throw error;
  }
}
