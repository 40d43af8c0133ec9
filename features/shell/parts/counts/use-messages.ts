// How many messages wait: asked a moment after the header is there, then every few minutes, by those who have the chat.
'use client';
import { useEffect, useState } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { isOffered, type Who } from '@/lib/routes/rules';

/** The product's own times. */
const FIRST_MS = 5_000;
const EVERY_MS = 5 * 60_000;

/** Unread messages; 0 while unknown. The call is a background one: it keeps no session alive. */
export function useMessages(who: Who): number {
  const mine = isOffered(who, 'chat');
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  const options = { enabled: mine && due, every: EVERY_MS };
  const people = useRead(api.messages.check, {}, options).data?.newMessageCount ?? 0;
  const rooms = useRead(api.rooms.check, {}, options).data?.newMessageCount ?? 0;
  return people + rooms;
}
