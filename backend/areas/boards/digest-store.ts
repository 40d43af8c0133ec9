// SQL of digests: who asked for one, and whose morning has come.
import { sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import { addDays, startOfPeriod } from '../../../contract/jalali';
import type { Digest } from '../../../contract/schemas/boards/board';
import type { Db } from '../../db/engine';

/** The hour in Tehran from which a digest is sent. */
export const DIGEST_HOUR = 7;
const HOUR_MS = 3_600_000;
const PAGE_SIZE = 100;

/** The last morning on or before an instant on which a digest is due: a day, or a Saturday. */
export function lastDue(every: Digest, at: Date): string {
  // Before that hour it is still the morning of the day before.
  const day = dayAt(new Date(at.getTime() - DIGEST_HOUR * HOUR_MS));
  return every === 'day' ? day : startOfPeriod('week', day);
}

/** The day to which a digest of a morning counts: the one before. */
export const countedDay = (due: string): string => addDays(due, -1);

/** The first one comes on the next morning that is due. */
export async function setDigest(db: Db, account: number, board: number, every: Digest | null, at: Date): Promise<void> {
  if (every)
    await sql`
      insert into board_digest (account_id, board_id, every, last_due)
        values (${account}::int, ${board}::int, ${every}::text, ${lastDue(every, at)}::date)
        on conflict (account_id, board_id) do update set every = excluded.every, last_due = excluded.last_due
          where board_digest.every <> excluded.every`.execute(db);
  else await sql`delete from board_digest where account_id = ${account}::int and board_id = ${board}::int`.execute(db);
}

export interface DueDigest {
  account: number;
  board: number;
  every: Digest;
}

/** Digests whose morning has come, a page after another one's last. */
export async function listDue(db: Db, at: Date, after: Pick<DueDigest, 'account' | 'board'>): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select g.account_id as account, g.board_id as board, g.every from board_digest g
      where g.last_due < (case g.every when 'day' then ${lastDue('day', at)}::date else ${lastDue('week', at)}::date end)
        and (g.account_id, g.board_id) > (${after.account}::int, ${after.board}::int)
      order by g.account_id, g.board_id limit ${PAGE_SIZE}::int`.execute(db);
  return rows;
}

/** Takes the turn of a morning; false where another process has, or where it was ended or changed meanwhile. */
export async function takeTurn(db: Db, { account, board, every }: DueDigest, due: string): Promise<boolean> {
  const { rows } = await sql`
    update board_digest set last_due = ${due}::date where account_id = ${account}::int and board_id = ${board}::int
      and every = ${every}::text and last_due < ${due}::date returning board_id`.execute(db);
  return rows.length > 0;
}
