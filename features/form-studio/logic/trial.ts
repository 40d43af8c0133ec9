// Which records a form would refuse if they were written anew. Pure.
import { checkValues, type Field, type FieldProblem, isWritten, type Values } from '@/contract/schemas/form';

export interface RefusedRecord {
  id: number;
  problems: { field: Field; problem: FieldProblem }[];
}

/** In the order of the records; values of fields that the form does not have are passed over. */
export function refusedRecords(
  form: readonly Field[],
  records: readonly { id: number; value: Values }[],
): RefusedRecord[] {
  const fields = form.filter(isWritten);
  return records.flatMap(({ id, value }) => {
    const own = Object.fromEntries(fields.map(({ name }) => [name, value[name] ?? null]));
    // What a record has already may be retired.
    const byName = checkValues(form, own, { stored: value }).problems;
    const problems = fields.flatMap((field) => {
      const problem = byName[field.name];
      return problem ? [{ field, problem }] : [];
    });
    return problems.length > 0 ? [{ id, problems }] : [];
  });
}
