// Notices that leave at a time of their own: written ahead, changed or cancelled until then, and sent once.
import { sql } from 'kysely';
import { NOTIFIERS } from '../../../contract/catalogue';
import { allows } from '../../../contract/rights';
import type { Audience } from '../../../contract/schemas/message';
import type { NewScheduledNotice, ScheduledNotice } from '../../../contract/schemas/messages/scheduled';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';
import { type Caller, getCallerById } from '../../identity/caller';
import { selectPerson } from '../../identity/people';
import { listAudience, MAX_RECIPIENTS } from './audience';
import { send, sendNotice } from './notices';
import { onlineSince } from './online';

/** How often somebody looks whether one is due. */
export const NOTICE_LOOK_MS = 60_000;
/** Those that one look sends; the next one goes on. */
const MAX_AT_ONCE = 500;

interface ScheduledRow extends Omit<ScheduledNotice, 'send_at' | 'sender' | 'can_edit' | 'can_delete' | 'why'> {
  customer_id: number;
  sender_id: number;
  send_at: Date;
}

const ownOf = (caller: Caller) =>
  sql`n.customer_id = ${caller.customer}::int ${caller.superuser ? sql`` : sql`and n.sender_id = ${caller.id}::int`}`;

/** What the caller may see of what waits, or one of it; the first to leave first. */
export async function listScheduled(
  db: Db,
  caller: Caller,
  id?: number,
): Promise<(ScheduledRow & { person: Person })[]> {
  const { rows } = await sql<ScheduledRow & { person: Person }>`
    select n.*, ${selectPerson('n.sender_id')} as person from scheduled_notice n
      where ${ownOf(caller)} ${id === undefined ? sql`` : sql`and n.id = ${id}::int`} order by n.send_at, n.id`.execute(
    db,
  );
  return rows;
}

/** Writes one; null where its sender has `max` already. */
export async function schedule(db: Db, caller: Caller, n: NewScheduledNotice, max: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into scheduled_notice (customer_id, sender_id, subject, text, link, audience, send_at)
      select ${caller.customer}::int, ${caller.id}::int, ${n.subject}::text, ${n.text}::text, ${n.link ?? null}::text,
          ${JSON.stringify(n.audience)}::jsonb, ${n.send_at}::timestamptz
        where (select count(*) from scheduled_notice where sender_id = ${caller.id}::int) < ${max}::int returning id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Changes an own one that has not left. */
export async function changeScheduled(db: Db, caller: Caller, id: number, n: NewScheduledNotice): Promise<void> {
  await sql`
    update scheduled_notice n set subject = ${n.subject}::text, text = ${n.text}::text, link = ${n.link ?? null}::text,
        audience = ${JSON.stringify(n.audience)}::jsonb, send_at = ${n.send_at}::timestamptz, problem = null
      where n.id = ${id}::int and n.sender_id = ${caller.id}::int`.execute(db);
}

/** False: it has left, or there is none for the caller. */
export async function cancelScheduled(db: Db, caller: Caller, id: number): Promise<boolean> {
  const { rows } =
    await sql`delete from scheduled_notice n where n.id = ${id}::int and ${ownOf(caller)} returning n.id`.execute(db);
  return rows.length > 0;
}

const isDue = (at: Date) => sql`send_at <= ${at}::timestamptz and problem is null`;

/** Whom it reaches now, under the rights that its sender has now; or why it cannot leave. */
async function findReached(tx: Db, { sender_id, audience }: ScheduledRow, at: Date) {
  const sender = await getCallerById(tx, sender_id);
  if (!sender || !allows(sender, { module: NOTIFIERS })) return 'rights';
  const since = onlineSince({ now: () => at });
  const recipients = await listAudience(tx, sender, audience as Audience, since, MAX_RECIPIENTS);
  if (recipients.length === 0) return 'empty';
  return recipients.length > MAX_RECIPIENTS ? 'many' : { sender, recipients };
}

/** The row is locked, and gone with the commit that writes the notice: no restart loses one, no second process doubles it. */
const sendOne = (db: Db, id: number, at: Date) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<ScheduledRow>`
      select * from scheduled_notice where id = ${id}::int and ${isDue(at)} for update skip locked`.execute(tx);
    const [row] = rows;
    if (!row) return;
    const reached = await findReached(tx, row, at);
    if (typeof reached === 'string') {
      await sql`update scheduled_notice set problem = ${reached}::text where id = ${id}::int`.execute(tx);
      const sender = { id: row.sender_id, customer: row.customer_id };
      const about = { args: { name: row.subject }, link: '/app/notif', recipients: [sender.id], at };
      await sendNotice(tx, sender, { code: 'notice_unsent', ...about });
      return;
    }
    const { subject, text, link } = row;
    await send(tx, reached.sender, { subject, text, link, recipients: reached.recipients, at });
    await sql`delete from scheduled_notice where id = ${id}::int`.execute(tx);
  });

/** Sends what is due. One that fails is tried again at the next look and keeps no other back. */
export async function sendScheduled({ engine, now }: World, goOn: () => boolean): Promise<void> {
  const at = now();
  const { rows } = await sql<{ id: number }>`
    select id from scheduled_notice where ${isDue(at)} order by send_at, id limit ${MAX_AT_ONCE}::int`.execute(
    engine.db,
  );
  const failures: unknown[] = [];
  for (const { id } of rows) {
    if (!goOn()) return;
    await sendOne(engine.db, id, at).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} scheduled notices were not sent`);
}
