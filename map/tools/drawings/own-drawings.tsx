// Keeps a person's own drawings on the map and at the server for as long as the map is open, whichever tool is in use.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { invalidate, keyOf } from '@/lib/api/keys';
import { keptList, planOf, receiveDrawings, useDrawings } from '../../state/drawings';
import { keepDrawings } from './keeper';

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
  const client = useQueryClient();
  const owner = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.username;
  const { data } = useRead(api.drawings.list, {}, { staleTime: 60_000 });

  useEffect(() => {
    // A list that was asked for before a save would take the saved away again: the next one will be right.
    const now = useDrawings.getState();
    if (data && owner !== undefined && !(now.saving && now.owner === owner)) receiveDrawings(data, owner);
  }, [data, owner]);

  const ready = data !== undefined;
  useEffect(() => {
    if (owner === undefined || !ready) return;
    const key = keyOf(api.drawings.list, {});
    const onSaved = () => {
      // A list on its way may be older than what was saved: it is asked for again.
      const asked = client.isFetching({ queryKey: key }) > 0;
      void client.cancelQueries({ queryKey: key }).then(() => {
        client.setQueryData(key, keptList(useDrawings.getState()));
        if (asked) void invalidate(client, ['drawing']);
      });
    };
    const made = keepDrawings(owner, onSaved, () => void invalidate(client, ['drawing']));
    retries.add(made.retry);
    return () => {
      retries.delete(made.retry);
      made.stop();
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
