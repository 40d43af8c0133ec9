// Which column of a file fills which field of a layer: a first guess, how well each fits, and what is missing.
import { hasNoValue, isChoice, isFiles, isList } from '@/contract/fields';
import { fold } from '@/contract/fold';
import { checkValue, type Field, isWritten } from '@/contract/schemas/form';
import type { AppendOrder, Dataset } from '@/contract/schemas/upload';

type Column = Dataset['fields'][number];
/** Field name by column name; columns that stay out are not in it. */
export type Mapping = Readonly<Record<string, string>>;
/** By field: what a value of the file is called there. */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** By field: the field of the other layer by which the file names its features. */
export type Keys = Readonly<Record<string, string>>;
export type Match = NonNullable<AppendOrder['append_metadata']['match']>;

/** What a person chose for files with the same columns. */
export interface SavedMapping {
  columns: string;
  mapping: Mapping;
  words: Words;
  keys?: Keys | undefined;
  match: Match | null;
}

/** The headings of a data set, as one text to know it by. */
export const columnsKey = ({ fields }: Pick<Dataset, 'fields'>): string =>
  fields
    .map(({ name }) => fold(name))
    .sort()
    .join('\n');

/** Fields that a file may fill. */
export const fillable = (form: readonly Field[]): Field[] =>
  form.filter((field) => isWritten(field) && !hasNoValue(field) && !isFiles(field) && !field.read_only);

/** Fields by which a row may know its record. */
export const matchable = (form: readonly Field[], mapping: Mapping): Field[] =>
  fillable(form).filter((field) => !isList(field) && Object.values(mapping).includes(field.name));

/** By folded name, then by label; what is left by type where one column and one field of a type are left. */
export function guessMapping(columns: readonly Column[], form: readonly Field[]): Mapping {
  const mapping: Record<string, string> = {};
  const free = new Set(fillable(form));
  const take = (column: Column, field: Field | undefined) => {
    if (!field) return;
    mapping[column.name] = field.name;
    free.delete(field);
  };
  const left = () => columns.filter(({ name }) => !(name in mapping));
  for (const textOf of [(field: Field) => field.name, (field: Field) => field.label])
    for (const column of left())
      take(
        column,
        [...free].find((field) => fold(textOf(field)) === fold(column.name)),
      );
  for (const type of new Set(left().map((column) => column.type))) {
    const [column, ...columnRest] = left().filter((one) => one.type === type);
    const [field, ...fieldRest] = [...free].filter((one) => one.type === type);
    if (column && columnRest.length === 0 && fieldRest.length === 0) take(column, field);
  }
  return mapping;
}

export type Fit = { kind: 'exact' } | { kind: 'converts' } | { kind: 'fails'; count: number; of: number };

/** How the samples of a column fit a field. */
export function fitOf({ type, samples }: Column, field: Field, words: Readonly<Record<string, string>> = {}): Fit {
  const failures = samples.filter((sample) => 'problem' in checkValue({ ...field, required: false }, words[sample] ?? sample, true)); // biome-ignore format: one condition
  if (failures.length > 0) return { kind: 'fails', count: failures.length, of: samples.length };
  return { kind: type === field.type ? 'exact' : 'converts' };
}

/** Values of the samples that are no choice of the field. */
export const strangeWords = ({ samples }: Column, field: Field): string[] =>
  isChoice(field) ? [...new Set(samples)].filter((sample) => 'problem' in checkValue({ ...field, required: false }, sample, true)) : []; // biome-ignore format: one condition

/** Required fields that no column fills. */
export const missingFields = (form: readonly Field[], mapping: Mapping): Field[] =>
  fillable(form).filter((field) => field.required && !Object.values(mapping).includes(field.name));

/** The mapping with one column moved to a field, which it takes from another; null leaves it out. */
export function withColumn(mapping: Mapping, column: string, field: string | null): Mapping {
  const rest = Object.entries(mapping).filter(([name, target]) => name !== column && target !== field);
  return Object.fromEntries(field === null ? rest : [...rest, [column, field]]);
}
