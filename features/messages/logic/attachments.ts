// Files on their way to the next message of a talk, one after the other; they stay while another talk is open.
import { create } from 'zustand';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { api } from '@/contract/index';
import { type ChatFile, MAX_CHAT_FILES } from '@/contract/schemas/message';
import { call } from '@/lib/api/client';
import { sendForm } from '@/lib/api/send-form';

export interface Attachment {
  key: string;
  /** The name of the talk. */
  to: string;
  file: File;
  /** Of 100, by bytes that have left. */
  percent: number;
  /** What the server has of it. */
  arrived: ChatFile | null;
  /** Why it failed; null while it is on its way or has arrived. */
  error: unknown;
}
/** What was refused before it was sent. */
export interface Refused {
  to: string;
  name: string;
  why: 'large' | 'many';
}

interface State {
  items: readonly Attachment[];
  refused: readonly Refused[];
}
export const useAttachments = create<State>(() => ({ items: [], refused: [] }));

const set = (next: (state: State) => Partial<State>) => useAttachments.setState(next);
const change = (key: string, part: Partial<Attachment>) =>
  set(({ items }) => ({ items: items.map((one) => (one.key === key ? { ...one, ...part } : one)) }));
const find = (key: string) => useAttachments.getState().items.find((one) => one.key === key);

const stops = new Map<string, AbortController>();
/** Sent one after the other in each talk: so they arrive in the order in which they were chosen. */
const chains = new Map<string, Promise<void>>();

function send({ key, to, file }: Attachment): void {
  const stop = new AbortController();
  stops.set(key, stop);
  const before = chains.get(to) ?? Promise.resolve();
  chains.set(
    to,
    before.then(async () => {
      if (stop.signal.aborted) return;
      try {
        const onProgress = (percent: number) => change(key, { percent });
        const arrived = await sendForm(api.chatFiles.add, { path: file }, { signal: stop.signal, onProgress });
        if (find(key)) change(key, { arrived });
        else void giveBack(arrived);
      } catch (error) {
        if (!stop.signal.aborted) change(key, { error });
      }
      stops.delete(key);
    }),
  );
}

/** What no message carries is not needed any more; the server forgets it by itself where this does not reach it. */
const giveBack = ({ id }: ChatFile) => call(api.chatFiles.remove, { params: { id } }).catch(() => {});

/** Attaches files to the next message of a talk, as far as its limits allow. */
export function attachFiles(to: string, files: readonly File[]): void {
  const room = MAX_CHAT_FILES - useAttachments.getState().items.filter((one) => one.to === to).length;
  const fitting = files.filter(({ size }) => size <= MAX_FILE_BYTES);
  const added = fitting
    .slice(0, room)
    .map((file) => ({ key: crypto.randomUUID(), to, file, percent: 0, arrived: null, error: null }));
  set(({ items, refused }) => ({
    items: [...items, ...added],
    refused: [
      ...refused.filter((one) => one.to !== to),
      ...files.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => ({ to, name, why: 'large' as const })),
      ...fitting.slice(room).map(({ name }) => ({ to, name, why: 'many' as const })),
    ],
  }));
  for (const one of added) send(one);
}

/** Takes one away again, also one that is on its way. */
export function removeAttachment(key: string): void {
  const one = find(key);
  stops.get(key)?.abort();
  set(({ items }) => ({ items: items.filter((other) => other.key !== key) }));
  if (one?.arrived) void giveBack(one.arrived);
}

export function retryAttachment(one: Attachment): void {
  change(one.key, { error: null, percent: 0 });
  send(one);
}

/** Those that have arrived, for a message that takes them along. What failed stays. */
export function takeArrived(to: string): ChatFile[] {
  const isTaken = (one: Attachment) => one.to === to && one.arrived !== null;
  const { items } = useAttachments.getState();
  set(({ refused }) => ({
    items: items.filter((one) => !isTaken(one)),
    refused: refused.filter((one) => one.to !== to),
  }));
  return items.filter(isTaken).flatMap(({ arrived }) => arrived ?? []);
}
