// XLSX workbooks as a spreadsheet program writes them: texts shared, numbers as numbers, a formula with the value that it had last.
import { strToU8, type Zippable, zipSync } from 'fflate';

export type CellValue = string | number | boolean | null | { formula: string; last?: string };
export type Rows = readonly (readonly CellValue[])[];

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function letters(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);
}

/** The bytes of a workbook with these sheets. */
export function workbookOf(sheets: Record<string, Rows>): Uint8Array<ArrayBuffer> {
  const shared: string[] = [];
  const cellXml = (cell: CellValue, at: string) => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
    if (typeof cell === 'object')
      return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f>${cell.last === undefined ? '' : `<v>${escaped(cell.last)}</v>`}</c>`;
    return `<c r="${at}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
  };
  const parts: Zippable = {};
  const names = Object.keys(sheets);
  names.forEach((name, i) => {
    const rows = (sheets[name] ?? []).map((cells, row) => {
      const text = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('');
      return text === '' ? '' : `<row r="${row + 1}">${text}</row>`;
    });
    parts[`xl/worksheets/sheet${i + 1}.xml`] = strToU8(
      `${XML}<worksheet ${MAIN}><sheetData>${rows.join('')}</sheetData></worksheet>`,
    );
  });
  const sheetsXml = names
    .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('');
  const relations = names
    .map((_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`)
    .join('');
  return zipSync({
    ...parts,
    '_rels/.rels': strToU8(
      `${XML}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(`${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheetsXml}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${XML}<Relationships xmlns="${PACKAGE}">${relations}<Relationship Id="rId90" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `${XML}<sst ${MAIN}>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
  }) as Uint8Array<ArrayBuffer>;
}
