// Whether somebody who is signed in may go on: on a day that is theirs, and with a password that they need not change first.
import type { Row } from '../../contract/define';
import { api } from '../../contract/index';
import { Refusal } from '../http/errors';
import type { Caller } from './caller';
import { isWorkday } from './workdays';

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
