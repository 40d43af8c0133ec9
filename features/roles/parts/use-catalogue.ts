// What a role is built from, by name: modules, permissions, and the screens that they open.
'use client';
import { MODULES, PERMS } from '@/contract/catalogue';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

export function useCatalogue() {
  const modules = useRead(api.roles.modules, {}, FOREVER);
  const perms = useRead(api.roles.customPerms, {}, FOREVER);
  const urls = useRead(api.roles.urls, {}, FOREVER);
  return {
    moduleIds: modules.data?.map(({ id }) => id) ?? MODULES,
    permIds: perms.data?.map(({ codename }) => codename) ?? PERMS,
    urls: urls.data ?? [],
    isPending: modules.isPending || perms.isPending || urls.isPending,
    error: modules.error ?? perms.error ?? urls.error,
    retry: () => void Promise.all([modules.refetch(), perms.refetch(), urls.refetch()]),
    moduleName: (id: number) => modules.data?.find((one) => one.id === id)?.name ?? String(id),
    permName: (codename: string) => perms.data?.find((one) => one.codename === codename)?.name ?? codename,
  };
}
