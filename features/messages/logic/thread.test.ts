// A thread that is polled, paged and read by two people, whatever order its parts come in.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Message } from '@/contract/schemas/message';
import {
  firstPage,
  firstUnread,
  linesOf,
  markRead,
  mergeAfter,
  mergeOlder,
  mergeOne,
  pollAfter,
  type Thread,
} from './thread';

const ME = 1;
const OTHER = 2;
const NOW = Date.parse('2026-11-26T08:00:00Z');
const message = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  sender: OTHER,
  receiver: ME,
  text: String(id),
  date: new Date(NOW - 3_600_000 + id * 1000).toISOString(),
  read_date: null,
  ...more,
});
const own = (id: number, more: Partial<Message> = {}) => message(id, { sender: ME, receiver: OTHER, ...more });
const threadOf = (messages: Message[], hasOlder = true) => firstPage(messages.toReversed(), hasOlder);
const ids = ({ messages }: Thread) => messages.map(({ id }) => id);

it('asks again for own messages that are not read and for all that can be taken back', () => {
  expect(pollAfter(threadOf([]), OTHER, NOW)).toBe(0);
  expect(pollAfter(threadOf([message(4), own(7, { read_date: 'x' })]), OTHER, NOW)).toBe(7);
  expect(pollAfter(threadOf([message(4), own(7), own(9)]), OTHER, NOW)).toBe(6);
  const young = new Date(NOW - 4 * 60_000).toISOString();
  expect(pollAfter(threadOf([message(4), message(5, { date: young }), message(6, { date: young })]), OTHER, NOW)).toBe(
    4,
  );
});

it('takes out what was taken back, and leaves what stands before', () => {
  const thread = threadOf([message(1), message(2), message(3)]);
  expect(ids(mergeAfter(thread, thread, 1, [message(3), message(4)]))).toEqual([1, 3, 4]);
  expect(mergeAfter(thread, thread, 1, []).hasOlder).toBe(true);
  // Sent while the poll was under way.
  expect(ids(mergeAfter(mergeOne(thread, own(5)), thread, 1, [message(3)]))).toEqual([1, 3, 5]);
});

it('joins pages and single messages once, in the order of their ids', () => {
  const thread = threadOf([message(5), message(6)]);
  expect(ids(mergeOlder(thread, [message(4), message(3), message(5)], false))).toEqual([3, 4, 5, 6]);
  expect(ids(mergeOne(mergeOne(thread, own(7)), own(7)))).toEqual([5, 6, 7]);
});

it('ends equal to the server, however polls, sends and pages follow each other', () => {
  const step = fc.constantFrom('send', 'receive', 'poll', 'older', 'takeBack');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let server = [1, 2, 3, 4, 5, 6].map((id) => message(id));
      let thread: Thread = threadOf(server.slice(3));
      let next = 7;
      const poll = () => {
        const after = pollAfter(thread, OTHER, NOW);
        thread = mergeAfter(
          thread,
          thread,
          after,
          server.filter(({ id }) => id > after),
        );
      };
      for (const act of steps) {
        const date = new Date(NOW).toISOString();
        if (act === 'receive') server = [...server, message(next++, { date })];
        if (act === 'send') {
          const one = own(next++, { date });
          server = [...server, one];
          thread = mergeOne(thread, one);
        }
        if (act === 'poll') poll();
        if (act === 'older') thread = mergeOlder(thread, server.slice(0, 3), false);
        // Only young ones can be.
        if (act === 'takeBack') server = server.filter(({ id }) => id < 7 || id % 2 === 0);
      }
      poll();
      thread = mergeOlder(thread, server.slice(0, 3), false);
      expect(ids(thread)).toEqual(server.map(({ id }) => id));
    }),
  );
});

it('marks what the other one wrote, and nothing of the own', () => {
  const thread = threadOf([message(1), own(2), message(3)], false);
  const read = markRead(thread, OTHER, 1, 'now');
  expect(read.messages.map(({ read_date }) => read_date)).toEqual(['now', null, null]);
  expect([firstUnread(thread.messages, OTHER), firstUnread(read.messages, OTHER)]).toEqual([1, 3]);
});

it('begins a day at midnight in Tehran, and groups what one person writes within five minutes', () => {
  // 20:29:59 and 20:30:00 UTC.
  const at = (time: string) => ({ date: `2026-11-25T${time}Z` });
  const lines = linesOf([
    message(1, at('20:29:59')),
    message(2, at('20:30:00')),
    message(3, at('20:34:59')),
    message(4, at('20:40:00')),
    own(5, at('20:40:01')),
  ]);
  expect(lines.map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26', null, null, null]);
  expect(lines.map(({ isGrouped }) => isGrouped)).toEqual([false, false, true, false, false]);
  expect(lines.map(({ isLast }) => isLast)).toEqual([true, false, true, true, true]);
});
