// Asks again for what the stream says has changed. What is not on the screen is not asked for.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../contract/index';
import { wire } from '../api/client';
import { invalidate, keyOf } from '../api/keys';
import { useLiveChange, useNews } from './use-news';

/** What depends on a person's rights. */
const OF_RIGHTS = ['user', 'layer', 'group', 'record', 'role', 'project', 'region'];
/** What is asked by a clock, and once more when a stream begins or ends: what happened just before, nobody told; and its clock goes otherwise then. */
const POLLS = [api.layers.revs, api.messages.check, api.rooms.check, api.messages.unreadNotices, api.uploads.jobs];
/** Work that waits for a verdict changes with every edit of somebody: it is counted this seldom. */
const COUNT_MS = 10_000;

/** To stand once, around all screens. */
export function useInvalidation(): void {
  const client = useQueryClient();
  const counting = useRef<ReturnType<typeof setTimeout> | null>(null);
  const count = () => {
    counting.current ??= setTimeout(() => {
      counting.current = null;
      void client.invalidateQueries({ queryKey: keyOf(api.supervision.inbox, {}) });
    }, COUNT_MS);
  };
  useEffect(
    () => () => {
      if (counting.current !== null) clearTimeout(counting.current);
    },
    [],
  );
  useLiveChange(() => {
    for (const { path } of POLLS) void client.invalidateQueries({ queryKey: [path] });
  });
  useNews(({ all, rights, messages, notices, jobs = [], layers }) => {
    if (all) return void client.invalidateQueries();
    const tags = [...(messages ? ['message'] : []), ...(notices ? ['notice'] : []), ...(rights ? OF_RIGHTS : [])];
    if (tags.length > 0) void invalidate(client, tags);
    // What a menu offers is in the session's own grants.
    if (rights) void wire.renew();
    if (layers) count();
    if (jobs.length === 0) return;
    void client.invalidateQueries({ queryKey: [api.uploads.jobs.path] });
    for (const id of jobs) void client.invalidateQueries({ queryKey: keyOf(api.uploads.job, { params: { id } }) });
  });
}
