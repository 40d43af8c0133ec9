// The messages of one thread as this browser knows them: pages joined, polls joined, groups and days. Pure.
import type { ChatFile, Message } from '@/contract/schemas/message';
import type { Person } from '@/contract/schemas/session';
import { today } from '@/lib/i18n/dates';

/** A message of any talk. Rooms say nothing of who has read it, and name who sent it. */
export type Said = Pick<Message, 'id' | 'sender' | 'text' | 'date' | 'key'> & {
  own?: boolean;
  read_date?: string | null;
  person?: Person;
  files?: readonly ChatFile[];
};

/** A message in one line: its words, or the names of what it carries. */
export const lineOf = ({ text, files = [] }: Pick<Said, 'text' | 'files'>): string =>
  text || files.map(({ name }) => name).join(' · ');

export interface Thread {
  /** By id. */
  messages: readonly Said[];
  /** The id up to which there are no gaps: behind it stands what was just sent, and others may have written between. */
  upTo: number;
  /** Whether the server has messages before the first one. */
  hasOlder: boolean;
}

/** So long a message can be taken back by its sender. */
export const REMOVE_MS = 5 * 60_000;
/** Clocks of two machines differ by so much. */
const CLOCK_MS = 60_000;
/** Messages of one person within this time stand together. */
const GROUP_MS = 5 * 60_000;

const byId = (one: Said, other: Said) => one.id - other.id;

/**
 * After which message a poll asks: all that may still change comes again, which is an own message that is not read and any that is young
 * enough to be taken back.
 */
export function pollAfter({ messages, upTo }: Thread, other: number, now: number): number {
  const open = messages.find(
    ({ sender, read_date, date }) =>
      (sender !== other && read_date === null) || Date.parse(date) > now - REMOVE_MS - CLOCK_MS,
  );
  return Math.min(upTo, (open?.id ?? Number.POSITIVE_INFINITY) - 1);
}

/** What a first page tells, the newest first as the server gives it. */
export const firstPage = (page: readonly Said[], hasOlder: boolean): Thread => ({
  hasOlder,
  messages: page.toSorted(byId),
  upTo: page[0]?.id ?? 0,
});

/**
 * Joins all messages after one, as a poll that began at `start` has read them. What stood there then and came not again was taken back;
 * what was sent meanwhile stays.
 */
export function mergeAfter(thread: Thread, start: Thread, after: number, fresh: readonly Said[]): Thread {
  const openIds = new Set(start.messages.flatMap(({ id }) => (id > after ? id : [])));
  const fetched = new Set(fresh.map(({ id }) => id));
  return {
    ...thread,
    upTo: Math.max(thread.upTo, ...fetched),
    messages: [...thread.messages.filter(({ id }) => !openIds.has(id) && !fetched.has(id)), ...fresh].sort(byId),
  };
}

/** Joins a message that has come by another way. */
export const mergeOne = (thread: Thread, message: Said): Thread => ({
  ...thread,
  messages: [...thread.messages.filter(({ id }) => id !== message.id), message].sort(byId),
});

/** Joins a page that ends before the first message. */
export function mergeOlder(thread: Thread, older: readonly Said[], hasOlder: boolean): Thread {
  const first = thread.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  return {
    ...thread,
    hasOlder,
    messages: [...older.filter(({ id }) => id < first).toSorted(byId), ...thread.messages],
  };
}

/** What has been read by its receiver up to a message. */
export const markRead = (thread: Thread, sender: number, upTo: number, at: string): Thread => ({
  ...thread,
  messages: thread.messages.map((m) =>
    m.sender === sender && m.id <= upTo && m.read_date === null ? { ...m, read_date: at } : m,
  ),
});

/** The first message of somebody that is not read; null where all are. */
export const firstUnread = (messages: readonly Said[], sender: number): number | null =>
  messages.find((m) => m.sender === sender && m.read_date === null)?.id ?? null;

/** The first message of others behind a mark; null where there is none. */
export const firstBehind = (messages: readonly Said[], mark: number): number | null =>
  messages.find(({ id, own }) => !own && id > mark)?.id ?? null;

export interface Line {
  message: Said;
  /** The day that begins with it, as an ISO day; null where it is the day before it. */
  day: string | null;
  /** It stands under the one before it. */
  isGrouped: boolean;
  /** The one after it does not stand under it. */
  isLast: boolean;
}

/** Messages with the days that begin between them, in groups of one person. */
export function linesOf(messages: readonly Said[]): Line[] {
  const days = messages.map(({ date }) => today(new Date(date)));
  const isGrouped = (i: number) => {
    const [one, before] = [messages[i], messages[i - 1]];
    return (
      one !== undefined &&
      before !== undefined &&
      one.sender === before.sender &&
      days[i] === days[i - 1] &&
      Date.parse(one.date) - Date.parse(before.date) < GROUP_MS
    );
  };
  return messages.map((message, i) => ({
    message,
    day: days[i] === days[i - 1] ? null : (days[i] as string),
    isGrouped: isGrouped(i),
    isLast: !isGrouped(i + 1),
  }));
}
