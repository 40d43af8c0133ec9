// Whether there are announcements that have not been read in this browser.
'use client';
import { useEffect } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { hasUnread, keepOnly, useReadIds } from '@/lib/state/read-announcements';

const FRESH_MS = 60_000;

/** False while unknown. */
export function useUnreadAnnouncements(): boolean {
  const ids = useRead(api.customer.announcementIds, {}, { staleTime: FRESH_MS }).data;
  const read = useReadIds();
  useEffect(() => {
    if (ids) keepOnly(ids);
  }, [ids]);
  return ids !== undefined && hasUnread(ids, read);
}
