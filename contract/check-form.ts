// Validates the definition of a form: one check for the form editor and the server.

import { type DefinitionProblem, FIELDS } from './fields';
import { checkPattern } from './fields/check-pattern';
import { fold } from './fold';
import type { Field } from './schemas/form';

/** Why a part of a form cannot be; the interface and the backend word it in the reader's language. */
export type FormProblem =
  | DefinitionProblem
  | 'formNameTwice'
  | 'formNameAlike'
  | 'formReadOnlyRequired'
  | NonNullable<ReturnType<typeof checkPattern>>;

/** Everything that is wrong with a form, by path: `form.2.max`. Names that differ only in yeh, kaf or marks count as alike. */
export function checkForm(form: readonly Field[]): Record<string, FormProblem> {
  const problems: Record<string, FormProblem> = {};
  const names = new Map<string, string>();
  form.forEach((field, i) => {
    const key = fold(field.name);
    const other = names.get(key);
    if (other !== undefined) problems[`form.${i}.name`] = other === field.name ? 'formNameTwice' : 'formNameAlike';
    names.set(key, field.name);
    for (const [part, problem] of FIELDS[field.type].problems(field)) problems[`form.${i}.${part}`] = problem;
    const slow = field.pattern && 'text' in field.pattern && checkPattern(field.pattern.text);
    if (slow) problems[`form.${i}.pattern`] = slow;
    if (field.read_only && field.required) problems[`form.${i}.read_only`] = 'formReadOnlyRequired';
  });
  return problems;
}
