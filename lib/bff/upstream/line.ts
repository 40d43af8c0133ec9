// Who waits for an upstream that has more to do than it can: people take turns, what signs in or writes goes before all reads and waits
// the longest, and where many wait, reads are refused early.

/** So long a call waits for its place while many wait. Milliseconds. */
export const MAX_WAIT_MS = { read: 2_000, vital: 8_000 };
/** From so many people on it is many who wait: one alone waits for their own calls. */
const MANY = 8;
/** Calls of one person that wait; those beyond are refused at once. */
const MAX_WAITING_EACH = 128;
/** Seconds after which who was refused may ask again. */
export const SHED_SECONDS = 2;

export type Urgency = keyof typeof MAX_WAIT_MS;

export interface Line {
  /** Takes a place for a call of `who`: true at once where one is free, else when it is its turn; false where none comes free in time. */
  enter(urgency: Urgency, who: string): Promise<boolean> | true;
  /** Gives the place to the next one. */
  leave(): void;
}

/** The calls of one urgency that wait, by person, those first whose turn it is. */
function createQueue(maxWaitMs: number) {
  const people = new Map<string, Set<() => void>>();
  return {
    wait(who: string): Promise<boolean> {
      const own = people.get(who) ?? new Set();
      if (own.size >= MAX_WAITING_EACH) return Promise.resolve(false);
      people.set(who, own);
      return new Promise((resolve) => {
        const settle = (hasPlace: boolean) => {
          clearInterval(timer);
          own.delete(enter);
          if (own.size === 0) people.delete(who);
          resolve(hasPlace);
        };
        const enter = () => settle(true);
        const timer = setInterval(() => people.size >= MANY && settle(false), maxWaitMs);
        own.add(enter);
      });
    },
    /** Lets the next one in; false where nobody waits. */
    admit(): boolean {
      if (people.size === 0) return false;
      for (const [who, own] of people)
        for (const enter of own) {
          // Whoever had a turn stands behind all others.
          people.delete(who);
          people.set(who, own);
          enter();
          return true;
        }
      return false;
    },
  };
}

/** Places for `places` calls at once. */
export function createLine(places: number): Line {
  let running = 0;
  const queues = { vital: createQueue(MAX_WAIT_MS.vital), read: createQueue(MAX_WAIT_MS.read) };
  return {
    enter(urgency, who) {
      if (running >= places) return queues[urgency].wait(who);
      running++;
      return true;
    },
    leave() {
      if (!queues.vital.admit() && !queues.read.admit()) running--;
    },
  };
}
