// Who may listen, how often all of them are looked after, and when a stream ends.
import { HEARTBEAT_MS } from '../../../contract/schemas/events/news';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Caller, Callers } from '../../identity/caller';
import { type Cursor, writeCursor } from './cursor';
import { createListener } from './listener';
import { createLooks } from './looks';
import { findStanding } from './store';

export { forgetEvents } from './store';

/** Between two looks at what has happened, and at whose session still stands. */
const POLL_MS = 500;
const STAND_MS = 2_000;
/** Streams of one person, and of all. */
const MAX_EACH = 10;
const MAX_ALL = 5_000;
/** A stream ends after so long, and its browser comes again with what it has then. */
const LIFE_MS = 10 * 60_000;
/** Seconds after which one that was refused may come again. */
const RETRY_SECONDS = 60;

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
}

export function createHub(
  world: Pick<World, 'engine' | 'now'>,
  people: Pick<Callers, 'fresh'>,
  failed: (error: unknown) => void,
): Hub {
  const looks = createLooks(world, people, failed);
  const { readers } = looks;
  let timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  async function checkSessions(): Promise<void> {
    const present = [...readers.all];
    if (present.length === 0) return;
    const standing = await findStanding(world.engine.db, [...new Set(present.map(({ session }) => session))]);
    for (const one of present) if (!standing.has(one.session) || Date.now() >= one.until) one.end();
  }
  function beat(): void {
    const at = looks.at();
    if (at) for (const one of readers.served) one.beat(writeCursor(at));
  }

  return {
    async join(caller, token, from, signal) {
      const account = caller.viewer?.id ?? caller.id;
      if (isStopped || readers.all.size >= MAX_ALL || readers.count(account) >= MAX_EACH)
        throw new Refusal(503, 'streamsFull', { retryAfter: RETRY_SECONDS });
      // Not all come again at once.
      const until = Date.now() + LIFE_MS * (0.8 + 0.2 * Math.random());
      const one = createListener(caller, { token, account, until, onEnd: readers.leave });
      readers.enter(one);
      signal.addEventListener('abort', one.end, { once: true });
      if (signal.aborted) one.end();
      try {
        await looks.join(one, from);
      } catch (error) {
        one.end();
        throw error;
      }
      return one.stream;
    },
    start() {
      timers = [
        setInterval(looks.look, POLL_MS),
        setInterval(() => void checkSessions().catch(failed), STAND_MS),
        setInterval(beat, HEARTBEAT_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      for (const one of readers.all) one.end();
      await looks.rest();
    },
  };
}
