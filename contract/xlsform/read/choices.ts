// The lists of the sheet of choices, and the choices of one field below those of another. Pure.

import { fold } from '../../fold';
import { NO as NO_WORDS, YES as YES_WORDS } from '../../import-words';
import { type Choice, type Field, MAX_CHOICES } from '../../schemas/form';
import { type Losses, NO, YES } from '../sheets';
import { parseXPath, partsOf, type XPath } from '../xpath';
import { loseColumns, type Table } from './columns';

const MAX_TEXT = 200;

interface ListRow {
  value: string;
  label: string;
  /** In the workbook. */
  row: number;
  /** What the columns of filters say, one for each row of the choice. */
  cells: ((column: string) => string)[];
}
export type Lists = ReadonlyMap<string, readonly ListRow[]>;

/** Choices by list; one that stands twice for the sake of a filter is one. */
export function listsOf(sheet: string, table: Table, losses: Losses): Lists {
  const lists = new Map<string, Map<string, ListRow>>();
  for (const { number: row, at } of table.rows) {
    const list = at('list_name');
    const value = (at('name') || at('value')).slice(0, MAX_TEXT);
    const lose = (reason: 'choiceEmpty' | 'choiceTwice' | 'choicesCut' | 'cut') =>
      losses.add({ sheet, row, name: value, reason });
    if (list === '' || value === '') {
      lose('choiceEmpty');
      continue;
    }
    const full = at('label') || value;
    const label = full.slice(0, MAX_TEXT);
    const rows = lists.get(list) ?? new Map<string, ListRow>();
    lists.set(list, rows);
    // Values that look the same could not be told apart.
    const other = rows.get(fold(value));
    if (other && other.value === value && other.label === label) other.cells.push(at);
    else if (other) lose('choiceTwice');
    else if (rows.size >= MAX_CHOICES) lose('choicesCut');
    else {
      if (full.length > MAX_TEXT) lose('cut');
      rows.set(fold(value), { value, label, row, cells: [at] });
    }
  }
  return new Map([...lists].map(([name, rows]) => [name, [...rows.values()]]));
}

/** A list of a yes and a no in words that a field of that kind knows. */
export function isYesNoList(list: readonly ListRow[]): boolean {
  const labelOf = (value: string) => list.find((one) => one.value === value)?.label ?? '';
  return list.length === 2 && YES_WORDS.test(labelOf(YES)) && NO_WORDS.test(labelOf(NO));
}

export const plainChoices = (list: readonly ListRow[]): Choice[] => list.map(({ value, label }) => ({ value, label }));

export interface Filter {
  /** Of the choices. */
  column: string;
  /** The question. */
  question: string;
  /** How a cell names the choices above: one, or several between blanks. */
  isList: boolean;
  /** A choice with an empty cell belongs to all. */
  isOpen: boolean;
}

function equality(tree: XPath): { column: string; other: XPath } | null {
  if (tree.kind !== 'pair' || tree.sign !== '=') return null;
  const { left, right } = tree;
  if (left.kind === 'word') return { column: left.name.toLowerCase(), other: right };
  return right.kind === 'word' ? { column: right.name.toLowerCase(), other: left } : null;
}

/** `region = ${region}`, the same with `or region = ''`, `selected(region, ${region})`; null for another filter. */
export function filterOf(text: string): Filter | null {
  const tree = parseXPath(text);
  if (!tree) return null;
  if (tree.kind === 'call' && tree.name === 'selected') {
    const [column, question] = tree.args;
    if (column?.kind !== 'word' || question?.kind !== 'field') return null;
    return { column: column.name.toLowerCase(), question: question.name, isList: true, isOpen: false };
  }
  const [first, second, ...others] = partsOf(tree, 'or').map(equality);
  if (!first || others.length > 0 || first.other.kind !== 'field') return null;
  const isOpen = second?.column === first.column && second.other.kind === 'text' && second.other.value === '';
  if (second !== undefined && !isOpen) return null;
  return { column: first.column, question: first.other.name, isList: false, isOpen };
}

/** The choices with those above them that they belong to; one that could never be offered is told of. */
export function choicesBelow(
  sheet: string,
  list: readonly ListRow[],
  { column, isList, isOpen }: Filter,
  above: Field,
  losses: Losses,
): Choice[] {
  const values = new Set(above.choices?.map(({ value }) => value));
  return list.flatMap(({ value, label, row, cells }) => {
    const words = cells.flatMap((at) => (isList ? at(column).split(/\s+/) : [at(column)])).filter(Boolean);
    const parent = [...new Set(words)].filter((one) => values.has(one));
    if (parent.length === 0 && !(isOpen && words.length === 0)) {
      losses.add({ sheet, row, name: value, reason: 'choiceParent' });
      return [];
    }
    return [{ value, label, ...(parent.length > 0 && { parent }) }];
  });
}

const KNOWN = new Set(['list_name', 'name', 'value', 'label']);
export const loseChoiceColumns = (sheet: string, table: Table, filters: ReadonlySet<string>, losses: Losses): void =>
  loseColumns(sheet, table, (column) => KNOWN.has(column) || filters.has(column), losses);
