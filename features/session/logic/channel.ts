// What the tabs of one browser tell each other about the session.

export type SessionNews =
  | { type: 'renewed'; csrf: string | null; at: number }
  | { type: 'in'; username: string; csrf: string | null }
  | { type: 'out'; why: 'asked' | 'idle' };

export interface Channel {
  tell: (news: SessionNews) => void;
  /** Answers how to stop listening. */
  hear: (listener: (news: SessionNews) => void) => () => void;
}

let shared: BroadcastChannel | null = null;

/** The channel of this tab; silent where the browser has none. */
export function channel(): Channel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, hear: () => () => {} };
  shared ??= new BroadcastChannel('session');
  const wire = shared;
  return {
    tell: (news) => wire.postMessage(news),
    hear: (listener) => {
      const onMessage = (event: MessageEvent<SessionNews>) => listener(event.data);
      wire.addEventListener('message', onMessage);
      return () => wire.removeEventListener('message', onMessage);
    },
  };
}
