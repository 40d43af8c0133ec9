// Text messages wait in a table, written together with what they tell of; a sender takes them to a provider afterwards.
import { sql } from 'kysely';
import { maskPhone } from '../../../contract/phone';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';
import { DAY_MS, removeOldAttempts } from './attempts';
import { providerOf, type SmsGateway } from './sms-providers';

/** How often it is looked whether another process has left a message. */
const POLL_MS = 5000;
const TIDY_MS = 3_600_000;
/** Longer than a provider may take, so that no second process sends the same message meanwhile. */
const LEASE_MS = 30_000;
export const MAX_ATTEMPTS = 3;
/** Waits this long after the first failure, and twice as long after the next. */
export const BACKOFF_MS = 2000;
const AT_ONCE = 10;
/** Counters and flows are kept this long, messages (without their text) longer. */
const KEEP_MS = 30 * DAY_MS;

export interface NewSms {
  customer: number | null;
  /** The number's key. */
  phone: string;
  text: string;
  purpose: string;
  created: Date;
  /** After this it is of no use. */
  until: Date;
}

/** Where messages are announced once they stand in the table. Nobody waits for what follows. */
export interface Post {
  notify(message: { phone: string; text: string } | null): void;
}

/** Writes a message. One that is not to go, because nobody has the number, is a row like any other that nobody sends: it takes as long. */
export const enqueue = (db: Db, m: NewSms, goes: boolean) =>
  sql`
    insert into sms (customer_id, phone, text, purpose, created, until, attempts, error)
      values (${m.customer}::int, ${m.phone}::text, ${m.text}::text, ${m.purpose}::text, ${m.created}::timestamptz, ${m.until}::timestamptz,
        ${goes ? 0 : MAX_ATTEMPTS}::int, ${goes ? null : 'nobody'}::text)`.execute(db);

/** Empties messages whose time is over. A text stays nowhere longer than it is of use. */
const blankOldMessages = (db: Db, now: Date) =>
  sql`update sms set text = '', error = coalesce(error, 'late') where sent_at is null and until <= ${now}::timestamptz and text <> ''`.execute(
    db,
  );

/** Takes messages that wait, for a while in which nobody else takes them. */
async function claim(db: Db, now: Date) {
  const { rows } = await sql<{ id: number; phone: string; text: string; attempts: number; created: Date }>`
    update sms set attempts = attempts + 1, lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
      where id in (select id from sms where sent_at is null and text <> '' and until > ${now}::timestamptz and attempts < ${MAX_ATTEMPTS}::int
        and (lease_until is null or lease_until <= ${now}::timestamptz) order by id limit ${AT_ONCE}::int for update skip locked)
      returning id, phone, text, attempts, created`.execute(db);
  return rows;
}

/** Sends what waits now; returns how many messages went. A failure is noted with its kind and tried again later. */
export async function sendQueued(
  { engine: { db }, now }: Pick<World, 'engine' | 'now'>,
  gateway: SmsGateway,
): Promise<number> {
  await blankOldMessages(db, now());
  const waiting = await claim(db, now());
  const results = await Promise.all(
    waiting.map(async ({ id, phone, text, attempts, created }) => {
      // One number for one message, also where a database begins again at 1.
      const once = created.getTime() * 1000 + (Number(id) % 1000);
      const failure = await gateway.send({ id: once, to: phone, text }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : 'unknown').slice(0, 100),
      );
      if (failure === null)
        await db.updateTable('sms').set({ sent_at: now(), text: '', error: null, lease_until: null }).where('id', '=', id).execute(); // biome-ignore format: one statement
      else {
        const next = new Date(now().getTime() + BACKOFF_MS * 2 ** (attempts - 1));
        const last = attempts >= MAX_ATTEMPTS;
        await db
          .updateTable('sms')
          .set({ error: failure, lease_until: next, ...(last ? { text: '' } : {}) })
          .where('id', '=', id)
          .execute();
      }
      return failure === null;
    }),
  );
  return results.filter(Boolean).length;
}

/** Forgets codes, counters and messages that are over. */
export async function removeOldMessages({ engine: { db }, now }: Pick<World, 'engine' | 'now'>): Promise<void> {
  const at = now().getTime();
  await blankOldMessages(db, now());
  await db
    .deleteFrom('one_time_code')
    .where('until', '<', new Date(at - DAY_MS))
    .execute();
  await removeOldAttempts(db, new Date(at - KEEP_MS));
  await db
    .deleteFrom('sms')
    .where('created', '<', new Date(at - KEEP_MS))
    .execute();
}

/** Sends messages as they come, and what other processes have left. `failed` hears of a database that did not answer. */
export function createSmsPost(world: World, failed: (error: unknown) => void) {
  const gateway = () => world.config.sms && providerOf(world.config.sms);
  let running: Promise<unknown> = Promise.resolve();
  let queued = false;
  let stopped = false;
  const timers: NodeJS.Timeout[] = [];
  const enlist = (work: () => Promise<unknown>) => {
    running = running.then(() => (stopped ? undefined : work())).catch(failed);
  };
  const send = (): void => {
    const to = gateway();
    if (!to || queued) return;
    queued = true;
    enlist(() => {
      queued = false;
      return sendQueued(world, to);
    });
  };
  const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms).unref());
  return {
    notify(message: { phone: string; text: string } | null): void {
      if (message && !gateway())
        world.config.onUnsentSms?.(`${maskPhone(message.phone)}: ${message.text.replace(/\s+/g, ' ')}`);
      // After the answer, whether there is a message or not: how long a provider takes is nobody's business.
      setImmediate(send);
    },
    start(): void {
      enlist(() => removeOldMessages(world));
      every(TIDY_MS, () => enlist(() => removeOldMessages(world)));
      every(POLL_MS, send);
    },
    /** A message that is being sent is waited for. */
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
