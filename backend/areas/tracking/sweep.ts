// Forgets places that are older than the setting allows: at the start, and once a day.
import type { World } from '../../http/context';
import { keptSince } from './rules';
import * as store from './store';

const EVERY_MS = 86_400_000;

/** Forgets what is too old now. Answers how many places there were. */
export const forgetOld = (
  { engine, config, now }: Pick<World, 'engine' | 'config' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> => store.forget(engine.db, keptSince(now(), config.trackDays), goOn);

/** The daily sweep. `failed` hears of a sweep that did not succeed; the next day brings another. */
export function trackSweep(world: World, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const sweep = () => {
    running = forgetOld(world, () => !stopped).catch(failed);
  };
  return {
    /** Sweeps now and then daily; nobody waits for it. */
    start(): void {
      sweep();
      timer = setInterval(sweep, EVERY_MS);
      timer.unref();
    },
    /** A running sweep ends after the statement that it is at. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
