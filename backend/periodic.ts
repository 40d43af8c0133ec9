// Runs periodic work of a process: at the start, and again after each interval.

export interface Periodic {
  /** Works now and then again and again; nobody waits for it. */
  start(): void;
  /** Work that runs ends where it next asks whether to go on. */
  stop(): Promise<void>;
}

/**
 * `work` asks `goOn` whether to continue; one run follows the other. `failed` is called for a run that did not succeed; the next one
 * comes all the same.
 */
export function periodic(
  everyMs: number,
  work: (goOn: () => boolean) => Promise<unknown>,
  failed: (error: unknown) => void,
): Periodic {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const run = () => {
    running = running.then(() => (stopped ? undefined : work(() => !stopped))).catch(failed);
  };
  return {
    start() {
      run();
      timer = setInterval(run, everyMs);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
