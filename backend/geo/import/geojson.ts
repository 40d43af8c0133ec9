// The format GeoJSON: a collection, a single feature, or one feature per line; streamed, so its size does not matter.
import { open } from 'node:fs/promises';
import type { Single } from '../../../contract/schemas/form';
import { chosenEncoding, decode, head, sniffText, textOf } from './encoding';
import { splitFeatures } from './json-split';
import { ImportProblem } from './problems';
import type { Crs, Format, RawRow } from './types';

const GEOMETRIES = /^(Multi)?(Point|LineString|Polygon)$|^GeometryCollection$/;
const MEMBER = /"crs"\s*:\s*\{\s*"type"\s*:\s*"name"\s*,\s*"properties"\s*:\s*\{\s*"name"\s*:\s*"([^"]{1,200})"/;
const EDGE = 64 * 1024;

async function tail(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(length, size));
    await file.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer;
  } finally {
    await file.close();
  }
}

/** The old "crs" member, which many programs still write, before or after the features; else the standard's WGS 84. */
async function crsMember(path: string): Promise<Crs> {
  const name =
    MEMBER.exec((await head(path, EDGE)).toString('utf8'))?.[1] ??
    MEMBER.exec((await tail(path, EDGE)).toString('utf8'))?.[1];
  if (!name || /CRS84$/i.test(name)) return { srid: 4326, text: name ?? 'WGS 84' };
  const code = /^(?:urn:ogc:def:crs:)?EPSG:[\d.]*:?(\d{4,6})$/i.exec(name)?.[1];
  return { srid: code ? Number(code) : null, text: name };
}

function toValue(value: unknown): Single {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return JSON.stringify(value);
  return value as string | number | boolean;
}

interface Item {
  type?: unknown;
  id?: unknown;
  properties?: Record<string, unknown> | null;
  geometry?: unknown;
}

function rowOf(row: number, item: Item): RawRow {
  if (typeof item.type === 'string' && GEOMETRIES.test(item.type)) return { row, values: {}, geometry: item };
  if (item.type !== 'Feature') return { row, values: {}, geometry: null, problem: 'bad_row' };
  const values: Record<string, Single> = {};
  // A feature's id lies outside its properties; people miss it when it is gone.
  if (typeof item.id === 'string' || typeof item.id === 'number') values.id = item.id;
  const properties = item.properties ?? {};
  for (const name in properties) values[name] = toValue(properties[name]);
  return { row, values, geometry: item.geometry ?? null };
}

function parse(row: number, text: string): RawRow {
  try {
    return rowOf(row, JSON.parse(text) as Item);
  } catch {
    // Python and R write NaN and Infinity, which no JSON has; the row's values still help to find it.
    try {
      const repaired = text.replace(/([[,:]\s*)-?(?:NaN|Infinity|inf|nan)(?=\s*[,\]}])/g, '$1null');
      return { ...rowOf(row, JSON.parse(repaired) as Item), geometry: null, problem: 'bad_coordinate' };
    } catch {
      return { row, values: {}, geometry: null, problem: 'bad_row' };
    }
  }
}

async function* rows(path: string, encoding: string, signal?: AbortSignal): AsyncGenerator<RawRow> {
  let row = 0;
  for await (const text of splitFeatures(textOf(path, encoding, signal))) yield parse(++row, text);
}

export const geojson: Format = {
  id: 'geojson',
  extensions: ['geojson', 'json', 'geojsonl', 'geojsons', 'ndjson', 'jsonl'],
  // Sequences put a record separator before each feature.
  detect: (start) => decode(start, sniffText(start).name).replace('\u001e', '').trimStart().startsWith('{'),
  async open({ path, fileName, encoding: requestedEncoding, signal }) {
    const start = await head(path, EDGE);
    const encoding = requestedEncoding ? chosenEncoding(requestedEncoding) : sniffText(start).name;
    const text = decode(start, encoding);
    if (
      !/"type"\s*:\s*"(Feature|FeatureCollection|(Multi)?(Point|LineString|Polygon)|GeometryCollection)"/.test(text)
    ) {
      throw new ImportProblem('wrong_type', 'JSON, but no GeoJSON');
    }
    const crs = await crsMember(path);
    return {
      encoding,
      encodingSure: encoding.toLowerCase().startsWith('utf'),
      warnings: crs.srid === null ? ['unknown_crs'] : [],
      layers: [
        {
          name: fileName.replace(/\.[^.]*$/, ''),
          crs,
          columns: null,
          textual: false,
          table: false,
          rows: () => rows(path, encoding, signal),
        },
      ],
    };
  },
};
