// The folded text by which records are searched.
import { isChoice, isFiles } from '../../contract/fields';
import { choiceLabel } from '../../contract/fields/choice';
import { fold } from '../../contract/fold';
import type { Field, Value, Values } from '../../contract/schemas/form';

/** Characters of folded text kept for the search; filters by text hold up to here. */
const MAX_SEARCHED_CHARS = 200_000;

/** Adds a value and what it is called: filters find a record by the one, people by the other. */
function addWords(words: (string | number)[], field: Field | undefined, value: Value): void {
  if (Array.isArray(value)) for (const one of value) addWords(words, field, one);
  else if (typeof value === 'string' || typeof value === 'number') {
    words.push(value);
    if (!field || !isChoice(field)) return;
    const label = choiceLabel(field, String(value));
    if (label !== value) words.push(label);
  }
}

const fieldsOf = new WeakMap<readonly Field[], Map<string, Field>>();
/** Fields by name; the rows of an import ask of one form again and again. */
function byName(form: readonly Field[]): Map<string, Field> {
  const fields = fieldsOf.get(form) ?? new Map(form.map((field) => [field.name, field]));
  fieldsOf.set(form, fields);
  return fields;
}

/** Text by which a record is found: all its text and number values and the labels of its choices, folded. */
export function searchText(form: readonly Field[], value: Values): string {
  const fields = byName(form);
  const words: (string | number)[] = [];
  for (const [name, one] of Object.entries(value)) {
    const field = fields.get(name);
    if (!field || !isFiles(field)) addWords(words, field, one);
  }
  return fold(words.join(' ')).slice(0, MAX_SEARCHED_CHARS);
}
