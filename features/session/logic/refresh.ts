// Renewing the session: one at a time across all tabs, its result remembered for ten seconds.
import { REFRESH_MEMO_MS } from '@/lib/config/constants';
import type { Channel } from './channel';
import { REFRESH_HEAR_MS } from './limits';

/** Renewed; refused for good (401 or 403); or not reached, which changes nothing. */
export type Renewal = { outcome: 'renewed'; csrf: string | null } | { outcome: 'lost' } | { outcome: 'unreached' };

export interface RefreshTools {
  /** Makes the call. */
  ask: () => Promise<Renewal>;
  /** Runs one holder at a time across tabs. */
  lock: (run: () => Promise<Renewal>) => Promise<Renewal>;
  channel: Channel;
  /** When any tab last renewed. */
  lastRenewal: () => number;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
}

export interface Refresher {
  renew: () => Promise<Renewal>;
  /** The last thing that is known of the session. */
  last: () => Renewal | null;
  /** After signing in or out, what was known no longer holds. */
  reset: () => void;
  stop: () => void;
}

/** A refresher on top of its tools. */
export function createRefresher(tools: RefreshTools): Refresher {
  let lastKnown: { renewal: Renewal; at: number } | null = null;
  let flight: Promise<Renewal> | null = null;

  const memo = (): Renewal | null =>
    lastKnown && lastKnown.renewal.outcome !== 'unreached' && tools.now() - lastKnown.at < REFRESH_MEMO_MS
      ? lastKnown.renewal
      : null;
  const keep = (renewal: Renewal, at = tools.now()): Renewal => {
    lastKnown = { renewal, at };
    return renewal;
  };
  const stop = tools.channel.hear((news) => {
    if (news.type === 'renewed') keep({ outcome: 'renewed', csrf: news.csrf }, news.at);
  });

  const inTurn = async (): Promise<Renewal> => {
    // Another tab may have renewed while this one waited for its turn: its message can arrive a moment after the turn.
    if (!memo() && tools.now() - tools.lastRenewal() < REFRESH_MEMO_MS) await tools.wait(REFRESH_HEAR_MS);
    const heard = memo();
    if (heard) return heard;
    const renewal = keep(await tools.ask());
    if (renewal.outcome === 'renewed') tools.channel.tell({ type: 'renewed', csrf: renewal.csrf, at: tools.now() });
    return renewal;
  };

  return {
    renew: () => {
      const now = memo();
      if (now) return Promise.resolve(now);
      flight ??= tools.lock(inTurn).finally(() => {
        flight = null;
      });
      return flight;
    },
    last: () => lastKnown?.renewal ?? null,
    reset: () => {
      lastKnown = null;
    },
    stop,
  };
}
