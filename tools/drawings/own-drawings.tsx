// Keeps a person's own drawings on the map and at the server for as long as the map is open, whichever tool is in use.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { invalidate, keyOf } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { useDrawings } from '@/map/state/drawings';
import { listSaved, planOf, receiveDrawings } from '@/map/state/drawings-sync';
import { saveDrawings } from './drawings-saver';

const hasUnsaved = () => {
  const { create, edit, remove } = planOf(useDrawings.getState());
  return create.length + edit.length + remove.length > 0;
};

const retries = new Set<() => void>();
/** Sends again what could not be saved. */
export const retryDrawings = (): void => {
  for (const retry of retries) retry();
};

export default function OwnDrawings() {
  const t = useTranslations('map.tools.drawings');
  const { number } = useFormat();
  const client = useQueryClient();
  const owner = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.username;
  const { data } = useRead(api.drawings.list, {}, { staleTime: 60_000 });

  const latest = useRef((_: number) => {});
  useEffect(() => {
    latest.current = (count) => toast({ type: 'warning', message: t('beside', { count, shown: number(count) }) });
  });

  useEffect(() => {
    // A list that was asked for before a save would take the saved away again: the next one will be right.
    const now = useDrawings.getState();
    if (!data || owner === undefined || (now.saving && now.owner === owner)) return;
    const beside = receiveDrawings(data, owner);
    if (beside > 0) latest.current(beside);
  }, [data, owner]);

  // Another window may have drawn meanwhile.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible')
        void client.refetchQueries({ queryKey: keyOf(api.drawings.list, {}), stale: true });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client]);

  const ready = data !== undefined;
  useEffect(() => {
    if (owner === undefined || !ready) return;
    const key = keyOf(api.drawings.list, {});
    const onSaved = () => {
      // A list on its way may be older than what was saved: it is asked for again.
      const isFetching = client.isFetching({ queryKey: key }) > 0;
      void client.cancelQueries({ queryKey: key }).then(() => {
        client.setQueryData(key, listSaved(useDrawings.getState()));
        if (isFetching) void invalidate(client, ['drawing']);
      });
    };
    const keeper = saveDrawings(owner, {
      onSaved,
      onConflict: (count) => latest.current(count),
    });
    retries.add(keeper.retry);
    return () => {
      retries.delete(keeper.retry);
      keeper.stop();
    };
  }, [client, owner, ready]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);

  return null;
}
