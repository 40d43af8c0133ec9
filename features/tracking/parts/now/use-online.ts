// Who is online, read every 30 seconds while the page is seen. What was read last stays when the connection is lost, and is told to be old.
'use client';
import { useEffect, useMemo, useState } from 'react';
import { api } from '@/contract/index';
import type { OnlineUser } from '@/contract/schemas/tracking';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import type { TrackView } from '../../logic/view';

const POLL_MS = 30_000;
/** How often ages are worded anew. */
const TICK_MS = 15_000;

export interface Online {
  users: readonly OnlineUser[] | undefined;
  error: unknown;
  retry: () => void;
  /** When it was read, and what time it is: milliseconds since 1970. */
  readAt: number;
  now: number;
  isLost: boolean;
}

export function useOnline({ search, region, role, order }: TrackView, isEnabled: boolean): Online {
  const query = {
    ...(search ? { search } : {}),
    ...(region === null ? {} : { region }),
    ...(role === null ? {} : { role }),
  };
  const read = useRead(api.tracking.online, { query }, { every: POLL_MS, keep: true, enabled: isEnabled });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const users = useMemo(
    () =>
      order === 'seen'
        ? read.data
        : [...(read.data ?? [])].sort((a, b) => personName(a.user).localeCompare(personName(b.user), 'fa')),
    [read.data, order],
  );
  return {
    users: read.data && users,
    error: read.error,
    retry: () => void read.refetch(),
    readAt: read.dataUpdatedAt,
    now: Math.max(now, read.dataUpdatedAt),
    isLost: read.isError && read.data !== undefined,
  };
}
