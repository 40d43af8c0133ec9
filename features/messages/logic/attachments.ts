// Files on their way to the next message of a talk, one after the other; they stay while another talk is open, and what has arrived over a reload.
import { create } from 'zustand';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { api } from '@/contract/index';
import { type ChatFile, MAX_CHAT_FILES } from '@/contract/schemas/message';
import { call } from '@/lib/api/client';
import { sendForm } from '@/lib/api/send-form';
import { dropText, keepText, keptText, textsReady } from '@/lib/state/kept-texts';

export interface Attachment {
  key: string;
  /** The name of the talk. */
  to: string;
  /** Of this device, or what an earlier page has sent. */
  file: File | ChatFile;
  /** Of 100, by bytes that have left. */
  percent: number;
  /** What the server has of it. */
  arrived: ChatFile | null;
  /** When it was there, in milliseconds. */
  at: number;
  /** Why it failed; null while it is on its way or has arrived. */
  error: unknown;
}
/** What was refused before it was sent, or has waited too long for its message. */
export interface Refused {
  to: string;
  name: string;
  why: 'large' | 'many' | 'gone';
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

/** The server forgets what no message carries within a day; this ends sooner. */
const WAIT_MS = 23 * 3_600_000;
type Arrived = Pick<Attachment, 'at'> & { arrived: ChatFile };
const keptName = (to: string) => `chat-files:${to}`;
const arrivedOf = (to: string): Arrived[] =>
  useAttachments.getState().items.flatMap((one) => (one.to === to && one.arrived ? [{ arrived: one.arrived, at: one.at }] : [])); // biome-ignore format: one chain
function keep(to: string): void {
  const all = arrivedOf(to);
  if (all.length === 0) dropText(keptName(to));
  else void keepText(keptName(to), JSON.stringify(all));
}

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
        if (find(key)) {
          change(key, { arrived, at: Date.now() });
          keep(to);
        } else void giveBack(arrived);
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
    .map((file) => ({ key: crypto.randomUUID(), to, file, percent: 0, arrived: null, at: 0, error: null }));
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
  stops.delete(key);
  set(({ items }) => ({ items: items.filter((other) => other.key !== key) }));
  if (!one?.arrived) return;
  keep(one.to);
  void giveBack(one.arrived);
}

/** Takes away what has waited too long for a message, which says so. Answers whether there was any. */
export function dropStale(to: string): boolean {
  const isStale = (one: Attachment) => one.to === to && one.arrived !== null && Date.now() - one.at > WAIT_MS;
  const { items } = useAttachments.getState();
  const names = items.filter(isStale).map(({ file }) => file.name);
  if (names.length === 0) return false;
  set(({ refused }) => ({
    items: items.filter((one) => !isStale(one)),
    refused: [...refused, ...names.map((name) => ({ to, name, why: 'gone' as const }))],
  }));
  keep(to);
  return true;
}

/** Brings back what an earlier page has sent for the next message of a talk. */
export async function restoreAttachments(to: string): Promise<void> {
  await textsReady();
  const before = JSON.parse(keptText(keptName(to)) ?? '[]') as Arrived[];
  const here = arrivedOf(to).map(({ arrived }) => arrived.id);
  const fresh = before
    .filter(({ arrived }) => !here.includes(arrived.id))
    .map((one) => ({ ...one, key: crypto.randomUUID(), to, file: one.arrived, percent: 100, error: null }));
  if (fresh.length === 0) return;
  set(({ items }) => ({ items: [...fresh, ...items] }));
  dropStale(to);
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
  dropText(keptName(to));
  return items.filter(isTaken).flatMap(({ arrived }) => arrived ?? []);
}
