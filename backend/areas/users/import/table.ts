// The table in a file of people: its heading and its rows as text, whichever program wrote it.
import { MAX_IMPORT } from '../../../../contract/schemas/people/import';
import { csv } from '../../../geo/import/csv';
import { head } from '../../../geo/import/encoding';
import { ImportProblem } from '../../../geo/import/problems';
import { Refusal } from '../../../http/errors';
import type { ShapesFile } from '../../../http/shapes-file';
import { readSheets } from '../../layers/form/xlsform/workbook';

export interface Table {
  headings: string[];
  /** `row` is the line of the file or the row of the sheet. */
  rows: { row: number; cells: string[] }[];
}

/** Headings of so many columns are looked at. */
const MAX_COLUMNS = 100;

const tooMany = () => new Refusal(400, 'importMany', { code: 'importMany', params: { max: MAX_IMPORT } });

async function readSheet({ path, options: { scratch, signal } }: ShapesFile): Promise<Table> {
  const [sheet] = await readSheets(path, scratch, signal);
  const filled = sheet?.rows.filter(({ cells }) => cells.some((cell) => cell.trim())) ?? [];
  const [first, ...rest] = filled;
  if (!first) throw new ImportProblem('empty_file');
  if (rest.length > MAX_IMPORT) throw tooMany();
  return {
    headings: first.cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim()),
    rows: rest.map(({ number, cells }) => ({ row: number, cells: cells.map((cell) => cell.trim()) })),
  };
}

async function readText({ path, name, options: { scratch, signal } }: ShapesFile): Promise<Table> {
  const opened = await csv.open({ path, fileName: name, scratch, signal });
  const [layer] = opened.layers;
  if (!layer) throw new ImportProblem('empty_file');
  const headings = (layer.columns ?? []).map((column) => column.name).slice(0, MAX_COLUMNS);
  const rows: Table['rows'] = [];
  for await (const { row, values, problem } of layer.rows()) {
    if (rows.length >= MAX_IMPORT) throw tooMany();
    if (problem === 'bad_row') throw new ImportProblem('broken_file');
    // The heading is the first line.
    rows.push({ row: row + 1, cells: headings.map((heading) => String(values[heading] ?? '')) });
  }
  return { headings, rows };
}

/** Throws ImportProblem for what is no table, and refuses a larger one than may come at once. */
export async function readTable(file: ShapesFile): Promise<Table> {
  const start = await head(file.path, 512);
  if (start.subarray(0, 2).toString('latin1') === 'PK') return readSheet(file);
  if (!(await csv.detect(start, file.path))) throw new Refusal(400, 'importType', { code: 'importType' });
  return readText(file);
}
