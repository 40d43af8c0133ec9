// What one search finds besides records: tools, layers, screens, a written coordinate. Pure.
import { fold } from '@/contract/fold';

export interface Candidate {
  /** Unique among all candidates. */
  key: string;
  label: string;
  /** Other words that find it. */
  also?: string;
}

const WORD = /\s+/;

/** How well the words score: 0 where one of them is nowhere; more where the label begins with them. */
const score = (candidate: Candidate, words: readonly string[]): number => {
  const label = fold(candidate.label);
  const all = candidate.also ? `${label} ${fold(candidate.also)}` : label;
  let sum = 0;
  for (const word of words) {
    if (!all.includes(word)) return 0;
    sum += label.startsWith(word) ? 4 : label.includes(` ${word}`) ? 3 : label.includes(word) ? 2 : 1;
  }
  return sum;
};

/** The best fitting ones, at most `most`; the given order where two score alike. Nothing for empty text. */
export function findMatches<C extends Candidate>(candidates: readonly C[], text: string, most: number): C[] {
  const words = fold(text).split(WORD).filter(Boolean);
  if (words.length === 0) return [];
  return candidates
    .map((candidate) => ({ candidate, score: score(candidate, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((one) => one.candidate);
}
