// One stream for all tabs: who has it, who takes it over, and what happens where there is none.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { News } from '../../contract/schemas/events/news';
import { holdStream } from './connection';
import { shareStream, type Tabs } from './shared-stream';

/** A browser: one lock for all tabs, words that reach all but who says them. */
function createBrowser() {
  const waiting: { signal: AbortSignal; run: () => Promise<void> }[] = [];
  const channels = new Set<{ onmessage: ((event: MessageEvent) => void) | null }>();
  let isHeld = false;
  const next = () => {
    while (!isHeld) {
      const one = waiting.shift();
      if (!one) return;
      if (one.signal.aborted) continue;
      isHeld = true;
      void one.run().finally(() => {
        isHeld = false;
        next();
      });
    }
  };
  const tabs = (): Tabs => ({
    lead: (_name, signal, run) => {
      waiting.push({ signal, run });
      next();
      return Promise.resolve();
    },
    channel: () => {
      const mine: ReturnType<Tabs['channel']> = {
        onmessage: null,
        postMessage: (data: unknown) => {
          for (const other of channels) if (other !== mine) other.onmessage?.({ data } as MessageEvent);
        },
        close: () => void channels.delete(mine),
      };
      channels.add(mine);
      return mine;
    },
  });
  return { tabs };
}

/** A server whose streams the test writes. */
function createServer() {
  const opened: string[] = [];
  let answer = () => 200;
  let writer: ReadableStreamDefaultController<Uint8Array> | null = null;
  return {
    opened,
    refuse: (status: number) => {
      answer = () => status;
    },
    say: (id: string, news: News | null) =>
      writer?.enqueue(
        new TextEncoder().encode(news ? `id: ${id}\ndata: ${JSON.stringify(news)}\n\n` : `:\nid: ${id}\n\n`),
      ),
    cut: () => writer?.error(new Error('cut')),
    open: async (lastId: string, signal: AbortSignal) => {
      opened.push(lastId);
      const status = answer();
      if (status !== 200) return new Response('{}', { status, headers: { 'retry-after': '60' } });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          writer = controller;
          signal.addEventListener('abort', () => {
            try {
              controller.error(new Error('aborted'));
            } catch {}
          });
        },
      });
      return new Response(body);
    },
  };
}

const renew = async () => false;
const settle = () => vi.advanceTimersByTimeAsync(1);

describe('the stream of all tabs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const createTab = (browser: ReturnType<typeof createBrowser>, server: ReturnType<typeof createServer>) => {
    const news: News[] = [];
    const states: boolean[] = [];
    const stop = shareStream('news', browser.tabs(), { open: server.open, renew }, { onNews: (one) => news.push(one), onState: (isLive) => states.push(isLive) }); // biome-ignore format: one call
    return { news, states, stop };
  };

  it('is opened once, and each tab hears each news once', async () => {
    const [browser, server] = [createBrowser(), createServer()];
    const [one, other] = [createTab(browser, server), createTab(browser, server)];
    await settle();
    server.say('1', null);
    server.say('2', { messages: true });
    await settle();
    expect(server.opened).toEqual(['']);
    expect([one.news, other.news]).toEqual([[{ messages: true }], [{ messages: true }]]);
    expect([one.states, other.states]).toEqual([[true], [true]]);
    const late = createTab(browser, server);
    await settle();
    expect(late.states).toEqual([true]);
  });

  it('is taken over where the tab that had it closes, from where that one left off', async () => {
    const [browser, server] = [createBrowser(), createServer()];
    const [one, other] = [createTab(browser, server), createTab(browser, server)];
    await settle();
    server.say('7', { notices: true });
    await settle();
    one.stop();
    await settle();
    expect(server.opened).toEqual(['', '7']);
    server.say('8', { messages: true });
    await settle();
    expect(one.news).toEqual([{ notices: true }]);
    expect(other.news).toEqual([{ notices: true }, { messages: true }]);
  });

  it('is missed by the other tabs where the one that has it sleeps: they ask by the clock again', async () => {
    const browser = createBrowser();
    // Another tab has the lock, says once that the stream lives, and then nothing.
    await browser.tabs().lead('news', new AbortController().signal, () => new Promise(() => {}));
    const sleeper = browser.tabs().channel('news');
    const one = createTab(browser, createServer());
    sleeper.postMessage({ type: 'state', isLive: true, id: '1' });
    await vi.advanceTimersByTimeAsync(29_900);
    expect(one.states).toEqual([true]);
    await vi.advanceTimersByTimeAsync(200);
    expect(one.states).toEqual([true, false]);
  });

  it('is missed where the tab that takes it over is refused', async () => {
    const [browser, server] = [createBrowser(), createServer()];
    const [one, other] = [createTab(browser, server), createTab(browser, server)];
    await settle();
    server.say('1', null);
    await settle();
    expect(other.states).toEqual([true]);
    one.stop();
    server.refuse(503);
    await vi.advanceTimersByTimeAsync(1000);
    expect(other.states).toEqual([true, false]);
  });

  it('is not there where it is refused, and asked for again after the time that the server names', async () => {
    const [browser, server] = [createBrowser(), createServer()];
    server.refuse(503);
    const one = createTab(browser, server);
    await vi.advanceTimersByTimeAsync(25_000);
    expect([server.opened.length, one.states]).toEqual([1, []]);
    server.refuse(200);
    await vi.advanceTimersByTimeAsync(34_000);
    expect(server.opened.length).toBe(1);
    // Not all at once: within as long again.
    for (let second = 59; second < 121 && server.opened.length === 1; second++) await vi.advanceTimersByTimeAsync(1000);
    expect(server.opened.length).toBe(2);
    server.say('1', null);
    await settle();
    expect(one.states).toEqual([true]);
  });

  it('goes on after a cut with the last id, and is given up where nothing is heard', async () => {
    const [browser, server] = [createBrowser(), createServer()];
    const one = createTab(browser, server);
    await settle();
    server.say('3', { jobs: ['a'] });
    await settle();
    server.cut();
    await vi.advanceTimersByTimeAsync(1100);
    expect(server.opened).toEqual(['', '3']);
    server.say('4', null);
    await settle();
    expect(one.states.at(-1)).toBe(true);
    await vi.advanceTimersByTimeAsync(24_900);
    expect(one.states.at(-1)).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    expect(one.states.at(-1)).toBe(false);
    expect(one.news).toEqual([{ jobs: ['a'] }]);
  });

  it('leaves a session that has ended alone', async () => {
    const server = createServer();
    server.refuse(401);
    const renewed = vi.fn(renew);
    const line = new AbortController();
    void holdStream({ open: server.open, renew: renewed, onNews: () => {}, onState: () => {} }, line.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([server.opened.length, renewed.mock.calls.length]).toEqual([1, 1]);
    line.abort();
  });
});
