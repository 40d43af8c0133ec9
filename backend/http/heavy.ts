// Queues heavy calls: one person holds few of the database's connections, and all of them together never all.
import type { Row } from '../../contract/define';

/** Heavy calls of one person that wait; those beyond are refused. */
const MAX_WAITING_EACH = 30;
/** So long a call waits for its turn; the web process gives up soon after. */
const WAIT_MS = 7_000;

export class QueueFullError extends Error {}

interface Waiter {
  enter: () => void;
  leave: (error: Error) => void;
}

interface Person {
  running: number;
  waiting: Waiter[];
  /** The turn that this person had last. */
  served: number;
}

export interface HeavyLimits {
  /** Heavy calls that run at once, over all people; a function where it changes. */
  maxRunning: number | (() => number);
  /** Of one person; half of all where it is left out. */
  maxRunningEach?: number;
  maxWaitingEach?: number;
  waitMs?: number;
}

export interface HeavyQueue {
  /** Waits for a turn and does the work. Throws QueueFullError where the person has too many waiting, or waits too long. */
  run<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Does more of a call's work beside it, in a turn that nobody waits for; null where there is none. */
  runBeside<T>(work: () => Promise<T>): Promise<T> | null;
}

/** Whose turn it is: of those who wait and may, whoever was served the longest ago. */
function nextOf(people: ReadonlyMap<string, Person>, mostEach: number): Person | undefined {
  const able = [...people.values()].filter((p) => p.waiting.length > 0 && p.running < mostEach);
  return able.sort((a, b) => a.served - b.served)[0];
}

/** People take turns: whoever waits with thirty calls delays another's first one by no more than one call. */
export function heavyQueue({
  maxRunning,
  maxRunningEach,
  maxWaitingEach = MAX_WAITING_EACH,
  waitMs = WAIT_MS,
}: HeavyLimits): HeavyQueue {
  const people = new Map<string, Person>();
  let running = 0;
  let turn = 0;

  const limit = () => (typeof maxRunning === 'function' ? maxRunning() : maxRunning);

  function admit(): void {
    const most = limit();
    const mostEach = maxRunningEach ?? Math.max(1, Math.floor(most / 2));
    while (running < most) {
      const next = nextOf(people, mostEach);
      const waiter = next?.waiting.shift();
      if (!next || !waiter) return;
      next.served = ++turn;
      next.running++;
      running++;
      waiter.enter();
    }
  }

  function enter(name: string, person: Person, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leaveQueue);
        const at = person.waiting.indexOf(waiter);
        if (at >= 0) person.waiting.splice(at, 1);
        if (person.running === 0 && person.waiting.length === 0) people.delete(name);
      };
      const waiter: Waiter = {
        enter() {
          settle();
          resolve();
        },
        leave(error) {
          settle();
          reject(error);
        },
      };
      const leaveQueue = () => waiter.leave(new QueueFullError('the caller has left'));
      const timer = setTimeout(() => waiter.leave(new QueueFullError('waited too long')), waitMs);
      signal.addEventListener('abort', leaveQueue, { once: true });
      person.waiting.push(waiter);
      if (signal.aborted) leaveQueue();
      else admit();
    });
  }

  return {
    async run(name, signal, work) {
      const person = people.get(name) ?? { running: 0, waiting: [], served: 0 };
      if (person.waiting.length >= maxWaitingEach) throw new QueueFullError('too many wait');
      people.set(name, person);
      await enter(name, person, signal);
      try {
        return await work();
      } finally {
        running--;
        person.running--;
        if (person.running === 0 && person.waiting.length === 0) people.delete(name);
        admit();
      }
    },

    runBeside(work) {
      if (running >= limit() || [...people.values()].some(({ waiting }) => waiting.length > 0)) return null;
      running++;
      return work().finally(() => {
        running--;
        admit();
      });
    },
  };
}

/** Keys of a list that choose a page of it and filter nothing. */
const PAGE_KEYS = new Set(['layer', 'limit', 'offset', 'order']);

/** Metres round a point within which no more lies than a tile of a town shows. */
const NEXT_TO = 250;

interface Asked {
  query?: unknown;
  body?: unknown;
}
const IS_HEAVY = {
  filtered: ({ query }: Asked) => Object.keys(query ?? {}).some((key) => !PAGE_KEYS.has(key)),
  wide: ({ body }: Asked) => {
    const { geometry, tolerance = 0 } = body as { geometry: { type: string }; tolerance?: number };
    return geometry.type !== 'Point' || tolerance > NEXT_TO;
  },
};

/** Whether a call has to wait its turn: a list only where something filters it, a place only where it is wide. */
export const isHeavy = ({ heavy }: Row, input: Asked): boolean =>
  typeof heavy === 'string' ? IS_HEAVY[heavy](input) : heavy === true;
