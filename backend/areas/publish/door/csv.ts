// A whole layer as CSV, for spreadsheets: a stretch of records at a time, so that its length does not matter.
import { Readable } from 'node:stream';
import { specOf } from '../../../../contract/fields';
import { jalaliFromIso } from '../../../../contract/jalali';
import type { Selection } from '../../../../contract/ogc-api/read';
import type { Field, Single, Value } from '../../../../contract/schemas/form';
import { BOM, csvLine, displayValue, escapeFormula } from '../../../geo/export/csv';
import type { DoorAnswer, DoorRequest, Published } from './door-request';
import { findRecords, readFound } from './records';

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** The day at the beginning of a text by the Jalali calendar: 1404/09/05. */
function jalaliText(text: string): string {
  const [iso] = DAY.exec(text) ?? [];
  if (!iso) return text;
  const { year, month, day } = jalaliFromIso(iso);
  return `${year}/${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}${text.slice(iso.length)}`;
}

function cellText(field: Field, value: Value | undefined, isJalali: boolean): Single {
  const cell = displayValue(field, value);
  const { format } = specOf(field);
  return isJalali && typeof cell === 'string' && (format === 'date' || format === 'datetime') ? jalaliText(cell) : cell;
}

/** Middles of shapes say little; points have their place in two columns. */
function placeCells(type: number, geometry: string | null): Single[] {
  if (type !== 1) return [];
  const { type: kind, coordinates } = (geometry === null ? {} : JSON.parse(geometry)) as { type?: string; coordinates?: unknown }; // biome-ignore format: one line
  const [lon, lat] = (kind === 'Point' ? coordinates : kind === 'MultiPoint' ? (coordinates as unknown[])[0] : []) as number[]; // biome-ignore format: one line
  return [lon ?? null, lat ?? null];
}

export async function answerCsv(
  request: DoorRequest,
  published: Published,
  csv: Selection & { dates: 'iso' | 'jalali' },
  count: (records: number) => void,
): Promise<DoorAnswer> {
  const matches = await findRecords(request, published, csv);
  const { fields, row, layer } = published;
  const place = row.type === 1 ? ['lon', 'lat'] : [];
  async function* lines() {
    yield BOM + csvLine(['id', ...fields.map(({ label }) => escapeFormula(label)), ...place]);
    for await (const rows of readFound(request, published, matches, {
      after: null,
      offset: 0,
      limit: Number.MAX_SAFE_INTEGER,
    })) {
      // biome-ignore format: one line
      count(rows.length);
      yield rows.map(({ id, value, geometry }) => csvLine([id, ...fields.map((field) => cellText(field, value[field.name], csv.dates === 'jalali')), ...placeCells(row.type, geometry)])).join(''); // biome-ignore format: one line
    }
  }
  return {
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="layer_${layer.id}.csv"` },
    body: Readable.from(lines()),
  };
}
