// Drawings from a file: every row with a shape, read by the same readers as an import of layers.
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Geometry } from '../../../contract/schemas/common';
import { DRAWING_TYPES, DrawingStyle, type DrawingType, MAX_DRAWINGS } from '../../../contract/schemas/drawing';
import type { Dataset } from '../../../contract/schemas/upload';
import { looksLikeWkt } from '../../../contract/wkt';
import { inspect, read } from '../../geo/import';
import type { Ctx } from '../../http/context';
import { Refusal, ruled } from '../../http/errors';
import { createRejects, shapedRows, withShapesFile } from '../../http/shapes-file';
import { plain, wrong } from './rules';

/** Vertices of all drawings of a file together. */
const MAX_TOTAL_VERTICES = 1_000_000;
/** Refused rows that are told one by one. */
const MAX_REJECTS_SHOWN = 100;
/** Columns whose words name a drawing, the best first. */
const NAMES = ['label', 'name', 'title', 'text'];

export interface Incoming {
  drawings: { geometry: Geometry; type: DrawingType; label: string; style: DrawingStyle; radius: null }[];
  rejects: { row: number; reason: string }[];
  rejected: number;
}

const asNumber = (value: unknown, min: number, max: number): number | undefined => {
  const n = value === null || value === '' ? Number.NaN : Number(value);
  return n >= min && n <= max ? n : undefined;
};
const asColour = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value.trim()) ? value.trim().toLowerCase() : undefined;

/** Our own `style` column, as an export wrote it; else the names of simplestyle, which other programs write into GeoJSON. */
export function styleOf(values: Readonly<Record<string, unknown>>): DrawingStyle {
  if (typeof values.style === 'string') {
    try {
      const own = DrawingStyle.safeParse(JSON.parse(values.style));
      if (own.success) return own.data;
    } catch {
      // Cut short or another program's: the drawing comes without it.
    }
  }
  const counts = {
    color: asColour(values.stroke) ?? asColour(values['marker-color']),
    opacity: asNumber(values['stroke-opacity'], 0, 1),
    width: asNumber(values['stroke-width'], 0, 64),
    fill: asColour(values.fill),
    fill_opacity: asNumber(values['fill-opacity'], 0, 1),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined));
}

/** The kind that the row says it is, where its shape can be that; what an export made of a circle stays an area. */
function kindOf(geometry: Geometry, said: unknown): DrawingType {
  const kind = DRAWING_TYPES.find((type) => type === said);
  return kind && wrong(kind, geometry, null) === null ? kind : plain(geometry);
}

const isName = (value: unknown): boolean => {
  const text = String(value ?? '').trim();
  return text !== '' && !looksLikeWkt(text);
};

function labelOf(values: Readonly<Record<string, unknown>>, fields: Dataset['fields']): string {
  // Of our own making: no other column was meant as the name. KML calls it so.
  if (typeof values.style === 'string') return String(values.label ?? values.name ?? '').slice(0, 200);
  const byName = NAMES.flatMap((name) => fields.filter((f) => f.name.toLowerCase() === name));
  const texts = fields.filter((f) => f.type === 'text' && f.name !== 'style' && f.name !== 'type');
  const field = [...byName, ...texts].find((f) => isName(values[f.name]));
  return field
    ? String(values[field.name] ?? '')
        .trim()
        .slice(0, 200)
    : '';
}

const WKT_START = /(?=\b(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\b)/i;
/** Bytes of a file of bare WKT. */
const MAX_WKT_BYTES = 20_000_000;

/** A file of bare WKT, one shape after the other, becomes a table with one column of them; answers the name to read it by. */
async function tabled(path: string, name: string): Promise<string> {
  if (!/\.(wkt|txt)$/i.test(name)) return name;
  const { size } = await stat(path);
  if (size > MAX_WKT_BYTES) throw new Refusal(400, 'too_large');
  const shapes = (await readFile(path, 'utf8')).split(WKT_START).map((one) => one.replaceAll(/[\s";]+/g, ' ').trim());
  await writeFile(
    path,
    `wkt\n${shapes
      .filter((one) => one !== '')
      .map((one) => `"${one}"\n`)
      .join('')}`,
  );
  return `${name}.csv`;
}

/** Whether numbers without a coordinate system can only be degrees: people draw on maps of one town, not of one room. */
const looksLikeDegrees = ({ extent }: Dataset): boolean =>
  extent !== null && extent[0] >= -180 && extent[2] <= 180 && extent[1] >= -90 && extent[3] <= 90;

/** Reads the multipart part `file` of the request. Problems of the file are refusals; problems of rows are told. */
export const readDrawings = (ctx: Ctx, upload: { srid?: number; encoding?: string }): Promise<Incoming> =>
  withShapesFile(ctx, async ({ path, name: called, options }) => {
    const encoding = upload.encoding === undefined ? {} : { encoding: upload.encoding };
    const name = await tabled(path, called);
    const inspection = await inspect(path, name, { ...options, ...encoding });
    const shaped = inspection.datasets.filter(({ type }) => type >= 1 && type <= 3);
    if (shaped.length === 0) throw new Refusal(400, 'no_datasets');
    const rejects = createRejects(ctx, MAX_REJECTS_SHOWN);
    const drawings: Incoming['drawings'] = [];
    const room = { vertices: MAX_TOTAL_VERTICES };
    for (const dataset of shaped) {
      const silent = dataset.srid === null && dataset.crs === null;
      const srid = upload.srid ?? (silent && looksLikeDegrees(dataset) ? 4326 : undefined);
      if (silent && srid === undefined) throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
      const order = { dataset: dataset.name, type: dataset.type as 1 | 2 | 3, ...encoding, ...(srid ? { srid } : {}) };
      for await (const { row, values, geometry } of shapedRows(read(path, name, order, options), rejects, room)) {
        const type = kindOf(geometry, values.type);
        if (wrong(type, geometry, null)) rejects.add(row, 'geometryInvalid');
        else if (drawings.length >= MAX_DRAWINGS) throw ruled('tooManyDrawings', { params: { max: MAX_DRAWINGS } });
        else
          drawings.push({
            geometry,
            type,
            label: labelOf(values, dataset.fields),
            style: styleOf(values),
            radius: null,
          });
      }
    }
    if (drawings.length === 0) throw new Refusal(400, 'no_datasets');
    return { drawings, rejects: rejects.told, rejected: rejects.count() };
  });
