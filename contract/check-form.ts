// Validates the definition of a form: one check for the form editor and the server.
import { fold } from './fold';
import type { Field } from './schemas/form';

/** Why a part of a form cannot be; the interface and the backend word it in the reader's language. */
export type FormProblem =
  | 'formNameTwice'
  | 'formNameAlike'
  | 'formMinAboveMax'
  | 'formNoRoom'
  | 'formLimitUnused'
  | 'formNoChoices'
  | 'formChoiceEmpty'
  | 'formChoiceTwice'
  | 'formReadOnlyRequired';

const TEXTS: readonly Field['type'][] = ['text', 'long_text'];
const NUMBERS: readonly Field['type'][] = ['integer', 'decimal'];

function* problemsOf(field: Field): Generator<[keyof Field, FormProblem]> {
  const { type, min, max, choices } = field;
  if (min !== undefined && !NUMBERS.includes(type)) yield ['min', 'formLimitUnused'];
  if (max !== undefined && !NUMBERS.includes(type) && !TEXTS.includes(type)) yield ['max', 'formLimitUnused'];
  if (max !== undefined && TEXTS.includes(type) && max < 1) yield ['max', 'formNoRoom'];
  if (min !== undefined && max !== undefined && NUMBERS.includes(type) && min > max) yield ['min', 'formMinAboveMax'];
  if (type === 'choice') {
    const texts = (choices ?? []).map((text) => text.trim());
    if (texts.length === 0) yield ['choices', 'formNoChoices'];
    else if (texts.includes('')) yield ['choices', 'formChoiceEmpty'];
    else if (new Set(texts.map(fold)).size < texts.length) yield ['choices', 'formChoiceTwice'];
  }
  if (field.read_only && field.required) yield ['read_only', 'formReadOnlyRequired'];
}

/** Everything that is wrong with a form, by path: `form.2.max`. Names that differ only in yeh, kaf or marks count as alike. */
export function checkForm(form: readonly Field[]): Record<string, FormProblem> {
  const problems: Record<string, FormProblem> = {};
  const names = new Map<string, string>();
  form.forEach((field, i) => {
    const key = fold(field.name);
    const other = names.get(key);
    if (other !== undefined) problems[`form.${i}.name`] = other === field.name ? 'formNameTwice' : 'formNameAlike';
    names.set(key, field.name);
    for (const [part, problem] of problemsOf(field)) problems[`form.${i}.${part}`] = problem;
  });
  return problems;
}
