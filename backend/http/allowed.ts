// The flags of a row that say what the caller may do with it, by the rules that the calls themselves apply.
import type { Needs } from '../../contract/define';
import { allows, type Who } from '../../contract/rights';
import { type Lang, say, type Wording } from './errors';

/** Why an act is refused; null where it is not. */
export type Problem = Wording | { wording: Wording; params: Record<string, string | number> } | null;

/** The guard's own answer for a call. */
export const needsProblem = (caller: Who, needs: Needs): Problem => (allows(caller, needs) ? null : 'forbidden');

type Flags<Act extends string> = { [A in Act as `can_${A}`]: boolean } & { why: Partial<Record<Act, string>> };

/** `can_<act>` for each act, and the sentence of each refusal. */
export function flags<Act extends string>(lang: Lang, problems: Record<Act, Problem>): Flags<Act> {
  const all = Object.entries(problems) as [Act, Problem][];
  const sentence = (p: Exclude<Problem, null>) =>
    typeof p === 'string' ? say(lang, p) : say(lang, p.wording, p.params);
  return {
    ...Object.fromEntries(all.map(([act, problem]) => [`can_${act}`, problem === null])),
    why: Object.fromEntries(all.flatMap(([act, problem]) => (problem ? [[act, sentence(problem)]] : []))),
  } as Flags<Act>;
}
