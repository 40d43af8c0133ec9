// Which field of the source fills which field of the target, and what each record becomes there. Pure.
import { fold } from '@/contract/fold';
import { checkValues, type Field, type FieldProblem, type Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';

/** By name, else by label, else none; what the hand has chosen wins. Fields that nobody may write stay empty. */
export const mappingOf = (
  source: readonly Field[],
  target: readonly Field[],
  choices: Readonly<Record<string, string | null>>,
): Record<string, string | null> =>
  Object.fromEntries(
    target
      .filter((field) => !field.read_only)
      .map((field) => {
        const named = choices[field.name];
        if (named !== undefined) return [field.name, named];
        const twin =
          source.find(({ name }) => name === field.name) ??
          source.find(({ label }) => fold(label) === fold(field.label));
        return [field.name, twin?.name ?? null];
      }),
  );

export interface RecordCopy {
  record: LayerRecord;
  values: Values;
}
export interface CopyPlan {
  good: readonly RecordCopy[];
  /** Records that the target's form refuses, counted by field and problem. */
  bad: readonly { field: Field; problem: FieldProblem; count: number }[];
  refused: number;
}

/** What the target's form takes of the records. A number or a truth value may become words, as people would write it. */
export const plan = (
  records: readonly LayerRecord[],
  target: readonly Field[],
  mapping: Readonly<Record<string, string | null>>,
): CopyPlan => {
  const good: RecordCopy[] = [];
  const bad = new Map<string, { field: Field; problem: FieldProblem; count: number }>();
  for (const record of records) {
    const raw: Values = {};
    for (const { name } of target) {
      const from = mapping[name];
      const value = from ? record.value[from] : undefined;
      if (value !== undefined && value !== null && value !== '') raw[name] = value;
    }
    const { values, problems } = checkValues(target, raw);
    const entries = Object.entries(problems);
    if (entries.length === 0) good.push({ record, values });
    for (const [name, problem] of entries) {
      const field = target.find((f) => f.name === name);
      if (!field) continue;
      const key = `${name}/${problem}`;
      const counted = bad.get(key) ?? { field, problem, count: 0 };
      bad.set(key, { ...counted, count: counted.count + 1 });
    }
  }
  return { good, bad: [...bad.values()], refused: records.length - good.length };
};
