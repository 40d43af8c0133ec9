// The values of a role's form, and what they are made of. Pure.
import { RoleScreens } from '@/contract/schemas/roles/screens';
import type { Role } from '@/contract/schemas/user';
import type { Standing } from '@/lib/form/use-resource-form';
import { isOffered } from '@/lib/routes/rules';
import { type Route, type RouteId, routes, SECTIONS, type Section } from '@/lib/routes/table';

const EMPTY = {
  name: '',
  modules: [] as number[],
  custom_perms: [] as string[],
  default_rights: [] as string[],
  interface: {} as Record<string, unknown>,
};
export type RoleValues = typeof EMPTY;
export const NEW_ROLE: Standing<RoleValues> = { values: EMPTY, etag: null };

export const toStanding = ({ body, etag }: { body: Role; etag: string | null }): Standing<RoleValues> => ({
  etag,
  values: {
    name: body.name,
    modules: body.modules,
    custom_perms: body.custom_perms,
    default_rights: body.default_rights ?? [],
    interface: body.interface,
  },
});

export const screensOf = (values: Pick<RoleValues, 'interface'>): RoleScreens => RoleScreens.parse(values.interface);

/** The interface with one choice changed; undefined takes it out. What other programs keep beside it stays. */
export function withScreen<K extends keyof RoleScreens>(
  { interface: before }: Pick<RoleValues, 'interface'>,
  key: K,
  value: RoleScreens[K],
): Record<string, unknown> {
  const { [key]: _, ...rest } = before;
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** Screens that can open after the sign-in, by section: those of the menu that these modules and permissions open. */
export function startScreens({ modules, custom_perms }: Pick<RoleValues, 'modules' | 'custom_perms'>) {
  const who = { modules, perms: custom_perms, superuser: false };
  const rows = Object.entries(routes) as [RouteId, Route][];
  return SECTIONS.map((section): { section: Section; screens: { id: RouteId; path: string }[] } => ({
    section,
    screens: rows
      .filter(([id, { menu, path }]) => menu?.section === section && !path.includes(':') && isOffered(who, id))
      .sort(([, one], [, other]) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
      .map(([id, { path }]) => ({ id, path })),
  })).filter(({ screens }) => screens.length > 0);
}
