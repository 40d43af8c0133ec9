// Single flight, memory, and what other tabs hear.
import { describe, expect, it, vi } from 'vitest';
import type { Channel, SessionNews } from './channel';
import { createRefresher, type Renewal } from './refresh';

/** Several tabs with one lock, one clock and one channel that delivers `delay` turns later. */
function browser(answers: Renewal[]) {
  const listeners = new Set<(news: SessionNews) => void>();
  let clock = 1_000_000;
  let last = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const ask = vi.fn(async () => {
    const answer = answers.shift() ?? ({ outcome: 'renewed', csrf: 'more' } as const);
    if (answer.outcome === 'renewed') last = clock;
    return answer;
  });
  const tab = () => {
    const own = new Set<(news: SessionNews) => void>();
    const channel: Channel = {
      tell: (news) => {
        setTimeout(() => {
          for (const listener of listeners) if (!own.has(listener)) listener(news);
        }, 5);
      },
      hear: (listener) => {
        listeners.add(listener);
        own.add(listener);
        return () => listeners.delete(listener);
      },
    };
    return createRefresher({
      ask,
      lock: (run) => {
        const turn = queue.then(run);
        queue = turn.catch(() => {});
        return turn;
      },
      channel,
      lastRenewal: () => last,
      now: () => clock,
      wait: () => new Promise((resolve) => setTimeout(resolve, 30)),
    });
  };
  return { tab, ask, pass: (ms: number) => (clock += ms) };
}

describe('renewing', () => {
  it('happens once for many callers of many tabs', async () => {
    const { tab, ask } = browser([{ outcome: 'renewed', csrf: 'a' }]);
    const tabs = [tab(), tab(), tab()];
    const results = await Promise.all(tabs.flatMap((one) => [one.renew(), one.renew()]));
    expect(ask).toHaveBeenCalledOnce();
    expect(results).toEqual(Array(6).fill({ outcome: 'renewed', csrf: 'a' }));
  });

  it('is remembered for ten seconds and then asked again', async () => {
    const { tab, ask, pass } = browser([]);
    const one = tab();
    await one.renew();
    pass(9_999);
    await one.renew();
    expect(ask).toHaveBeenCalledOnce();
    pass(1);
    await one.renew();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('remembers a refusal, but never that the server was not reached', async () => {
    const { tab, ask } = browser([{ outcome: 'unreached' }, { outcome: 'lost' }]);
    const one = tab();
    expect((await one.renew()).outcome).toBe('unreached');
    expect((await one.renew()).outcome).toBe('lost');
    expect((await one.renew()).outcome).toBe('lost');
    expect(ask).toHaveBeenCalledTimes(2);
    one.reset();
    expect((await one.renew()).outcome).toBe('renewed');
  });
});
