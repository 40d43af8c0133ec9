// Where the records of a merge disagree, and what is sent once each disagreement is settled. Pure.
import { sameValue } from '@/contract/same';
import { checkValue, type Field, type FieldProblem, isWritten, type Value, type Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';

/** A field whose values differ among the records: each different value once, with the records that hold it. */
export interface Difference {
  field: Field;
  options: readonly { value: Value; ids: readonly number[] }[];
}

const readValue = ({ value }: LayerRecord, { name }: Field): Value => {
  const content = value[name];
  return sameValue(content, null) ? null : (content ?? null);
};

/** In the form's order; fields that nobody may write are left as the kept record has them. */
export const differences = (form: readonly Field[], records: readonly LayerRecord[]): Difference[] =>
  form.flatMap((field) => {
    if (field.read_only || !isWritten(field)) return [];
    const options: { value: Value; ids: number[] }[] = [];
    for (const record of records) {
      const value = readValue(record, field);
      const option = options.find((o) => sameValue(o.value, value));
      if (option) option.ids.push(record.id);
      else options.push({ value, ids: [record.id] });
    }
    return options.length > 1 ? [{ field, options }] : [];
  });

/** One of the records' values, by its record, or a value of its own as it was typed. */
export type Choice = { from: number } | { own: Value };

/** The values to send: what differs from the kept record. `problems` by field name. */
export const resolveValues = (
  list: readonly Difference[],
  choices: Readonly<Record<string, Choice>>,
  keep: LayerRecord,
): { values: Values; problems: Record<string, FieldProblem> } => {
  const values: Values = {};
  const problems: Record<string, FieldProblem> = {};
  for (const { field, options } of list) {
    const choice = choices[field.name] ?? { from: keep.id };
    const raw = 'own' in choice ? choice.own : (options.find(({ ids }) => ids.includes(choice.from))?.value ?? null);
    const checked = checkValue(field, raw);
    if ('problem' in checked) problems[field.name] = checked.problem;
    else if (!sameValue(checked.value, readValue(keep, field))) values[field.name] = checked.value;
  }
  return { values, problems };
};
