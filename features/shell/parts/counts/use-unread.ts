// Whether there are announcements that have not been read in this browser.
'use client';
import { useEffect } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { isOffered, type Who } from '@/lib/routes/rules';
import { hasUnread, keepOnly, useReadIds } from '@/lib/state/read-announcements';

const FRESH_MS = 60_000;

/** False while unknown. */
export function useUnreadAnnouncements(who: Who): boolean {
  const enabled = isOffered(who, 'announcements');
  const ids = useRead(api.customer.announcementIds, {}, { staleTime: FRESH_MS, enabled }).data;
  const read = useReadIds();
  useEffect(() => {
    if (ids) keepOnly(ids);
  }, [ids]);
  return ids !== undefined && hasUnread(ids, read);
}
