// Roles and regions that many people get or lose in one transaction: all of them, or none.
import type { z } from 'zod';
import type { Memberships } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { getGrants } from '../../identity/grants';
import * as store from './store';
import { grantAll, lockTarget } from './update-user';

/**
 * Changes what each of the people has, as it is at that moment: of two who change the same people at once neither undoes what the other
 * did. Throws what an edit of one of them would throw.
 */
export async function changeMemberships(db: Db, caller: Caller, change: z.infer<typeof Memberships>) {
  await db.transaction().execute((tx) => changeWithin(tx, caller, change));
  return {};
}

/** The same inside a transaction of the caller's own. */
export async function changeWithin(
  tx: Db,
  caller: Caller,
  { users, groups, regions, take }: z.infer<typeof Memberships>,
) {
  // One order for all: regions first, as an edit of one person holds them, then the people by their ids.
  const before = regions ? [...(await store.getRegions(tx, users)).values()].flat() : [];
  await store.lockRegions(tx, caller.customer, [...new Set([...before, ...(regions ?? [])])]);
  const rows: store.PersonRow[] = [];
  for (const id of [...users].sort((a, b) => a - b)) rows.push(await lockTarget(tx, caller, id, 'edit'));
  const ids = rows.map(({ id }) => id);
  const [grants, limits] = [await getGrants(tx, ids), await store.getRegions(tx, ids)];
  const next = (had: readonly number[], changed: readonly number[] | undefined) => {
    if (!changed) return undefined;
    const rest = had.filter((id) => !changed.includes(id));
    return take ? rest : [...rest, ...changed];
  };
  for (const row of rows) {
    const had = {
      roles: grants.get(row.id)?.roles ?? [],
      regions: limits.get(row.id) ?? [],
      workdays: row.workdays,
    };
    await grantAll(tx, caller, row.id, had, { groups: next(had.roles, groups), regions: next(had.regions, regions) });
    // Whoever edits one of them meanwhile sees that they have changed.
    await store.update(tx, row, {});
  }
}
