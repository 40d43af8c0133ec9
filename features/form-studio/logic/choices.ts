// The rows of a field's choices: typed, pasted from a spreadsheet, sorted. Pure.
import { parse } from 'csv-parse/browser/esm/sync';
import { LIST_SEPARATOR } from '@/contract/import-words';
import { type Choice, MAX_CHOICES } from '@/contract/schemas/form';

/** Columns that a spreadsheet is pasted into, from the one that has the focus. */
export const COLUMNS = ['value', 'label', 'parent'] as const;
export type Column = (typeof COLUMNS)[number];

const MAX_TEXT = 200;
const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

/** The cells of a text that a spreadsheet or a list gives; null where it is a word that belongs into one cell. */
export function readCells(text: string): string[][] | null {
  if (!/[\t\n\r]/.test(text.trim())) return null;
  const options = { delimiter: '\t', relax_quotes: true, relax_column_count: true, skip_empty_lines: true, bom: true };
  try {
    return (parse(text, options) as string[][]).map((row) => row.map(clean)).filter((row) => row.some(Boolean));
  } catch {
    return text
      .split(/\r?\n/)
      .map((line) => line.split('\t').map(clean))
      .filter((row) => row.some(Boolean));
  }
}

const parentsOf = (text: string): string[] =>
  text
    .split(new RegExp(`[${LIST_SEPARATOR},]`))
    .map(clean)
    .filter(Boolean);

/** One choice with another text in a column; a label that was the value stays so. */
export function withCell(choice: Choice, column: Column, text: string): Choice {
  if (column === 'parent') {
    const { parent: _parent, ...rest } = choice;
    const parent = parentsOf(text);
    return parent.length > 0 ? { ...rest, parent } : rest;
  }
  if (column === 'value') return { ...choice, value: text, label: choice.label === choice.value ? text : choice.label };
  return { ...choice, label: text };
}

export interface Pasted {
  choices: Choice[];
  /** Rows that found no room. */
  dropped: number;
}

/** Cells over the rows from `row` on; rows beyond the last are new. A value that is locked keeps its text. */
export function pasteCells(
  choices: readonly Choice[],
  row: number,
  column: Column,
  cells: readonly (readonly string[])[],
  isLocked: (choice: Choice) => boolean = () => false,
): Pasted {
  const next = [...choices];
  const first = COLUMNS.indexOf(column);
  let dropped = 0;
  cells.forEach((texts, i) => {
    const at = row + i;
    if (at >= MAX_CHOICES) {
      dropped++;
      return;
    }
    let choice = next[at] ?? { value: '', label: '' };
    texts.slice(0, COLUMNS.length - first).forEach((text, j) => {
      const name = COLUMNS[first + j] as Column;
      if (name !== 'value' || !isLocked(choice)) choice = withCell(choice, name, text);
    });
    // A list of labels alone is one of values as well.
    next[at] = choice.value === '' && !isLocked(choice) ? { ...choice, value: choice.label } : choice;
  });
  return { choices: next, dropped };
}

/** In the order of their labels, as the language has it. */
export function sortChoices(choices: readonly Choice[], lang: string): Choice[] {
  const { compare } = new Intl.Collator(lang, { numeric: true });
  return [...choices].sort((a, b) => compare(a.label, b.label));
}

/** With the texts that are not among them yet, at the end. */
export function addValues(choices: readonly Choice[], texts: readonly string[]): Pasted {
  const values = new Set(choices.map(({ value }) => value));
  const fresh = [...new Set(texts.map(clean))].filter((text) => text !== '' && !values.has(text));
  const room = MAX_CHOICES - choices.length;
  return {
    choices: [...choices, ...fresh.slice(0, room).map((text) => ({ value: text, label: text }))],
    dropped: Math.max(0, fresh.length - room),
  };
}
