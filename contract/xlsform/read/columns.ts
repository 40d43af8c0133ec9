// The rows of a sheet by the names of its columns, in the reader's language where a text stands in several. Pure.
import { fold } from '../../fold';
import type { Losses, Sheet } from '../sheets';

/** Other names of columns. */
const SAME: Readonly<Record<string, string>> = {
  caption: 'label',
  read_only: 'readonly',
  'bind::required': 'required',
  'bind::relevant': 'relevant',
  'bind::constraint': 'constraint',
  'bind::readonly': 'readonly',
  'bind::calculate': 'calculation',
  'bind::jr:constraintmsg': 'constraint_message',
  'bind::jr:requiredmsg': 'required_message',
  calculate: 'calculation',
  relevance: 'relevant',
  constraining_message: 'constraint_message',
  'list name': 'list_name',
};
/** Columns that may stand in several languages. */
const SPOKEN = /^(label|caption|hint|constraint_message|required_message|guidance_hint)::?(.+)$/;

export interface TableRow {
  number: number;
  /** The text of a column; empty where there is none. */
  at: (column: string) => string;
}

export interface Table {
  /** By their plain names. */
  columns: readonly string[];
  rows: readonly TableRow[];
}

export interface Speech {
  /** Of whoever opens the workbook. */
  lang: 'fa' | 'en';
  /** Of the workbook. */
  main: string;
}

/** A language as a column names it: by its code, in English, or in Persian. */
const WORDS = {
  fa: /\(fa\)|^fa$|persian|farsi|\u0641\u0627\u0631\u0633\u06cc/i,
  en: /\(en\)|^en$|english|\u0627\u0646\u06af\u0644\u06cc\u0633\u06cc/i,
};

/** How welcome a column of a language is: the reader's own first, then that of the workbook, then one without a language. */
function rank(language: string, { lang, main }: Speech): number {
  if (WORDS[lang].test(language)) return 3;
  if (language === '') return 1;
  return main !== '' && fold(language) === fold(main) ? 2 : 0;
}

const isEmpty = (cells: readonly string[]) => cells.every((text) => text.trim() === '');

/** A heading with its first colons as two, and no space beside them. */
function readHead(text: string): string {
  const head = text.toLowerCase();
  const at = head.indexOf(':');
  return at < 0 ? head : `${head.slice(0, at).trimEnd()}::${head.slice(at).replace(/^::?/, '').trimStart()}`;
}

export function tableOf(sheet: Sheet | undefined, speech: Speech, losses: Losses): Table {
  const [head, ...body] = (sheet?.rows ?? []).filter(({ cells }) => !isEmpty(cells));
  if (!sheet || !head) return { columns: [], rows: [] };
  const columns = new Map<string, { at: number; rank: number }>();
  head.cells.forEach((cell, at) => {
    const text = cell.trim();
    const [, spoken, language = ''] = SPOKEN.exec(readHead(text)) ?? [];
    const plain = (spoken ?? text.toLowerCase()).replace(/[\s-]+/g, '_');
    const name = SAME[plain] ?? plain;
    if (name === '') return;
    const column = { at, rank: rank(language, speech) };
    const other = columns.get(name);
    if (other && other.rank >= column.rank) {
      if (body.some(({ cells }) => cells[at]?.trim()))
        losses.add({ sheet: sheet.name, row: head.number, column: text, reason: 'language' });
      return;
    }
    if (other) {
      const former = head.cells[other.at]?.trim() ?? '';
      losses.add({ sheet: sheet.name, row: head.number, column: former, reason: 'language' });
    }
    columns.set(name, column);
  });
  if (sheet.isCut) losses.add({ sheet: sheet.name, row: sheet.rows.at(-1)?.number ?? 1, reason: 'tooManyRows' });
  return {
    columns: [...columns.keys()],
    rows: body.map(({ number, cells }) => ({
      number,
      at: (column) => cells[columns.get(column)?.at ?? -1]?.trim() ?? '',
    })),
  };
}

/** Tells of the columns that nobody reads, each at the first row that fills it. */
export function loseColumns(sheet: string, table: Table, isKnown: (column: string) => boolean, losses: Losses): void {
  for (const column of table.columns) {
    if (isKnown(column)) continue;
    const first = table.rows.find((row) => row.at(column) !== '');
    if (first) losses.add({ sheet, row: first.number, column, reason: 'column', value: first.at(column) });
  }
}
