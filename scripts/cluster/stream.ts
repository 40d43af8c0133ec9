// A stream of events through nginx, held open by the code that holds it in a browser.
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { type Dispatcher, request } from 'undici';
import type { News } from '../../contract/schemas/events/news';
import { holdStream } from '../../lib/events/connection';
import { cookieHeader, type createBrowser } from '../../testing/browser';
import { HOST } from './balancer';

export interface Stream {
  isLive(): boolean;
  /** The network goes: the line breaks now, and none is to be had for so many milliseconds. */
  lose(ms: number): void;
  close(): void;
}

/** What is called with each message, and with whether there is a stream. */
export interface Listener {
  onNews(news: News): void;
  onState?(isLive: boolean): void;
}

/** Opens it for somebody who is signed in, and again whenever it breaks. */
export function openStream(
  origin: string,
  tls: Dispatcher,
  browser: ReturnType<typeof createBrowser>,
  listener: Listener,
): Stream {
  const end = new AbortController();
  let line = new AbortController();
  let offlineUntil = 0;
  let live = false;
  void holdStream(
    {
      async open(lastId, signal) {
        if (Date.now() < offlineUntil) throw new Error('no network');
        line = new AbortController();
        const { statusCode, headers, body } = await request(`${origin}/api/events/`, {
          dispatcher: tls,
          signal: AbortSignal.any([signal, line.signal]),
          headers: { host: HOST, cookie: cookieHeader(browser.jar), ...(lastId ? { 'last-event-id': lastId } : {}) },
          bodyTimeout: 0,
        });
        body.on('error', () => {});
        const retry = headers['retry-after'];
        return new Response(Readable.toWeb(body) as WebStream<Uint8Array> as unknown as BodyInit, {
          status: statusCode,
          headers: retry ? { 'retry-after': String(retry) } : {},
        });
      },
      onNews: (news) => listener.onNews(news),
      onState(isLive) {
        if (isLive !== live) listener.onState?.(isLive);
        live = isLive;
      },
      renew: async () => false,
    },
    end.signal,
  );
  return {
    isLive: () => live,
    lose(ms) {
      offlineUntil = Date.now() + ms;
      line.abort();
    },
    close: () => end.abort(),
  };
}
