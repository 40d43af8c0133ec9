// Who listens on this backend, and the one clock that asks the database for all of them.
import { HEARTBEAT_MS } from '../../../contract/schemas/events/news';
import { checkStanding } from '../../http/allowed';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Caller, Callers } from '../../identity/caller';
import { type Cursor, isSeen, readSnapshot, type Snapshot, writeCursor } from './cursor';
import { createListener, type Listener } from './listener';
import { newsFor } from './news';
import { type EventRow, findStanding, KEEP_MS, readEvents } from './store';

export interface HubLimits {
  /** Between two looks at what has happened. */
  pollMs: number;
  /** Between two looks at whose session still stands. */
  standMs: number;
  /** Streams of one person, and of all. */
  maxEach: number;
  maxAll: number;
  /** A stream ends after so long, and its browser comes again with what it has then. */
  lifeMs: number;
}
export const HUB_LIMITS: HubLimits = { pollMs: 500, standMs: 2_000, maxEach: 10, maxAll: 5_000, lifeMs: 10 * 60_000 };
/** Seconds after which one that was refused may come again. */
const RETRY_SECONDS = 60;
/** People whose rights are read anew at once. */
const MAX_RELOADS = 4;

export interface Hub {
  /** A stream for a reader from a cursor on, from now on, or from one that says nothing (`unknown`). Throws 503 where there are too many. */
  join(
    caller: Caller,
    token: string,
    from: Cursor | 'unknown' | null,
    signal: AbortSignal,
  ): Promise<NodeJS.ReadableStream>;
  start(): void;
  stop(): Promise<void>;
  /** How many listen. */
  size(): number;
}

export function createHub(
  world: Pick<World, 'engine' | 'now'>,
  people: Pick<Callers, 'fresh'>,
  failed: (error: unknown) => void,
  limits: HubLimits = HUB_LIMITS,
): Hub {
  const { db } = world.engine;
  /** All that are open, and of them those that are told: who has just come reads for themselves first. */
  const all = new Set<Listener>();
  const listeners = new Set<Listener>();
  const each = new Map<number, number>();
  /** Those who join read for themselves what they missed. A look at all waits for them, and they for it: so no event is told twice. */
  const joining = new Set<Promise<unknown>>();
  /** Those who joined since the last look, and what they have seen already. */
  const joined = new Map<Listener, Snapshot>();
  const reloads: Listener[] = [];
  let reloading = 0;
  let polling: Promise<unknown> | null = null;
  let cursor: Cursor | null = null;
  let timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  function leave(one: Listener): void {
    if (!all.delete(one)) return;
    listeners.delete(one);
    joined.delete(one);
    const left = (each.get(one.account) ?? 1) - 1;
    if (left > 0) each.set(one.account, left);
    else each.delete(one.account);
    if (all.size === 0) cursor = null;
  }

  /** Reads the rights of those who were told that theirs have changed; until then they are told nothing. */
  function reload(): void {
    while (reloading < MAX_RELOADS) {
      const one = reloads.shift();
      if (!one) return;
      reloading++;
      people
        .fresh(one.token)
        .then((caller) => {
          if (!caller) return one.end();
          checkStanding(caller, world.now());
          one.release(caller);
        })
        .catch(() => one.end())
        .finally(() => {
          reloading--;
          reload();
        });
    }
  }

  function tell(one: Listener, rows: readonly EventRow[], at: Cursor): void {
    const isChanged = rows.some(({ kind, accounts }) => kind === 'rights' && accounts?.includes(one.watched));
    if (isChanged && one.hold()) {
      reloads.push(one);
      reload();
    }
    one.take(rows, writeCursor(at));
  }

  function tellAll(rows: readonly EventRow[], at: Cursor, isCut: boolean): void {
    if (isCut) {
      for (const one of listeners) one.say({ all: true }, writeCursor(at));
    } else if (rows.length > 0) {
      for (const one of listeners) {
        const seen = joined.get(one);
        tell(one, seen ? rows.filter(({ tx }) => !isSeen(BigInt(tx), seen)) : rows, at);
      }
    }
    joined.clear();
  }

  async function look(): Promise<void> {
    await Promise.allSettled(joining);
    if (listeners.size === 0 || isStopped) return;
    const before = cursor;
    const reading = await readEvents(db, before);
    cursor = reading.cursor;
    // What was forgotten while the database was away cannot be told.
    const isLate = before !== null && reading.cursor.at - before.at > KEEP_MS;
    tellAll(reading.rows, reading.cursor, reading.isCut || isLate);
  }

  const poll = () => {
    if (polling || listeners.size === 0) return;
    polling = look()
      .catch(failed)
      .finally(() => {
        polling = null;
      });
  };

  async function checkSessions(): Promise<void> {
    if (listeners.size === 0) return;
    const asked = [...listeners];
    const standing = await findStanding(db, [...new Set(asked.map(({ session }) => session))]);
    const now = Date.now();
    for (const one of asked) if (!standing.has(one.session) || now >= one.until) one.end();
  }

  /** What a reader has missed, and from where on it is told with all. Rights are read last: what changes after that is told. */
  async function catchUp(one: Listener, from: Cursor | 'unknown' | null): Promise<void> {
    const reading =
      from === null && cursor
        ? { cursor, rows: [], isCut: false }
        : await readEvents(db, from === 'unknown' ? null : from);
    const id = writeCursor(reading.cursor);
    const seen = readSnapshot(reading.cursor.snapshot);
    const isShared = reading.cursor === cursor;
    cursor ??= reading.cursor;
    const caller = await people.fresh(one.token);
    if (!caller) throw new Refusal(401, 'unauthenticated');
    one.release(caller);
    if (!all.has(one)) return;
    listeners.add(one);
    if (!isShared) joined.set(one, seen);
    if (from === null) return one.say(null, id);
    const isLost =
      from === 'unknown' ||
      reading.isCut ||
      reading.cursor.at - from.at > KEEP_MS ||
      readSnapshot(from.snapshot).xmax > seen.xmax;
    one.say(isLost ? { all: true } : newsFor(caller, reading.rows), id);
  }

  return {
    async join(caller, token, from, signal) {
      const account = caller.viewer?.id ?? caller.id;
      const mine = each.get(account) ?? 0;
      if (isStopped || all.size >= limits.maxAll || mine >= limits.maxEach)
        throw new Refusal(503, 'streamsFull', { retryAfter: RETRY_SECONDS });
      // Not all come again at once.
      const until = Date.now() + limits.lifeMs * (0.8 + 0.2 * Math.random());
      const one = createListener(caller, { token, account, until, onEnd: leave });
      each.set(account, mine + 1);
      all.add(one);
      signal.addEventListener('abort', one.end, { once: true });
      if (signal.aborted) one.end();
      try {
        while (polling) await polling;
        const work = catchUp(one, from);
        joining.add(work);
        await work.finally(() => joining.delete(work));
      } catch (error) {
        one.end();
        throw error;
      }
      return one.stream;
    },
    start() {
      const beat = () => {
        if (cursor) for (const one of listeners) one.beat(writeCursor(cursor));
      };
      timers = [
        setInterval(poll, limits.pollMs),
        setInterval(() => void checkSessions().catch(failed), limits.standMs),
        setInterval(beat, HEARTBEAT_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      for (const one of all) one.end();
      await polling;
    },
    size: () => all.size,
  };
}
