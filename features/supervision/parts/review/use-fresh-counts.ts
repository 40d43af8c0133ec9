// The numbers in the menu and of the people in a queue follow the verdicts: they are asked for again once the reviewer pauses, not with every press of a key.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { api } from '@/contract/index';
import { keyOf } from '@/lib/api/keys';

const PAUSE_MS = 1_500;

/** Says that a verdict was sent or taken back. */
export function useFreshCounts(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const refresh = useCallback(() => {
    timer.current = null;
    void client.invalidateQueries({ queryKey: keyOf(api.supervision.inbox, {}) });
    void client.invalidateQueries({ queryKey: [api.supervision.people.path] });
  }, [client]);
  useEffect(
    () => () => {
      if (timer.current === null) return;
      clearTimeout(timer.current);
      refresh();
    },
    [refresh],
  );
  return useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(refresh, PAUSE_MS);
  }, [refresh]);
}
