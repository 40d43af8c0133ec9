// Where a searched word stands in a text, folded as every search of the product folds.
import { fold } from '@/contract/fold';

export interface Part {
  text: string;
  found: boolean;
}

/** The text folded letter by letter, and where in the text each of its letters comes from. */
function folded(text: string): { plain: string; from: number[] } {
  let plain = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const one = /\s/.test(letter) ? ' ' : fold(letter);
    if (!(one === ' ' && plain.endsWith(' '))) {
      plain += one;
      for (let i = 0; i < one.length; i++) from.push(at);
    }
    at += letter.length;
  }
  from.push(text.length);
  return { plain, from };
}

/** The text in parts, those that match marked. Together they are the text, letter for letter. */
export function highlight(text: string, word: string): Part[] {
  const needle = fold(word);
  if (needle === '') return [{ text, found: false }];
  const { plain, from } = folded(text);
  const parts: Part[] = [];
  let end = 0;
  for (let at = plain.indexOf(needle); at !== -1; at = plain.indexOf(needle, at + needle.length)) {
    const start = from[at] as number;
    const stop = from[at + needle.length] as number;
    if (start < end || stop <= start) continue;
    if (start > end) parts.push({ text: text.slice(end, start), found: false });
    parts.push({ text: text.slice(start, stop), found: true });
    end = stop;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), found: false });
  return parts;
}
