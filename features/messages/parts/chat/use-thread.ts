// One thread: its newest page, what is new since, older pages, and what has been read of it.
'use client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '@/contract/index';
import type { Message } from '@/contract/schemas/message';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { BACKGROUND } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { isLive, useLiveChange } from '@/lib/events/use-news';
import { dropOutgoing } from '../../logic/outbox';
import { firstPage, markRead, mergeAfter, mergeOlder, mergeOne, pollAfter, type Thread } from '../../logic/thread';
import { LIVE_MS, useFocused, usePollMs } from './use-focused';

const PAGE = 50;
const POLL_PAGE = 200;
/** Older pages that are read to get to a message that was searched for. */
const MAX_JUMPS = 40;
const keyOfThread = (other: number) => keyOf(api.messages.list, { thread: other });

const readList = (other: number, query: object, signal?: AbortSignal) =>
  call(
    api.messages.list,
    { query: { chat_with: other, mark: false, ...query } },
    { ...BACKGROUND, ...(signal ? { signal } : {}) },
  );

async function readAfter(other: number, after: number, signal: AbortSignal): Promise<Message[]> {
  const all: Message[] = [];
  for (let from = after; ; from = all.at(-1)?.id ?? from) {
    const { results } = await readList(other, { after: from, order: 'date', limit: POLL_PAGE }, signal);
    all.push(...results);
    if (results.length < POLL_PAGE) return all;
  }
}

/** The thread as it is now: read from the start, or only what may have changed. */
async function readThread(client: QueryClient, other: number, signal: AbortSignal): Promise<Thread> {
  const key = keyOfThread(other);
  const start = client.getQueryData<Thread>(key);
  if (!start) {
    const { results, next } = await readList(other, { limit: PAGE }, signal);
    return firstPage(results, next !== null);
  }
  const after = pollAfter(start, other, Date.now());
  const fresh = await readAfter(other, after, signal);
  return mergeAfter(client.getQueryData<Thread>(key) ?? start, start, after, fresh);
}

/** Reads older pages, up to one message where it is named. */
function useOlder(other: number) {
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const read = useCallback(
    async (upTo?: number) => {
      const key = keyOfThread(other);
      setReading(true);
      try {
        for (let i = 0; i < MAX_JUMPS; i++) {
          const thread = client.getQueryData<Thread>(key);
          const first = thread?.messages[0]?.id;
          if (!thread?.hasOlder || first === undefined || (upTo !== undefined && first <= upTo)) return;
          const { results, next } = await readList(other, { before: first, limit: upTo ? POLL_PAGE : PAGE });
          client.setQueryData<Thread>(key, (now) => now && mergeOlder(now, results, next !== null));
          if (upTo === undefined) return;
        }
      } catch {
        // The button stands there still.
      } finally {
        setReading(false);
      }
    },
    [client, other],
  );
  return { read, isReading };
}

/** Tells the server once what has been seen, while the reader looks. */
function useReadMarks(other: number, thread: Thread | undefined): void {
  const client = useQueryClient();
  const isFocused = useFocused();
  const last = thread?.messages.findLast((m) => m.sender === other && m.read_date === null)?.id ?? 0;
  const lastMarked = useRef(0);
  useEffect(() => {
    if (!isFocused || last <= lastMarked.current) return;
    lastMarked.current = last;
    call(api.messages.readMessages, { body: { chat_with: other, up_to: last } }).then(
      () => {
        const at = new Date().toISOString();
        client.setQueryData<Thread>(keyOfThread(other), (now) => now && markRead(now, other, last, at));
        for (const row of [api.messages.check, api.messages.lastChats])
          void client.invalidateQueries({ queryKey: keyOf(row, {}) });
      },
      () => {
        lastMarked.current = 0;
      },
    );
  }, [client, isFocused, last, other]);
}

export function useThread(other: number) {
  const client = useQueryClient();
  const every = usePollMs();
  const read = useQuery<Thread, CallError>({
    queryKey: keyOfThread(other),
    queryFn: ({ signal }) => readThread(client, other, signal),
    refetchInterval: () => (isLive() ? LIVE_MS : every),
    staleTime: 0,
  });
  useLiveChange(() => void read.refetch());
  const thread = read.data;
  const older = useOlder(other);
  useReadMarks(other, thread);
  const keys = useMemo(() => thread?.messages.flatMap(({ key }) => key ?? []) ?? [], [thread]);
  // Its response was lost, and the message is there.
  useEffect(() => dropOutgoing(keys), [keys]);
  const arrived = useCallback(
    (message: Message) => {
      client.setQueryData<Thread>(keyOfThread(message.receiver), (now) => now && mergeOne(now, message));
      void client.invalidateQueries({ queryKey: keyOf(api.messages.lastChats, {}) });
    },
    [client],
  );
  return { thread, error: thread ? null : read.error, retry: () => void read.refetch(), older, arrived };
}
