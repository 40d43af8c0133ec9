// Validates the definition of a form: one check for the form editor and the server.

import { fieldsIn, parseExpr } from './computed/parse';
import { type DefinitionProblem, FIELDS, hasNoValue, specOf } from './fields';
import { checkPattern } from './fields/check-pattern';
import { definitionProblems } from './fields/spec';
import { rulesOf } from './filters/match';
import { fold } from './fold';
import { checkValue, type DefaultValue, type Field } from './schemas/form';

/** Why a part of a form cannot be; the interface and the backend word it in the reader's language. */
export type FormProblem =
  | DefinitionProblem
  | 'formNameTwice'
  | 'formNameAlike'
  | 'formReadOnlyRequired'
  | 'formConditionField'
  | 'formConditionRule'
  | 'formParentField'
  | 'formChoiceParent'
  | 'formDefault'
  | 'formExprWrong'
  | 'formExprDeep'
  | 'formExprField'
  | NonNullable<ReturnType<typeof checkPattern>>;

/** Problems that a field has only among the others of its form: alone it cannot be told of them. */
export const PROBLEMS_AMONG_FIELDS: ReadonlySet<FormProblem> = new Set<FormProblem>([
  'formNameTwice',
  'formNameAlike',
  'formConditionField',
  'formConditionRule',
  'formParentField',
  'formChoiceParent',
  'formExprField',
]);

/** Conditions that look at fields which stand behind, or ask what the type of a field does not answer. */
function conditionProblems(form: readonly Field[], at: number): [string, FormProblem][] {
  const field = form[at] as Field;
  const conditions = [
    ['visible_if', field.visible_if, at],
    ['required_if', field.required_if, at],
    // A warning may be about the field that it stands by.
    ['warn_if', field.warn_if?.when, at + 1],
  ] as const;
  return conditions.flatMap(([part, condition, end]) => {
    const rules = condition ? rulesOf(condition) : [];
    const problems = rules.map((rule): FormProblem | null => {
      const index = form.findIndex(({ name }) => name === rule.field);
      const source = form[index];
      if (!source || index >= end) return 'formConditionField';
      const { comparisons, operand } = specOf(source);
      const isSound = [rule.value ?? []].flat().every((raw) => 'value' in operand(raw));
      return comparisons.includes(rule.is) && isSound ? null : 'formConditionRule';
    });
    const problem = problems.find((one) => one !== null);
    return problem ? [[part, problem]] : [];
  });
}

/** A cascade looks back to a field of one choice, by values that it has. */
function parentProblem(form: readonly Field[], at: number): [string, FormProblem][] {
  const { parent_field, choices = [] } = form[at] as Field;
  const ofParents = choices.flatMap(({ parent = [] }) => parent);
  if (parent_field === undefined) return ofParents.length ? [['choices', 'formChoiceParent']] : [];
  const index = form.findIndex(({ name }) => name === parent_field);
  const source = form[index];
  if (source?.type !== 'choice' || index >= at) return [['parent_field', 'formParentField']];
  const values = new Set(source.choices?.map(({ value }) => value));
  return ofParents.every((value) => values.has(value)) ? [] : [['choices', 'formChoiceParent']];
}

/** Formats of the fields that can begin with what is known when a record is made. */
const DEFAULT_FORMATS: Record<Exclude<DefaultValue['kind'], 'value' | 'last'>, readonly string[]> = {
  today: ['date', 'datetime'],
  now: ['datetime', 'time'],
  user: ['text'],
  region: ['text'],
  area: ['number'],
  length: ['number'],
  x: ['number'],
  y: ['number'],
};

function defaultProblem(field: Field): [string, FormProblem][] {
  const { default: first } = field;
  if (!first || first.kind === 'last') return [];
  const isSound =
    first.kind === 'value'
      ? 'value' in checkValue(field, first.value) && ![first.value].flat().some((one) => isRetired(field, one))
      : field.type !== 'choice' && DEFAULT_FORMATS[first.kind].includes(FIELDS[field.type].format);
  return isSound ? [] : [['default', 'formDefault']];
}

/** An expression that cannot be read, or looks at fields that do not stand before it: so none ever looks at itself. */
function exprProblem(form: readonly Field[], at: number): [string, FormProblem][] {
  const { type, expr = '' } = form[at] as Field;
  if (type !== 'computed' || expr.trim() === '') return [];
  const parsed = parseExpr(expr);
  if ('problem' in parsed) return [['expr', parsed.problem]];
  const isBefore = (name: string) => {
    const index = form.findIndex((field) => field.name === name && !hasNoValue(field));
    return index >= 0 && index < at;
  };
  return fieldsIn(parsed.expr).every(isBefore) ? [] : [['expr', 'formExprField']];
}

const isRetired = ({ choices = [] }: Field, value: unknown) =>
  choices.some((choice) => choice.retired && choice.value === value);

/** Everything that is wrong with a form, by path: `form.2.max`. Names that differ only in yeh, kaf or marks count as alike. */
export function checkForm(form: readonly Field[]): Record<string, FormProblem> {
  const problems: Record<string, FormProblem> = {};
  const names = new Map<string, string>();
  form.forEach((field, i) => {
    const key = fold(field.name);
    const other = names.get(key);
    if (other !== undefined) problems[`form.${i}.name`] = other === field.name ? 'formNameTwice' : 'formNameAlike';
    names.set(key, field.name);
    for (const [part, problem] of definitionProblems(FIELDS[field.type], field))
      problems[`form.${i}.${part}`] = problem;
    const slow = field.pattern && 'text' in field.pattern && checkPattern(field.pattern.text);
    if (slow) problems[`form.${i}.pattern`] = slow;
    const parts = [
      ...conditionProblems(form, i),
      ...parentProblem(form, i),
      ...defaultProblem(field),
      ...exprProblem(form, i),
    ];
    for (const [part, problem] of parts) problems[`form.${i}.${part}`] = problem;
    if (field.read_only && (field.required || field.required_if))
      problems[`form.${i}.read_only`] = 'formReadOnlyRequired';
  });
  return problems;
}
