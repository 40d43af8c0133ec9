// What happens to plans by themselves: payments that nobody came back for are settled.
import type { Gateway } from '../../gateway/gateway';
import type { World } from '../../http/context';
import { reconcile } from './pay';

/** Providers give unverified money back after 15 minutes at the earliest. */
const RECONCILE_MS = 5 * 60_000;

/** The timer of one process; several do no harm, for each question to a gateway is taken by one of them. */
export function payments(world: World, gateways: ReadonlyMap<string, Gateway>, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const sweep = () => {
    running = running.then(() => reconcile(world, gateways, () => !stopped)).catch(failed);
  };
  return {
    start(): void {
      sweep();
      timer = setInterval(sweep, RECONCILE_MS);
      timer.unref();
    },
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
