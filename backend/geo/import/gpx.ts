// The format GPX: waypoints, routes and tracks of receivers, in degrees of WGS 84 with heights.
import type { Single } from '../../../contract/schemas/form';
import { decode, head, sniffText, textOf } from './encoding';
import { ImportProblem } from './problems';
import type { Format, RawRow, Source } from './types';
import { type Element, elements } from './xml';

const WANTED = new Set(['wpt', 'rte', 'trk']);
/** Elements that are the shape itself, or hold others. */
const SHAPE = new Set(['rtept', 'trkseg', 'trkpt', 'ele', 'extensions', 'link']);

const number = (text: string | undefined) => (text?.trim() ? Number(text) : Number.NaN);

function positionOf(point: Element): number[] {
  const height = point.children.find((c) => c.name === 'ele')?.text.trim();
  const place = [number(point.attributes.lon), number(point.attributes.lat)];
  return height ? [...place, Number(height)] : place;
}

/** Heights only where every point has one: a line cannot mix. */
function lineOf(points: Element[]): number[][] {
  const line = points.map(positionOf);
  return line.every((p) => p.length === 3) ? line : line.map((p) => p.slice(0, 2));
}

function geometryOf({ name, children, ...element }: Element): unknown {
  const inside = (tag: string) => children.filter((c) => c.name === tag);
  if (name === 'wpt') return { type: 'Point', coordinates: positionOf({ name, children, ...element }) };
  const parts =
    name === 'rte' ? [inside('rtept')] : inside('trkseg').map((s) => s.children.filter((c) => c.name === 'trkpt'));
  // A segment of one point is where the receiver lost its way.
  const lines = parts.map(lineOf).filter((line) => line.length > 1);
  if (lines.length === 0) return null;
  const flat = lines.some((line) => line[0]?.length === 2)
    ? lines.map((line) => line.map((p) => p.slice(0, 2)))
    : lines;
  return flat.length === 1
    ? { type: 'LineString', coordinates: flat[0] }
    : { type: 'MultiLineString', coordinates: flat };
}

/** Positions of a shape of whatever depth. */
const positionsOf = (part: unknown): number[][] => {
  const list = (part as { coordinates?: unknown } | null)?.coordinates ?? part;
  if (!Array.isArray(list)) return [];
  return typeof list[0] === 'number' ? [list as number[]] : list.flatMap(positionsOf);
};
const hasHeight = ({ name, children }: Element): boolean => name === 'ele' || children.some(hasHeight);

function rowOf(row: number, element: Element): RawRow {
  const values: Record<string, Single> = {};
  const put = (from: readonly Element[]) => {
    for (const { name, text, children } of from)
      if (!SHAPE.has(name) && children.length === 0) values[name] = text.trim() || null;
  };
  put(element.children);
  put(element.children.filter((c) => c.name === 'extensions').flatMap((c) => c.children));
  const geometry = geometryOf(element);
  const isFlat = positionsOf(geometry).every((p) => p.length === 2);
  return { row, values, geometry, ...(isFlat && hasHeight(element) && { lost: 'heights' }) };
}

async function* rows({ path, signal }: Source, encoding: string): AsyncGenerator<RawRow> {
  let row = 0;
  for await (const { element } of elements(textOf(path, encoding, signal), WANTED)) yield rowOf(++row, element);
}

export const gpx: Format = {
  id: 'gpx',
  extensions: ['gpx'],
  detect: (start) => /<(\w+:)?gpx[\s>]/.test(decode(start, sniffText(start).name)),
  async open(source) {
    const start = await head(source.path, 4096);
    const sniffed = sniffText(start).name;
    // The standard asks for UTF-8; some programs write what their system speaks and say so.
    const declaredEncoding = /^[^<]*<\?xml[^>]*encoding=["'](windows-125\d)["']/i.exec(
      start.toString('latin1', 0, 200),
    )?.[1];
    const encoding = sniffed.startsWith('utf-16') ? sniffed : (declaredEncoding?.toLowerCase() ?? 'UTF-8');
    if (/<!DOCTYPE/i.test(decode(start, encoding))) throw new ImportProblem('xml_doctype');
    return {
      encoding,
      encodingSure: true,
      warnings: [],
      layers: [
        {
          name: source.fileName.replace(/\.[^.]*$/, ''),
          crs: { srid: 4326, text: 'WGS 84' },
          columns: null,
          textual: true,
          table: false,
          rows: () => rows(source, encoding),
        },
      ],
    };
  },
};
