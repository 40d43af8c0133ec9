// Reads a stream of server-sent events as a browser does: whole messages, and the id from which another one goes on.
import type { News } from '../../contract/schemas/events/news';

export interface Listening {
  status: number;
  headers: Headers;
  /** All news so far. */
  news: News[];
  /** The id that came last. */
  id(): string;
  /** Whether the other side has ended it, or the line. */
  ended: Promise<void>;
  isOpen(): boolean;
  /** Waits for news that fit; throws after `ms`. Answers the milliseconds that it took. */
  until(fits: (one: News) => boolean, ms?: number): Promise<number>;
  cut(): void;
}

export async function listen(origin: string, headers: Record<string, string>): Promise<Listening> {
  const line = new AbortController();
  const response = await fetch(`${origin}/api/events/`, { headers, signal: line.signal });
  const news: News[] = [];
  let [id, text, isOpen] = ['', '', true];
  const read = async () => {
    if (!response.ok) return void (await response.text());
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(part);
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        for (const one of lines) {
          if (one.startsWith('id: ')) id = one.slice(4);
          if (one.startsWith('data: ')) news.push(JSON.parse(one.slice(6)));
        }
      }
    }
  };
  const ended = read()
    .catch(() => {})
    .finally(() => {
      isOpen = false;
    });
  return {
    status: response.status,
    headers: response.headers,
    news,
    id: () => id,
    ended,
    isOpen: () => isOpen,
    async until(fits, ms = 3000) {
      const began = performance.now();
      while (!news.some(fits)) {
        if (performance.now() - began > ms) throw new Error(`nothing that fits came: ${JSON.stringify(news)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return performance.now() - began;
    },
    cut: () => line.abort(),
  };
}
