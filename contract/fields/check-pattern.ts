// Whether an own pattern of a form is a regular expression whose match always ends soon.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { MAX_PATTERN_VALUE } from './patterns';

/** Ways by the length that the parts so far have beyond their least one. */
const ONE_WAY: readonly number[] = [1, ...Array.from({ length: MAX_PATTERN_VALUE }, () => 0)];

/** The same with one more part of so many lengths. What is longer than a value is no way. */
function withPart(ways: readonly number[], lengths: number): number[] {
  let sum = 0;
  return ways.map((own, i) => {
    sum += own - (ways[i - lengths] ?? 0);
    return sum;
  });
}
const total = (ways: readonly number[]): number => ways.reduce((sum, n) => sum + n, 0);

/** Steps of a match: ways to divide a value among four parts of any length, each with eight characters to compare (some 0.2 s). */
const MAX_STEPS = 8 * total(Array.from({ length: 4 }).reduce<readonly number[]>((ways) => withPart(ways, MAX_PATTERN_VALUE + 1), ONE_WAY)); // biome-ignore format: one line

/**
 * Null for a sound pattern. `formPatternSlow`: a match could try too many ways, because a part of varying length is repeated, because
 * too many parts vary, or by references and looks ahead and behind. `formPatternWrong`: it is no regular expression.
 */
export function checkPattern(text: string): 'formPatternWrong' | 'formPatternSlow' | null {
  let ways = ONE_WAY;
  let branches = 1;
  let isEndless = false;
  let repetitions = 0;
  /** Characters that every way compares at least, and how often the part that is read is repeated at least. */
  let characters = 1;
  let times = 1;
  const slow = () => {
    isEndless = true;
  };
  const vary = (lengths: number) => {
    if (repetitions > 0 && lengths > 1) slow();
    ways = withPart(ways, lengths);
  };
  const group = ({ alternatives: { length } }: { alternatives: readonly unknown[] }) => {
    if (repetitions > 0 && length > 1) slow();
    branches *= length;
  };
  const character = ({ parent }: { parent: { type: string } | null }) => {
    if (parent?.type === 'Alternative' || parent?.type === 'Quantifier') characters += times;
  };
  try {
    const pattern = new RegExpParser().parsePattern(text, 0, text.length, { unicode: true });
    group(pattern);
    visitRegExpAST(pattern, {
      onQuantifierEnter({ min, max }) {
        if (min > MAX_PATTERN_VALUE) slow();
        else vary(Math.min(max, MAX_PATTERN_VALUE) - min + 1);
        if (max > 1) repetitions++;
        times *= Math.max(min, 1);
      },
      onQuantifierLeave({ min, max }) {
        if (max > 1) repetitions--;
        times /= Math.max(min, 1);
      },
      onCharacterEnter: character,
      onCharacterSetEnter: character,
      onCharacterClassEnter: character,
      onGroupEnter: group,
      onCapturingGroupEnter: group,
      onBackreferenceEnter: slow,
      onAssertionEnter: ({ kind }) => (kind === 'lookahead' || kind === 'lookbehind') && slow(),
    });
  } catch {
    return 'formPatternWrong';
  }
  return isEndless || branches * total(ways) * characters > MAX_STEPS ? 'formPatternSlow' : null;
}
