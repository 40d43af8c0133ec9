// The folded text by which records are searched.
import { isChoice, isFiles } from '../../contract/fields';
import { choiceLabel } from '../../contract/fields/choice';
import { fold } from '../../contract/fold';
import type { Field, Value, Values } from '../../contract/schemas/form';

/** Characters of folded text kept for the search; filters by text hold up to here. */
const MAX_SEARCHED_CHARS = 200_000;

/** A value and what it is called: filters find a record by the one, people by the other. */
function wordsOf(field: Field | undefined, value: Value): Value[] {
  if (field && isFiles(field)) return [];
  const all: Value[] = [value].flat();
  if (!field || !isChoice(field)) return all;
  return all.flatMap((one) => {
    const label = choiceLabel(field, String(one));
    return label === one ? [one] : [one, label];
  });
}

/** Text by which a record is found: all its text and number values and the labels of its choices, folded. */
export function searchText(form: readonly Field[], value: Values): string {
  const byName = new Map(form.map((field) => [field.name, field]));
  return fold(
    Object.entries(value)
      .flatMap(([name, one]) => wordsOf(byName.get(name), one))
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .join(' '),
  ).slice(0, MAX_SEARCHED_CHARS);
}
