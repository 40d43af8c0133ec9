// What is wrong with a form as it stands, by field and part. Each field is looked at once for as long as it stays the same. Pure.
import { checkForm, type FormProblem, PROBLEMS_AMONG_FIELDS } from '@/contract/check-form';
import { type FieldProblem, problemsOf } from '@/contract/problems';
import { Field } from '@/contract/schemas/form';
import type { Item } from './document';

export type PartProblem = FormProblem | FieldProblem;
/** By part of the field: `label`, `max`, `choices`. */
export type ItemProblems = Readonly<Partial<Record<keyof Field, PartProblem>>>;

const own = new WeakMap<Field, ItemProblems>();

function ownProblems(field: Field): ItemProblems {
  const stored = own.get(field);
  if (stored) return stored;
  const problems: Partial<Record<keyof Field, PartProblem>> = {};
  const read = Field.safeParse(field);
  if (!read.success)
    for (const [path, problem] of Object.entries(problemsOf(read.error, field)))
      problems[path.split('.')[0] as keyof Field] ??= problem;
  for (const [path, problem] of Object.entries(checkForm([field])))
    if (!PROBLEMS_AMONG_FIELDS.has(problem)) problems[path.split('.')[2] as keyof Field] ??= problem;
  own.set(field, problems);
  return problems;
}

/** Without what only concerns a field itself: its long lists are not read again with every letter that is typed. */
const light = new WeakMap<Field, Field>();
function lightField(field: Field): Field {
  let copy = light.get(field);
  if (!copy) {
    const { choices: _choices, pattern: _pattern, ...rest } = field;
    copy = rest;
    light.set(field, copy);
  }
  return copy;
}

/** Fields with problems, by key. */
export function problemsByKey(items: readonly Item[]): ReadonlyMap<string, ItemProblems> {
  const among: Record<number, Partial<Record<keyof Field, PartProblem>>> = {};
  const parents = new Set(items.map(({ field }) => field.parent_field));
  const inCascade = (field: Field) => field.parent_field !== undefined || parents.has(field.name);
  const form = items.map(({ field }) => (inCascade(field) ? field : lightField(field)));
  for (const [path, problem] of Object.entries(checkForm(form))) {
    if (!PROBLEMS_AMONG_FIELDS.has(problem)) continue;
    const [, row, part] = path.split('.');
    among[Number(row)] = { ...among[Number(row)], [part as keyof Field]: problem };
  }
  const all = items.map(({ key, field }, i) => [key, { ...ownProblems(field), ...among[i] }] as const);
  return new Map(all.filter(([, problems]) => Object.keys(problems).length > 0));
}
