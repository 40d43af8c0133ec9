// Whether somebody who is signed in may go on, and the flags of a row that say what the caller may do with it, by the rules that the calls
// themselves apply.
import type { Needs, Row } from '../../contract/define';
import { api } from '../../contract/index';
import { allows, type Who } from '../../contract/rights';
import type { Caller } from '../identity/caller';
import { isWorkday } from '../identity/workdays';
import { type Lang, Refusal, say, type Wording } from './errors';

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

/** The code of a refusal that leads to the change of the password. */
export const MUST_CHANGE = 'must_change';

/**
 * Refuses with 403: on a day that is not among the caller's (code 403; the session stays, for the next day), and where the password has to
 * be changed first (code must_change): then nothing is served but that change, on any day, and leaving. What anybody may ask is served
 * always.
 */
export function checkStanding(caller: Caller, now: Date, row?: Row): void {
  if (row && (row.needs === 'public' || row.session === 'closes')) return;
  // Who looks as somebody else may do so on any day of their own.
  if (caller.viewer) return;
  if (caller.mustChange) {
    if (row !== api.session.setPassword) throw new Refusal(403, 'mustChange', { code: MUST_CHANGE });
    return;
  }
  if (!isWorkday(caller, now)) throw new Refusal(403, 'workday', { code: 403 });
}
