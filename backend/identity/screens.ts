// What the roles of a person say together of the screens: docs/adr/0045.
import { SCREENS } from '../../contract/catalogue';
import { allows, type Who } from '../../contract/rights';
import { RoleScreens, type SessionScreens } from '../../contract/schemas/roles/screens';
import type { Db } from '../db/engine';

/** Whether the person may open the screen at an address without parameters. */
const mayOpen = (who: Who, url: string): boolean =>
  SCREENS.some((screen) => screen.url === url && !url.includes(':') && allows(who, screen.needs));

/**
 * Of each choice the first role counts that makes one, the oldest role first; a start screen that the person may not open is none.
 * A tool is hidden only where every role hides it: another role never takes something away.
 */
export function mergeScreens(roles: readonly RoleScreens[], who: Who): SessionScreens {
  const first = <K extends keyof RoleScreens>(key: K) => roles.find((role) => role[key] !== undefined)?.[key];
  const [one, ...others] = roles.map((role) => new Set(role.hidden_tools ?? []));
  return {
    start: roles.find(({ start }) => start !== undefined && mayOpen(who, start))?.start ?? null,
    hidden_tools: [...(one ?? [])].filter((tool) => others.every((other) => other.has(tool))).sort(),
    base_map: first('base_map') ?? null,
    env: first('env') ?? null,
  };
}

/** What the person's roles say of the screens. `roles` are ids. */
export async function getScreens(db: Db, who: Who & { roles: readonly number[] }): Promise<SessionScreens> {
  const rows = who.roles.length
    ? await db
        .selectFrom('role')
        .select('interface')
        .where('id', 'in', [...who.roles])
        .orderBy('id')
        .execute()
    : [];
  return mergeScreens(
    rows.map((row) => RoleScreens.parse(row.interface)),
    who,
  );
}
