// The refresher of this browser: its lock, its channel, its clock.
import { requestRenewal } from './calls';
import { channel } from './channel';
import { createRefresher, type Refresher } from './refresh';
import { lastRenewal } from './storage';

export type { Refresher } from './refresh';

const LOCK = 'session-refresh';

/** One refresher on the real tools; without locks (plain http) tabs may renew at the same time, which servers accept. */
export const createSessionRefresher = (): Refresher =>
  createRefresher({
    ask: requestRenewal,
    lock: (run) => (navigator.locks ? navigator.locks.request(LOCK, run) : run()),
    channel: channel(),
    lastRenewal,
    now: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
