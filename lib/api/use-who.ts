// What the reader may do, for hiding what the server would refuse. Never a decision.
'use client';
import { api } from '../../contract';
import type { Needs } from '../../contract/define';
import { allows } from '../../contract/rights';
import { useRead } from './hooks';

/** Whether the reader fulfils a row's `needs`; false until the answer is there. */
export function useMay(needs: Needs): boolean {
  const user = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  if (!user) return false;
  return allows(
    {
      modules: user.modules.map((m) => m.modules__id),
      perms: user.custom_perms,
      superuser: user.is_superuser,
    },
    needs,
  );
}
