// Who listens on this backend, counted by person.
import type { Snapshot } from './cursor';
import type { Listener } from './listener';

export interface Readers {
  /** All that are open. */
  all: ReadonlySet<Listener>;
  /** Those that are served by each look: who has just come reads for themselves first. */
  served: ReadonlySet<Listener>;
  /** Those who joined since the last look, and up to where they have read. */
  joined: Map<Listener, Snapshot>;
  /** How many a person has. */
  count(account: number): number;
  enter(one: Listener): void;
  serve(one: Listener): void;
  leave(one: Listener): void;
}

/** `onEmpty` is called when the last has left. */
export function createReaders(onEmpty: () => void): Readers {
  const all = new Set<Listener>();
  const served = new Set<Listener>();
  const joined = new Map<Listener, Snapshot>();
  const each = new Map<number, number>();
  const count = (account: number) => each.get(account) ?? 0;
  return {
    all,
    served,
    joined,
    count,
    enter(one) {
      all.add(one);
      each.set(one.account, count(one.account) + 1);
    },
    serve(one) {
      if (all.has(one)) served.add(one);
    },
    leave(one) {
      if (!all.delete(one)) return;
      served.delete(one);
      joined.delete(one);
      if (count(one.account) > 1) each.set(one.account, count(one.account) - 1);
      else each.delete(one.account);
      if (all.size === 0) onEmpty();
    },
  };
}
