// Messages on their way: sent one after the other in each thread, kept until the server has them, also over a reload.
import { create } from 'zustand';
import { keepText, keptText, textsReady } from '@/lib/state/kept-texts';
import { type Content, nameOfTalk, sendTo, type TalkRef } from './talks';
import type { Said } from './thread';

export interface Outgoing extends Content {
  /** The server knows a message that comes again by it. */
  key: string;
  /** The name of the talk. */
  to: string;
  date: string;
  state: 'sending' | 'failed';
  /** Why it failed. */
  error: unknown;
}

const KEPT = 'chat-outbox';

interface Outbox {
  items: readonly Outgoing[];
}
export const useOutbox = create<Outbox>(() => ({ items: [] }));

function change(next: (items: readonly Outgoing[]) => readonly Outgoing[]): void {
  const items = next(useOutbox.getState().items);
  useOutbox.setState({ items });
  void keepText(KEPT, JSON.stringify(items.map(({ error: _, ...one }) => one)));
}
const setState = (keys: readonly string[], state: Outgoing['state'], error: unknown = null) =>
  change((items) => items.map((one) => (keys.includes(one.key) ? { ...one, state, error } : one)));

/** Takes away what has arrived, or what its writer gives up. */
export const dropOutgoing = (keys: readonly string[]): void => {
  if (useOutbox.getState().items.some(({ key }) => keys.includes(key)))
    change((items) => items.filter(({ key }) => !keys.includes(key)));
};

const running = new Set<string>();

/** Sends what waits for a talk in its order. What fails stops those behind it: they would arrive before it. */
async function flush(talk: TalkRef, onArrived: (message: Said) => void): Promise<void> {
  const to = nameOfTalk(talk);
  if (running.has(to)) return;
  running.add(to);
  const waiting = () => useOutbox.getState().items.filter((one) => one.to === to && one.state === 'sending');
  try {
    for (let [next] = waiting(); next; [next] = waiting()) {
      const { key } = next;
      onArrived(await sendTo(talk, next, key));
      dropOutgoing([key]);
    }
  } catch (error) {
    const [first, ...behind] = waiting();
    setState(
      behind.map(({ key }) => key),
      'failed',
    );
    if (first) setState([first.key], 'failed', error);
  } finally {
    running.delete(to);
  }
}

/** Puts a message behind those that wait, and sends. */
export function sendMessage(talk: TalkRef, content: Content, onArrived: (message: Said) => void): void {
  const to = nameOfTalk(talk);
  const hasFailed = useOutbox.getState().items.some((one) => one.to === to && one.state === 'failed');
  change((items) => [
    ...items,
    { ...content, key: crypto.randomUUID(), to, date: new Date().toISOString(), state: 'sending', error: null },
  ]);
  if (hasFailed) retryMessages(talk, onArrived);
  else void flush(talk, onArrived);
}

/** Sends again what has failed in a talk. */
export function retryMessages(talk: TalkRef, onArrived: (message: Said) => void): void {
  const to = nameOfTalk(talk);
  const keys = useOutbox.getState().items.flatMap((one) => (one.to === to ? one.key : []));
  setState(keys, 'sending');
  void flush(talk, onArrived);
}

/** Brings back what an earlier page could not send; it waits for its writer. */
export async function restoreOutbox(): Promise<void> {
  await textsReady();
  const text = keptText(KEPT);
  if (!text || useOutbox.getState().items.length > 0) return;
  const items = JSON.parse(text) as Outgoing[];
  useOutbox.setState({
    items: items.map((one) => ({ ...one, to: String(one.to), files: one.files ?? [], state: 'failed', error: null })),
  });
}
