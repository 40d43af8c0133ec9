// Reads the attribute table of a shapefile: GDAL's reader hides the bytes that tell Persian encodings apart.
import { open } from 'node:fs/promises';
import type { FieldType, Single } from '../../../contract/schemas/form';
import { distinctNames } from '../distinct-names';
import { decode } from './encoding';
import { ImportProblem } from './problems';

export interface DbfField {
  /** Bytes, since the encoding is not known before the whole file has been looked at. */
  rawName: Buffer;
  type: string;
  length: number;
  decimals: number;
  at: number;
}

export interface DbfHeader {
  count: number;
  start: number;
  width: number;
  language: number;
  fields: DbfField[];
}

const MAX_RECORD = 65_535;

/** The header of a .dbf; throws 'broken_file' where its numbers cannot be. */
export function readHeader(bytes: Buffer): DbfHeader {
  if (bytes.length < 33) throw new ImportProblem('broken_file', 'dbf header');
  const start = bytes.readUInt16LE(8);
  const width = bytes.readUInt16LE(10);
  const fields: DbfField[] = [];
  let at = 1;
  for (let i = 32; i + 32 <= Math.min(start, bytes.length) && bytes[i] !== 0x0d; i += 32) {
    const end = bytes.indexOf(0, i);
    const rawName = bytes.subarray(i, end < 0 || end > i + 11 ? i + 11 : end);
    const type = String.fromCharCode(bytes[i + 11] ?? 0);
    // FoxPro keeps the high byte of long text fields where others keep decimals.
    const long = type === 'C' ? (bytes[i + 17] ?? 0) * 256 : 0;
    const length = (bytes[i + 16] ?? 0) + long;
    fields.push({ rawName, type, length, decimals: bytes[i + 17] ?? 0, at });
    at += length;
  }
  if (start < 33 || width < at || width > MAX_RECORD) {
    throw new ImportProblem('broken_file', 'dbf header');
  }
  return { count: bytes.readUInt32LE(4), start, width, language: bytes[29] ?? 0, fields };
}

/** What a column holds by its own declaration; undefined where only its values tell whether a number can hold them. */
export function declaredType({ type, decimals, length }: DbfField): FieldType | undefined {
  if (type === 'L') return 'boolean';
  if (type === 'D') return 'date';
  if (type === 'I') return 'integer';
  if (type === 'N' && decimals === 0) return length < 16 ? 'integer' : undefined;
  if (type === 'N' || type === 'F' || type === 'O' || type === 'B') return 'decimal';
  return 'text';
}

/** Columns that a row can show; memo texts lie in another file and are left out. */
export const isReadable = ({ type }: DbfField) => 'CNFDLIOB'.includes(type);

function text(bytes: Buffer, from: number, length: number, encoding: string): string {
  let end = from + length;
  let ascii = true;
  while (end > from && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end--;
  for (let i = from; ascii && i < end; i++) ascii = (bytes[i] as number) < 0x80;
  if (ascii) return bytes.toString('latin1', from, end);
  // A letter that the field's width cut in half is dropped.
  const letters = decode(bytes.subarray(from, end), encoding);
  return letters.endsWith('\ufffd') ? letters.slice(0, -1) : letters;
}

function cell(bytes: Buffer, field: DbfField, offset: number, encoding: string): Single {
  const from = offset + field.at;
  if (field.type === 'C') return text(bytes, from, field.length, encoding) || null;
  if (field.type === 'I' && field.length === 4) return bytes.readInt32LE(from);
  if ((field.type === 'O' || field.type === 'B') && field.length === 8) return bytes.readDoubleLE(from);
  const raw = bytes
    .toString('latin1', from, from + field.length)
    .replaceAll('\0', ' ')
    .trim();
  if (raw === '' || raw.startsWith('*')) return null;
  if (field.type === 'D') return /^\d{8}$/.test(raw) ? day(raw) : null;
  if (field.type === 'L') return 'YyTt'.includes(raw) ? true : 'NnFf'.includes(raw) ? false : null;
  const number = Number(raw.replace(',', '.'));
  // Whole numbers beyond 2^53 are ids: as text they keep their digits.
  return Number.isFinite(number) && (field.decimals > 0 || Number.isSafeInteger(number)) ? number : raw;
}

const day = (raw: string) => (raw === '00000000' ? null : `${raw.slice(0, 4)}-${raw.slice(4, 6)}-${raw.slice(6)}`);

/** Column names, decoded and made unique. */
export const fieldNames = ({ fields }: DbfHeader, encoding: string): string[] =>
  distinctNames(fields.map(({ rawName }, i) => text(rawName, 0, rawName.length, encoding).trim() || `field_${i + 1}`));

/** All rows in order; null for a deleted one. */
export async function* readRows(
  path: string,
  header: DbfHeader,
  encoding: string,
): AsyncGenerator<Record<string, Single> | null> {
  const names = fieldNames(header, encoding);
  const columns = header.fields
    .map((field, i) => ({ field, name: names[i] as string }))
    .filter((c) => isReadable(c.field));
  const perRead = Math.max(1, Math.floor((512 * 1024) / header.width));
  const buffer = Buffer.alloc(perRead * header.width);
  const file = await open(path, 'r');
  try {
    for (let done = 0; done < header.count; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, header.start + done * header.width);
      const rows = Math.min(Math.floor(bytesRead / header.width), header.count - done);
      if (rows === 0) return;
      for (let i = 0; i < rows; i++) {
        const offset = i * header.width;
        if (buffer[offset] === 0x2a) {
          yield null;
          continue;
        }
        const values: Record<string, Single> = {};
        for (const { field, name } of columns) values[name] = cell(buffer, field, offset, encoding);
        yield values;
      }
      done += rows;
    }
  } finally {
    await file.close();
  }
}
