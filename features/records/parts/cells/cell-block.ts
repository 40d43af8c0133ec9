// Cells of the table: which may be edited, and what a spreadsheet's block of cells makes of those under the cursor. Pure.
import { parse } from 'csv-parse/browser/esm/sync';
import { isFiles } from '@/contract/fields';
import { type Field, isWritten, type Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import type { Column } from '../../logic/columns';
import { cleanCell, type Words } from '../../logic/paste';

/** Why a cell is not edited in its place. */
export type CellLock = 'plain' | 'readOnly' | 'computed' | 'files';

export function lockOf({ field }: Pick<Column, 'field'>): CellLock | null {
  if (!field) return 'plain';
  if (field.type === 'computed') return 'computed';
  if (field.read_only) return 'readOnly';
  if (isFiles(field)) return 'files';
  return isWritten(field) ? null : 'plain';
}

/** The value that its editor sees: what waits lies over what is published. */
export const visibleValue = (record: LayerRecord): Values => ({ ...record.value, ...record.unconfiremed_value?.value });

/** Where a text ends without the line ends behind it. A pattern would begin anew at each of the line ends within. */
function endOf(text: string): number {
  let end = text.length;
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
  return end;
}

/** The cells of a copied block, rows and empty cells in their places; null where it cannot be read. */
export function readBlock(text: string): string[][] | null {
  try {
    return parse(text.slice(0, endOf(text)), {
      delimiter: '\t',
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
    }) as string[][];
  } catch {
    return null;
  }
}

export interface PastedRow {
  record: LayerRecord;
  value: Values;
}

/** What the block asks of the records under it. Cells of columns that are not written are passed over and counted. */
export function rowsOfBlock(
  block: readonly (readonly string[])[],
  records: readonly LayerRecord[],
  columns: readonly Column[],
  words: Words,
): { rows: PastedRow[]; passed: number } {
  let passed = 0;
  const rows = records.map((record, i) => {
    const value: Values = {};
    for (const [j, text] of (block[i] ?? []).entries()) {
      const column = columns[j];
      if (!column || lockOf(column) !== null) passed++;
      else {
        const field = column.field as Field;
        const cell = cleanCell(field, text.trim(), words);
        value[field.name] = cell === '' ? null : cell;
      }
    }
    return { record, value };
  });
  return { rows: rows.filter(({ value }) => Object.keys(value).length > 0), passed };
}
