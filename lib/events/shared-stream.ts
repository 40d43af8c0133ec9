// One stream for all tabs of a browser: the tab that holds the lock has it, and passes on what it hears.
import { HEARTBEAT_MS, type News } from '../../contract/schemas/events/news';
import { type ConnectionParts, holdStream } from './connection';

/** What the tabs tell each other. */
type TabMessage =
  | { type: 'news'; news: News; id: string }
  | { type: 'state'; isLive: boolean; id: string }
  | { type: 'ask' };

/** Nothing was heard of the tab with the stream for so long: it sleeps, or has gone without a word. */
const SILENT_MS = HEARTBEAT_MS * 3;

export interface Tabs {
  /** Runs `work` once this tab alone has the name's lock; the lock is held until the work ends. */
  lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  channel(name: string): Pick<BroadcastChannel, 'postMessage' | 'close'> & {
    onmessage: ((event: MessageEvent) => void) | null;
  };
}

/** This browser's tabs; null where it has no locks: one stream for each of them would be too many. */
export function browserTabs(): Tabs | null {
  if (typeof navigator === 'undefined' || !navigator.locks || typeof BroadcastChannel === 'undefined') return null;
  return {
    lead: (name, signal, work) => navigator.locks.request(name, { signal }, work).catch(() => {}) as Promise<void>,
    channel: (name) => new BroadcastChannel(name),
  };
}

export interface StreamHandlers {
  onNews(news: News): void;
  onState(isLive: boolean): void;
}

/** Listens to the stream of all tabs that have this name. Answers how to stop. */
export function shareStream(
  name: string,
  tabs: Tabs,
  parts: Omit<ConnectionParts, 'onNews' | 'onState'>,
  { onNews, onState }: StreamHandlers,
): () => void {
  const left = new AbortController();
  const channel = tabs.channel(name);
  let id = '';
  let isLive = false;
  let isLeader = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const setLive = (now: boolean) => {
    clearTimeout(silence);
    if (now && !isLeader) silence = setTimeout(() => setLive(false), SILENT_MS);
    if (now === isLive) return;
    isLive = now;
    onState(now);
  };
  const post = (message: TabMessage) => {
    if (!left.signal.aborted) channel.postMessage(message);
  };

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'ask') {
      if (isLeader) post({ type: 'state', isLive, id });
      return;
    }
    if (isLeader) return;
    id = data.id || id;
    setLive(data.type === 'news' || data.isLive);
    if (data.type === 'news') onNews(data.news);
  };
  post({ type: 'ask' });

  void tabs.lead(name, left.signal, async () => {
    isLeader = true;
    clearTimeout(silence);
    await holdStream(
      {
        ...parts,
        onNews(news, at) {
          id = at;
          post({ type: 'news', news, id: at });
          onNews(news);
        },
        onState(now, at) {
          id = at;
          post({ type: 'state', isLive: now, id: at });
          setLive(now);
        },
      },
      left.signal,
      // Where the tab before left off: nothing is lost between two.
      id,
    );
  });

  return () => {
    left.abort();
    clearTimeout(silence);
    channel.close();
  };
}
