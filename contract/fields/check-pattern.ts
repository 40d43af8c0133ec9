// Whether an own pattern of a form is a regular expression whose match always ends soon.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { MAX_PATTERN_VALUE } from './patterns';

/** Ways to divide a value among the parts of a pattern: four parts of any length (their order leaves 180,000 of them). */
const MAX_WAYS = (MAX_PATTERN_VALUE + 1) ** 4;

/**
 * Null for a sound pattern. `formPatternSlow`: a match could try too many ways, because a part of varying length is repeated, because
 * too many parts vary, or by references and looks ahead and behind. `formPatternWrong`: it is no regular expression.
 */
export function checkPattern(text: string): 'formPatternWrong' | 'formPatternSlow' | null {
  let ways = 1;
  let repetitions = 0;
  const vary = (choices: number) => {
    ways *= repetitions > 0 && choices > 1 ? Number.POSITIVE_INFINITY : choices;
  };
  const slow = () => vary(Number.POSITIVE_INFINITY);
  const group = ({ alternatives }: { alternatives: readonly unknown[] }) => vary(alternatives.length);
  try {
    const pattern = new RegExpParser().parsePattern(text, 0, text.length, { unicode: true });
    group(pattern);
    visitRegExpAST(pattern, {
      onQuantifierEnter({ min, max }) {
        if (min > MAX_PATTERN_VALUE) slow();
        else vary(Math.min(max, MAX_PATTERN_VALUE) - min + 1);
        if (max > 1) repetitions++;
      },
      onQuantifierLeave({ max }) {
        if (max > 1) repetitions--;
      },
      onGroupEnter: group,
      onCapturingGroupEnter: group,
      onBackreferenceEnter: slow,
      onAssertionEnter: ({ kind }) => (kind === 'lookahead' || kind === 'lookbehind') && slow(),
    });
  } catch {
    return 'formPatternWrong';
  }
  return ways > MAX_WAYS ? 'formPatternSlow' : null;
}
