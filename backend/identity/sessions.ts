// Ending what stands open to an account.
import type { Db } from '../db/engine';

/** Ends all sessions of an account, but for one where it is named. */
export const revokeSessions = (db: Db, account: number, at: Date, exceptSession: string | null = null) =>
  db
    .updateTable('session')
    .set({ revoked_at: at, previous_answer: null })
    .where('account_id', '=', account)
    .where('revoked_at', 'is', null)
    .where('id', '<>', exceptSession ?? '')
    .execute();

/** Ends all flows of one-time codes of an account: what they would have opened has changed. */
export const voidCodes = (db: Db, account: number) =>
  db.deleteFrom('one_time_code').where('account_id', '=', account).where('used_at', 'is', null).execute();
