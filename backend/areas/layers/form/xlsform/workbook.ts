// The sheets of an XLSForm workbook from the bytes of a file, and such a file made of sheets.
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Sheet, SheetRow } from '../../../../../contract/xlsform/sheets';
import { escapeXml } from '../../../../geo/export/xml';
import { ImportProblem } from '../../../../geo/import';
import { bookOf, rowsOf } from '../../../../geo/import/sheets/workbook';
import { openZip } from '../../../../geo/import/zip';

/** What a workbook may unpack to: a form of 500 fields with 2,000 choices each is a tenth of it. */
const MAX_BYTES = 100 * 1024 ** 2;
/** Rows of one sheet that are read. */
const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;
const MAX_CELL = 5000;

/** Throws ImportProblem where the file is no workbook or too large. `folder`: for the parts of the archive. */
export async function readSheets(path: string, folder: string, signal: AbortSignal): Promise<Sheet[]> {
  const zip = await openZip(path, signal);
  try {
    if (zip.entries.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) throw new ImportProblem('too_large');
    const book = await bookOf(zip, folder, signal);
    const sheets: Sheet[] = [];
    for (const { name, path: part } of book.sheets) {
      const rows: SheetRow[] = [];
      let isCut = false;
      for await (const { number, cells } of rowsOf(part, book, signal)) {
        isCut = rows.length >= MAX_ROWS;
        if (isCut) break;
        const texts = cells.slice(0, MAX_COLUMNS).map((cell) => (cell === null ? '' : String(cell).slice(0, MAX_CELL)));
        rows.push({ number, cells: texts });
      }
      sheets.push({ name, rows, ...(isCut && { isCut }) });
    }
    return sheets;
  } finally {
    zip.close();
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Texts alone, so that no program takes a code for a number or a text for a formula. */
const cellXml = (text: string) =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
const sheetXml = ({ rows }: Sheet) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows.map(({ cells }) => `<row>${cells.map(cellXml).join('')}</row>`).join('')}</sheetData></worksheet>`;

/** The bytes of an XLSX file. */
export async function writeSheets(sheets: readonly Sheet[]): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime: new Date(0) });
  const parts = sheets.map((_, i) => `sheet${i + 1}.xml`);
  add(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${parts.map((part) => `<Override PartName="/xl/worksheets/${part}" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
  );
  add(
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `${HEAD}<Relationships xmlns="${RELATIONS}">${parts.map((part, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/${part}"/>`).join('')}</Relationships>`,
  );
  sheets.forEach((sheet, i) => {
    add(`xl/worksheets/${parts[i]}`, sheetXml(sheet));
  });
  zip.end();
  return buffer(zip.outputStream);
}
