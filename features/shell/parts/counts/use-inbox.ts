// How much work waits for a verdict: asked a moment after the header is there, then every few minutes, by those who supervise. Nobody else asks.
'use client';
import { useEffect, useState } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { isOffered, type Who } from '@/lib/routes/rules';
import { type Counts, countsOf } from '../../logic/counts';

/** A moment after the messages: the map and the first screen go before. */
const FIRST_MS = 6_000;
const EVERY_MS = 5 * 60_000;
const NONE: Counts = {};

/** What waits behind each entry of the menu; nothing while unknown. `firstMs`: until it is asked for. The call is a background one: it keeps no session alive. */
export function useInbox(who: Who, firstMs = FIRST_MS): Counts {
  const judges = isOffered(who, 'supervisionLayers');
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!judges) return;
    const timer = setTimeout(() => setDue(true), firstMs);
    return () => clearTimeout(timer);
  }, [judges, firstMs]);
  const { data } = useRead(api.supervision.inbox, {}, { enabled: judges && due, every: EVERY_MS });
  return data ? countsOf(data) : NONE;
}
