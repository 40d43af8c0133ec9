// The stable name of a field, made of its label. Pure.
import { fold } from '@/contract/fold';
import { MAX_NAME } from '@/contract/schemas/form';

/** Cut between letters, however many code units they take. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = '';
  for (const letter of text) {
    if (end.length + letter.length > length) break;
    end += letter;
  }
  return end.replace(/_+$/, '');
}

/** Letters of any script, digits and `_`; empty where a text has none of them. */
export const cleanName = (text: string): string =>
  cut(
    text
      .normalize('NFC')
      .replace(/\p{M}+/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, ''),
    MAX_NAME,
  );

/** The name where nobody has one that looks the same, else with a number behind it. */
export function freeName(base: string, others: Iterable<string>): string {
  const foldedNames = new Set([...others].map(fold));
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `_${n}`;
    const name = `${cut(base, MAX_NAME - end.length)}${end}`;
    if (!foldedNames.has(fold(name))) return name;
  }
}

/** A name for a label; `fallback` where the label has no letter. */
export const nameOf = (label: string, others: Iterable<string>, fallback = 'field'): string =>
  freeName(cleanName(label) || fallback, others);
