// The talks of the reader: threads with people and rooms of projects, each read again when the number of its unread messages changes.
'use client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/contract/index';
import type { LastChat } from '@/contract/schemas/message';
import type { Room } from '@/contract/schemas/messages/room';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { BACKGROUND, useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { LIVE_MS, usePollMs } from './use-focused';

const LIST_MS = 30_000;
const LIST = { refetchInterval: LIST_MS, staleTime: 0 };

export function useLastChats() {
  const every = usePollMs();
  const unread = useRead(api.messages.check, {}, { every, whileLive: LIVE_MS }).data?.newMessageCount;
  return useQuery<LastChat[], CallError>({
    ...LIST,
    queryKey: [...keyOf(api.messages.lastChats, {}), unread ?? 0],
    queryFn: ({ signal }) => call(api.messages.lastChats, {}, { ...BACKGROUND, signal }),
    placeholderData: (previous) => previous,
  });
}

export function useRooms() {
  const every = usePollMs();
  const unread = useRead(api.rooms.check, {}, { every, whileLive: LIVE_MS }).data?.newMessageCount;
  return useQuery<Room[], CallError>({
    ...LIST,
    queryKey: [...keyOf(api.rooms.all, {}), unread ?? 0],
    queryFn: ({ signal }) => call(api.rooms.all, {}, { ...BACKGROUND, signal }),
    placeholderData: (previous) => previous,
  });
}
