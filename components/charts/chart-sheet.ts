// A chart's data as an XLSX workbook of one sheet: texts as texts, numbers as numbers. Pure; loaded when somebody asks for the file.
import { strToU8, zipSync } from 'fflate';
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

/** The first day that a zip knows: the same data make the same file. */
const FIRST_DAY = new Date(1980, 0, 1);

/** Files in an archive, as they are: there is little to win by packing some thousand cells. */
const zipOf = (files: readonly (readonly [name: string, text: string])[]): Blob =>
  new Blob(
    [zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)])), { level: 0, mtime: FIRST_DAY })],
    { type: XLSX_TYPE },
  );

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
