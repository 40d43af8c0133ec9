// One thread: its newest page, what is new since, older pages, and what has been read of it.
'use client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '@/contract/index';
import type { CallError } from '@/lib/api/errors';
import { keyOf } from '@/lib/api/keys';
import { isLive, useLiveChange } from '@/lib/events/use-news';
import { dropOutgoing } from '../../logic/outbox';
import { keyOfTalk, markSeen, readPage, type TalkRef } from '../../logic/talks';
import {
  firstPage,
  markRead,
  mergeAfter,
  mergeOlder,
  mergeOne,
  pollAfter,
  type Said,
  type Thread,
} from '../../logic/thread';
import { LIVE_MS, useFocused, usePollMs } from './use-focused';

const PAGE = 50;
const POLL_PAGE = 200;
/** Older pages that are read to get to a message that was searched for. */
const MAX_JUMPS = 40;
/** What counts unread messages. */
const OF_PEOPLE = [api.messages.check, api.messages.lastChats];
const OF_ROOMS = [api.rooms.check, api.rooms.all, api.rooms.one];

async function readAfter(talk: TalkRef, after: number, signal: AbortSignal): Promise<Said[]> {
  const all: Said[] = [];
  for (let from = after; ; from = all.at(-1)?.id ?? from) {
    const { results } = await readPage(talk, { after: from, order: 'date', limit: POLL_PAGE }, signal);
    all.push(...results);
    if (results.length < POLL_PAGE) return all;
  }
}

/** The thread as it is now: read from the start, or only what may have changed. */
async function readThread(client: QueryClient, talk: TalkRef, signal: AbortSignal): Promise<Thread> {
  const key = keyOfTalk(talk);
  const start = client.getQueryData<Thread>(key);
  if (!start) {
    const { results, next } = await readPage(talk, { limit: PAGE }, signal);
    return firstPage(results, next !== null);
  }
  const after = pollAfter(start, talk.id, Date.now());
  const fresh = await readAfter(talk, after, signal);
  return mergeAfter(client.getQueryData<Thread>(key) ?? start, start, after, fresh);
}

/** Reads older pages, up to one message where it is named. */
function useOlder(talk: TalkRef) {
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const read = useCallback(
    async (upTo?: number) => {
      const key = keyOfTalk(talk);
      setReading(true);
      try {
        for (let i = 0; i < MAX_JUMPS; i++) {
          const thread = client.getQueryData<Thread>(key);
          const first = thread?.messages[0]?.id;
          if (!thread?.hasOlder || first === undefined || (upTo !== undefined && first <= upTo)) return;
          const { results, next } = await readPage(talk, { before: first, limit: upTo ? POLL_PAGE : PAGE });
          client.setQueryData<Thread>(key, (now) => now && mergeOlder(now, results, next !== null));
          if (upTo === undefined) return;
        }
      } catch {
        // The button stands there still.
      } finally {
        setReading(false);
      }
    },
    [client, talk],
  );
  return { read, isReading };
}

/** Tells the server once what has been seen, while the reader looks. `mark`: up to where a room is read, where that is known. */
function useReadMarks(talk: TalkRef, thread: Thread | undefined, mark: number | undefined): void {
  const client = useQueryClient();
  const isFocused = useFocused();
  const isUnread = (m: Said) =>
    talk.kind === 'person' ? m.sender === talk.id && m.read_date === null : !m.own && mark !== undefined && m.id > mark;
  const last = thread?.messages.findLast(isUnread)?.id ?? 0;
  const lastMarked = useRef(0);
  useEffect(() => {
    if (!isFocused || last <= lastMarked.current) return;
    lastMarked.current = last;
    markSeen(talk, last).then(
      () => {
        const at = new Date().toISOString();
        if (talk.kind === 'person')
          client.setQueryData<Thread>(keyOfTalk(talk), (now) => now && markRead(now, talk.id, last, at));
        for (const row of talk.kind === 'person' ? OF_PEOPLE : OF_ROOMS)
          void client.invalidateQueries({ queryKey: [row.path] });
      },
      () => {
        lastMarked.current = 0;
      },
    );
  }, [client, isFocused, last, talk]);
}

export function useThread(talk: TalkRef, mark?: number) {
  const client = useQueryClient();
  const every = usePollMs();
  const read = useQuery<Thread, CallError>({
    queryKey: keyOfTalk(talk),
    queryFn: ({ signal }) => readThread(client, talk, signal),
    refetchInterval: () => (isLive() ? LIVE_MS : every),
    staleTime: 0,
  });
  useLiveChange(() => void read.refetch());
  const thread = read.data;
  const older = useOlder(talk);
  useReadMarks(talk, thread, mark);
  const keys = useMemo(() => thread?.messages.flatMap(({ key }) => key ?? []) ?? [], [thread]);
  // Its response was lost, and the message is there.
  useEffect(() => dropOutgoing(keys), [keys]);
  const arrived = useCallback(
    (message: Said) => {
      client.setQueryData<Thread>(keyOfTalk(talk), (now) => now && mergeOne(now, message));
      const row = talk.kind === 'person' ? api.messages.lastChats : api.rooms.all;
      void client.invalidateQueries({ queryKey: keyOf(row, {}) });
    },
    [client, talk],
  );
  return { thread, error: thread ? null : read.error, retry: () => void read.refetch(), older, arrived };
}
