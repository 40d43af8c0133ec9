// All that waits for the person, for the menu and the header.
'use client';
import type { Who } from '@/lib/routes/rules';
import type { Counts } from '../../logic/counts';
import { useInbox } from './use-inbox';
import { useMessages } from './use-messages';
import { useUnreadAnnouncements } from './use-unread';

/** `counts` by entry of the menu; `unread`: whether there are announcements that have not been read. */
export function useWaiting(who: Who): { counts: Counts; messages: number; unread: boolean } {
  const messages = useMessages(who);
  const inbox = useInbox(who);
  const unread = useUnreadAnnouncements(who);
  return { counts: { ...inbox, chat: messages }, messages, unread };
}
