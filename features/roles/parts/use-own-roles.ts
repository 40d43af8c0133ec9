// The roles of whoever edits: what they may give on new layers, and which role is their last way to people and roles.
'use client';
import { useQueries } from '@tanstack/react-query';
import { BUILDERS, MANAGERS } from '@/contract/catalogue';
import { api } from '@/contract/index';
import type { Role } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';

export function useOwnRoles() {
  const user = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const ids = user?.groups ?? [];
  const roles = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(api.roles.one, { params: { id } }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(api.roles.one, { params: { id } }, { signal }),
    })),
    combine: (reads) => reads.flatMap(({ data }): Role[] => (data ? [data] : [])),
  });
  return {
    id: user?.id ?? null,
    defaults: new Set(roles.flatMap((role) => role.default_rights ?? [])),
    /** The modules of people and roles that nothing but this role gives to the person. */
    lastWay: (role: number): number[] => {
      if (!ids.includes(role)) return [];
      const others = roles.filter(({ id }) => id !== role).flatMap(({ modules }) => modules);
      const own = roles.find(({ id }) => id === role)?.modules ?? [];
      return [BUILDERS, MANAGERS].filter((module) => own.includes(module) && !others.includes(module));
    },
  };
}
