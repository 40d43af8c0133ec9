// The words of CQL2 text.

/** What is wrong with a filter, in English: clients show it to people who wrote CQL2. */
export class CqlError extends Error {}

export type Token =
  | { is: 'text'; text: string; at: number }
  /** A name of a field; quoted ones are never words of the language. */
  | { is: 'name'; text: string; quoted: boolean; at: number }
  | { is: 'number'; value: number; at: number }
  | { is: 'sign'; text: string; at: number };

const SPACE = /\s+/y;
// A quote is doubled or has a backslash before it; a backslash before the last quote of all is one itself, as QGIS writes it.
const TEXT = /'((?:''|\\'|[^'])*)'/y;
const QUOTED = /"((?:[^"]|"")+)"/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y;
// Names in any script; a zero-width non-joiner stands inside of Persian words.
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_.:\u200c]*/uy;
const SIGN = /<>|<=|>=|[=<>(),+\-*/%^]/y;

/** Text without regard to case, as CASEI means it: by letters, so that the ends of Greek words and the German ß are no others. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss');

/** The tokens of a filter. Throws CqlError at what is none. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (at < source.length) {
    const space = match(SPACE);
    if (space) {
      at += space[0].length;
      continue;
    }
    const [text, quoted, number, name] = [match(TEXT), match(QUOTED), match(NUMBER), match(NAME)];
    const hit = text ?? quoted ?? number ?? name ?? match(SIGN);
    if (!hit) throw new CqlError(`unreadable at position ${at + 1}`);
    const [whole, inside = ''] = hit;
    if (text) tokens.push({ is: 'text', text: inside.replace(/''|\\'/g, "'"), at });
    else if (quoted) tokens.push({ is: 'name', text: inside.replaceAll('""', '"'), quoted: true, at });
    else if (number) tokens.push({ is: 'number', value: Number(whole), at });
    else if (name) tokens.push({ is: 'name', text: whole, quoted: false, at });
    else tokens.push({ is: 'sign', text: whole, at });
    at += whole.length;
  }
  return tokens;
}
