// What roles grant to people.
import { sql } from 'kysely';
import type { Db } from '../db/engine';

export interface Grants {
  roles: number[];
  modules: number[];
  perms: string[];
  /** Rights that the roles get on each new layer. */
  defaults: string[];
}

/** What the roles of some accounts grant them, by account; those without a role are there too. The one reading of it. */
export async function getGrants(db: Db, accounts: readonly number[]): Promise<Map<number, Grants>> {
  const rows = accounts.length
    ? await db
        .selectFrom('role as r')
        .innerJoin('account_role as ar', 'ar.role_id', 'r.id')
        .select(['ar.account_id', 'r.id', 'r.modules', 'r.custom_perms', 'r.default_rights'])
        .where('ar.account_id', '=', sql<number>`any(${[...accounts]}::int[])`)
        .orderBy('r.id')
        .execute()
    : [];
  const by = new Map<number, Grants>(accounts.map((id) => [id, { roles: [], modules: [], perms: [], defaults: [] }]));
  for (const row of rows) {
    const grants = by.get(row.account_id);
    if (!grants) continue;
    grants.roles.push(row.id);
    grants.modules.push(...row.modules);
    grants.perms.push(...row.custom_perms);
    grants.defaults.push(...row.default_rights);
  }
  for (const grants of by.values()) {
    grants.modules = [...new Set(grants.modules)].sort((a, b) => a - b);
    grants.perms = [...new Set(grants.perms)].sort();
    grants.defaults = [...new Set(grants.defaults)].sort();
  }
  return by;
}
