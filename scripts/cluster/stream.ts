// A stream of events through nginx: whole messages as they come.
import { type Dispatcher, request } from 'undici';
import { cookieHeader, type createBrowser } from '../../testing/browser';
import { HOST } from './balancer';

export interface Stream {
  status: number;
  /** The data of each message so far, as text. */
  news(): string[];
  cut(): void;
}

/** Opens it for somebody who is signed in. */
export async function openStream(
  origin: string,
  tls: Dispatcher,
  browser: ReturnType<typeof createBrowser>,
): Promise<Stream> {
  const line = new AbortController();
  const response = await request(`${origin}/api/events/`, {
    dispatcher: tls,
    signal: line.signal,
    headers: { host: HOST, cookie: cookieHeader(browser.jar) },
    bodyTimeout: 0,
  });
  let text = '';
  response.body.on('error', () => {});
  response.body.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return {
    status: response.statusCode,
    news: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data),
    cut: () => line.abort(),
  };
}
