// The rights of the signed-in person, for hiding what the server would reject. Never a decision.
'use client';
import { useMemo } from 'react';
import { api } from '../../contract';
import type { Needs } from '../../contract/define';
import { allows, type Who } from '../../contract/rights';
import { useRead } from './hooks';

/** The reader's modules and permissions; null until the response has come. */
export function useWho(): Who | null {
  const user = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  return useMemo(
    () =>
      user
        ? {
            modules: user.modules.map((m) => m.modules__id),
            perms: user.custom_perms,
            superuser: user.is_superuser,
          }
        : null,
    [user],
  );
}

/** Whether the reader fulfils a row's `needs`; false until the response has come. */
export const useMay = (needs: Needs): boolean => allows(useWho(), needs);
