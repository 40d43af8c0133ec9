// Reads anew the rights of readers whose rights have changed, a few at once: until then they hear nothing.

import { checkStanding } from '../../http/allowed';
import type { World } from '../../http/context';
import type { Callers } from '../../identity/caller';
import type { Listener } from './listener';

const MAX_AT_ONCE = 4;

/** Returns what orders it for a reader. One whose session or day is over is ended. */
export function createReloads(people: Pick<Callers, 'fresh'>, { now }: Pick<World, 'now'>): (one: Listener) => void {
  const waiting: Listener[] = [];
  let running = 0;

  async function reload(one: Listener): Promise<void> {
    try {
      const caller = await people.fresh(one.token);
      if (!caller) return one.end();
      checkStanding(caller, now());
      one.release(caller);
    } catch {
      one.end();
    }
  }

  function next(): void {
    while (running < MAX_AT_ONCE) {
      const one = waiting.shift();
      if (!one) return;
      running++;
      void reload(one).finally(() => {
        running--;
        next();
      });
    }
  }

  return (one) => {
    if (!one.hold()) return;
    waiting.push(one);
    next();
  };
}
