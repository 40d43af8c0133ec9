// Roles, regions and days of many people in one transaction of the caller's: all of them, or none.
import type { Db } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { getGrants } from '../../identity/grants';
import * as store from './store';
import { grantAll, lockTarget } from './update-user';

interface Change {
  add?: readonly number[] | undefined;
  remove?: readonly number[] | undefined;
}

/** What people get and lose; what they have beside it stays. `workdays` are those that they have instead. */
export interface MembershipChange {
  users: readonly number[];
  groups?: Change | undefined;
  regions?: Change | undefined;
  workdays?: readonly number[] | undefined;
}

function next(had: readonly number[], change: Change | undefined): number[] | undefined {
  if (!change) return undefined;
  const { add = [], remove = [] } = change;
  return [...had.filter((id) => !remove.includes(id) && !add.includes(id)), ...add];
}

/**
 * Changes what each of the people has, as it is at that moment: of two who change the same people at once neither undoes what the other
 * did. Throws what an edit of one of them would throw.
 */
export async function changeWithin(
  tx: Db,
  caller: Caller,
  { users, groups, regions, workdays }: MembershipChange,
): Promise<void> {
  // One order for all: regions first, as an edit of one person holds them, then the people by their ids.
  const before = regions ? [...(await store.getRegions(tx, users)).values()].flat() : [];
  await store.lockRegions(tx, caller.customer, [...new Set([...before, ...(regions?.add ?? [])])]);
  const rows: store.PersonRow[] = [];
  for (const id of [...users].sort((a, b) => a - b)) rows.push(await lockTarget(tx, caller, id, 'edit'));
  const ids = rows.map(({ id }) => id);
  const [grants, limits] = [await getGrants(tx, ids), await store.getRegions(tx, ids)];
  for (const row of rows) {
    const had = {
      roles: grants.get(row.id)?.roles ?? [],
      regions: limits.get(row.id) ?? [],
      workdays: row.workdays,
    };
    await grantAll(tx, caller, row.id, had, {
      groups: next(had.roles, groups),
      regions: next(had.regions, regions),
      workdays: workdays && [...workdays],
    });
    // Whoever edits one of them meanwhile sees that they have changed.
    await store.update(tx, row, workdays ? { workdays: [...workdays] } : {});
  }
}
