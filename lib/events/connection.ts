// Holds one stream of news open: comes back after a cut, waits longer each time, and says whether there is one.
import { HEARTBEAT_MS, News } from '../../contract/schemas/events/news';
import { readStream } from './read-stream';

/** So long nothing is heard, and the line is dead whatever the browser believes. */
const SILENT_MS = HEARTBEAT_MS * 2.5;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
/** Refused in a way that will last: another upstream, a day off. */
const REFUSED_WAIT_MS = 5 * 60_000;

export interface ConnectionParts {
  open(lastId: string, signal: AbortSignal): Promise<Response>;
  onNews(news: News, id: string): void;
  /** The stream lives, up to this id; or there is none. */
  onState(isLive: boolean, id: string): void;
  /** The session has ended: true where it was renewed, so that a stream is worth asking for. */
  renew(): Promise<boolean>;
}

/** Ends early when the signal does. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** Milliseconds after which a refused stream may be asked for again, of which up to half is taken off: all of what the server names is left. */
function waitAfter(response: Response, wait: number): number {
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status === 503 || response.status === 429) return Math.max(wait, 2 * (seconds || 1) * 1000);
  return response.status >= 500 ? wait : REFUSED_WAIT_MS;
}

/** Keeps a stream open until the signal ends; `lastId` says from where on. */
export async function holdStream(parts: ConnectionParts, signal: AbortSignal, lastId = ''): Promise<void> {
  const { open, onNews, onState, renew } = parts;
  let id = lastId;
  let wait = FIRST_WAIT_MS;

  /** One stream to its end; answers the milliseconds until the next. */
  async function once(): Promise<number> {
    const line = new AbortController();
    const leave = () => line.abort();
    signal.addEventListener('abort', leave);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const noteSign = () => {
      clearTimeout(silence);
      silence = setTimeout(leave, SILENT_MS);
    };
    try {
      noteSign();
      const response = await open(id, line.signal);
      if (response.status === 401) {
        onState(false, id);
        return (await renew()) ? FIRST_WAIT_MS : REFUSED_WAIT_MS;
      }
      if (!response.ok || !response.body) {
        onState(false, id);
        return waitAfter(response, wait * 2);
      }
      await readStream(response.body, (message) => {
        noteSign();
        id = message.id || id;
        wait = FIRST_WAIT_MS;
        const news = message.data === null ? null : News.safeParse(JSON.parse(message.data));
        if (news?.success) onNews(news.data, id);
        onState(true, id);
      });
      return wait;
    } catch {
      return wait * 2;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', leave);
      line.abort();
    }
  }

  while (!signal.aborted) {
    const next = await once();
    if (signal.aborted) break;
    // A stream that is cut and comes back at once was there all the time.
    if (next > FIRST_WAIT_MS) onState(false, id);
    wait = Math.min(MAX_WAIT_MS, Math.max(wait, next));
    // Whoever was cut with many others does not come back with all of them.
    await sleep(next * (0.5 + Math.random() * 0.5), signal);
  }
  onState(false, id);
}
