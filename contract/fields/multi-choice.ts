// Some of the values that the definition lists, each once, in the order of the definition.
import { LIST_SEPARATOR } from '../import-words';
import { choice, findChoice } from './choice';
import { EMPTY_COMPARISONS, type FieldSpec, limited, limitProblems } from './spec';

/** Choices of one value. */
export const MAX_CHOSEN = 100;

/** The texts of a list that a file writes: with a separator between them, or as JSON. */
function splitText(text: string): string[] {
  if (text.trimStart().startsWith('['))
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.map(String);
    } catch {
      // A text that begins so and is no list.
    }
  return text.split(LIST_SEPARATOR);
}

/** A list as it came, or as a file writes it. */
export const listOf = (raw: unknown): string[] =>
  (Array.isArray(raw) ? raw.map(String) : splitText(String(raw)))
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** `min` and `max` count choices. */
export const multiChoice: FieldSpec = {
  ...choice,
  format: 'list',
  read(raw, field) {
    const { choices = [] } = field;
    // A label may hold the sign that stands between two.
    const whole = typeof raw === 'string' ? findChoice(choices, raw) : undefined;
    const picked = whole ? [whole] : listOf(raw).map((text) => findChoice(choices, text));
    if (picked.includes(undefined)) return { problem: 'choice' };
    const values = choices.filter((one) => picked.includes(one)).map(({ value }) => value);
    return values.length > MAX_CHOSEN ? { problem: 'max' } : limited(values, field, values.length);
  },
  ofText: (text) => JSON.parse(text) as string[],
  parts: [...choice.parts.filter((part) => part !== 'unique'), 'min', 'max'],
  problems: (field) => [...(choice.problems?.(field) ?? []), ...limitProblems(field, 'number')],
  comparisons: ['contains', 'in', ...EMPTY_COMPARISONS],
};
