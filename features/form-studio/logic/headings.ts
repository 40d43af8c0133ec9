// Fields made of the headings of a spreadsheet, with types guessed from the rows below. Pure.
import { FIELDS, type FieldType } from '@/contract/fields';
import { choicesOf } from '@/contract/fields/choice';
import type { Field } from '@/contract/schemas/form';
import { readCells } from './choices';
import { nameOf } from './names';

const MAX_FIELDS = 500;
const MAX_ROWS = 1000;
const LONG_TEXT = 120;
const MAX_LABEL = 200;
/** A column of few different texts that come again and again is one of choices. */
const MAX_CHOICES = 12;
const MIN_REPEATS = 3;

/** Types that are tried in turn; a text that all of them refuse stays one. */
const TRIED: readonly FieldType[] = ['integer', 'decimal', 'date', 'datetime', 'time', 'boolean'];

/** Codes with zeros in front are no numbers. */
const isCode = (text: string) => /^[0۰٠]\d/.test(text) || /^[۰٠]/.test(text.replace(/^[۰٠]$/, ''));

function guessType(texts: readonly string[]): Pick<Field, 'type' | 'choices'> {
  const values = texts.filter((text) => text !== '');
  if (values.length === 0) return { type: 'text' };
  const isNumber = !values.some(isCode);
  const type = TRIED.find(
    (one) =>
      (isNumber || (one !== 'integer' && one !== 'decimal')) &&
      values.every((text) => 'value' in FIELDS[one].read(text, {}, true)),
  );
  if (type) return { type };
  const distinct = [...new Set(values)];
  if (distinct.length <= MAX_CHOICES && values.length >= distinct.length * MIN_REPEATS)
    return { type: 'choice', choices: choicesOf(...distinct) };
  return { type: values.some((text) => text.length > LONG_TEXT) ? 'long_text' : 'text' };
}

/** Fields of the first row; null where the text has no heading. A single line may be separated by tabs, semicolons or commas. */
export function fieldsOfHeadings(text: string): Field[] | null {
  const line = text.trim();
  const isLine = !/[\t\n\r]/.test(line);
  const cells = isLine ? [line.split(/[;؛,،]/).map((cell) => cell.trim())] : readCells(text);
  const [headings = [], ...rows] = cells ?? [];
  const columns = headings
    .map((label, i) => ({ label: label.slice(0, MAX_LABEL).trim(), i }))
    .filter(({ label }) => label !== '');
  if (columns.length === 0) return null;
  const fields: Field[] = [];
  for (const { label, i } of columns.slice(0, MAX_FIELDS)) {
    const name = nameOf(
      label,
      fields.map((field) => field.name),
    );
    fields.push({ name, label, ...guessType(rows.slice(0, MAX_ROWS).map((row) => row[i] ?? '')) });
  }
  return fields;
}
