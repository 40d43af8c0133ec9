// A text after a change, with the words that came and those that went.
import { compareWords } from '../../logic/words';

const MARKS = { same: 'span', gone: 'del', new: 'ins' } as const;

export function WordDiff({ before, after }: { before: string; after: string }) {
  // A piece has no name of its own; pieces never move.
  return compareWords(before, after).map(({ text, kind }, i) => {
    const Mark = MARKS[kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Mark key={i}>{text}</Mark>;
  });
}
