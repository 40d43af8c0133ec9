// A chart's data as an XLSX workbook of one sheet: texts as texts, numbers as numbers. Pure; loaded when somebody asks for the file.
import type { ChartData } from './chart-data';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const XLSX_TYPE = `${TYPES}.sheet`;
/** Longer names, and these signs, are refused by spreadsheets. */
const MAX_NAME = 31;
const BAD_IN_NAME = /[[\]:*?/\\']/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no control characters, not even escaped. */
const escapeXml = (text: string): string =>
  [...text].filter((sign) => sign >= ' ' || sign === '\n' || sign === '\t').join('').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign); // biome-ignore format: one line
const textCell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
const valueCell = (value: number | null | undefined) => (typeof value === 'number' ? `<c><v>${value}</v></c>` : '<c/>');
const row = (cells: readonly string[]) => `<row>${cells.join('')}</row>`;

function sheetXml({ category, series, rows }: ChartData, isRightToLeft: boolean): string {
  const lines = [
    row([category, ...series].map(textCell)),
    ...rows.map(({ label, values }) => row([textCell(label), ...series.map((_, i) => valueCell(values[i]))])),
  ];
  const view = `<sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}/>`;
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1;
  return value;
});
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** The first day that a zip knows: the same data make the same file. */
const FIRST_DAY = 0x21;

const record = (parts: readonly (readonly [value: number, size: 2 | 4])[]): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of parts) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
};

/** Files in an archive, as they are: there is little to win by packing some thousand cells. */
function zipOf(files: readonly (readonly [name: string, text: string])[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  const sizeOf = (list: readonly Uint8Array[]) => list.reduce((sum, { length }) => sum + length, 0);
  for (const [path, text] of files) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    const facts = [[VERSION, 2], [UTF8_NAMES, 2], [0, 2], [0, 2], [FIRST_DAY, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]] as const; // biome-ignore format: one record
    const entry = [record([[LOCAL, 4], ...facts]), name, bytes];
    directory.push(record([[CENTRAL, 4], [VERSION, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), name);
    parts.push(...entry);
    at += sizeOf(entry);
  }
  const n = files.length;
  const end = record([
    [END, 4],
    [0, 2],
    [0, 2],
    [n, 2],
    [n, 2],
    [sizeOf(directory), 4],
    [at, 4],
    [0, 2],
  ]);
  return new Blob([...parts, ...directory, end], { type: XLSX_TYPE });
}

export function chartSheet(data: ChartData, { title, isRightToLeft }: { title: string; isRightToLeft: boolean }): Blob {
  const name = title.replace(BAD_IN_NAME, ' ').slice(0, MAX_NAME).trim() || 'Sheet1';
  const link = (type: string, target: string) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`; // biome-ignore format: one part
  const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${TYPES}.${type}+xml"/>`;
  return zipOf([
    ['[Content_Types].xml', `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`],
    ['_rels/.rels', link('officeDocument', 'xl/workbook.xml')],
    ['xl/workbook.xml', `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', link('worksheet', 'worksheets/sheet1.xml')],
    ['xl/worksheets/sheet1.xml', sheetXml(data, isRightToLeft)],
  ]); // biome-ignore format: parts
}
