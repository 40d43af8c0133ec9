// Two texts word by word: what stayed, what went and what came. Pure.
export interface Piece {
  text: string;
  kind: 'same' | 'gone' | 'new';
}

/** Longer texts are shown whole: to compare them takes the square of their words. */
const MAX_WORDS = 400;

/** A word carries the space behind it: equal spaces alone hold no two texts together. */
const wordsOf = (text: string): string[] => text.match(/^\s+|\S+\s*/g) ?? [];

/** Lengths of the longest common part of what begins at each pair of words. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (table[i] as Uint16Array)[j] =
        a[i] === b[j]
          ? ((table[i + 1] as Uint16Array)[j + 1] as number) + 1
          : Math.max((table[i + 1] as Uint16Array)[j] as number, (table[i] as Uint16Array)[j + 1] as number);
  return table;
}

/** The pieces in reading order; neighbours of one kind are joined. */
export function compareWords(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const pieces: Piece[] = [];
  const add = (text: string, kind: Piece['kind']) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') pieces.push({ text, kind });
  };
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) {
    add(before, 'gone');
    add(after, 'new');
    return pieces;
  }
  const table = commonLengths(a, b);
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(a[i] as string, 'same');
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)))
      add(a[i++] as string, 'gone');
    else add(b[j++] as string, 'new');
  }
  return pieces;
}
