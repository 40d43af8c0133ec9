// Who has a role, what keeps it from being changed or deleted, and the role taken from all of them.
import { sql } from 'kysely';
import type { z } from 'zod';
import { BUILDERS, MANAGERS } from '../../../contract/catalogue';
import type { Page } from '../../../contract/schemas/common';
import type { Person } from '../../../contract/schemas/session';
import type { MemberQuery } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { ruled } from '../../http/errors';
import { countRows, listed } from '../../http/list';
import type { Caller } from '../../identity/caller';
import { matchPeople, namesQuery } from '../../identity/people';
import * as store from './store';

/** Why a caller may not change what a role grants. */
export const editProblem = (caller: Caller, role: store.RoleRow) =>
  role.of_superuser && !caller.superuser ? 'superuserOnly' : null;

/** Why a role cannot be deleted as long as people have it. */
export const removeProblem = (role: store.RoleRow) =>
  role.users ? ({ wording: 'roleInUse', params: { count: role.users } } as const) : null;

/** Refuses what would leave the caller without the modules by which roles and people are managed: nobody shuts the door behind themselves. */
export async function checkOwnWay(tx: Db, caller: Caller, role: store.RoleRow, next: readonly number[]): Promise<void> {
  if (!caller.roles.includes(role.id)) return;
  const lost = [BUILDERS, MANAGERS].filter((id) => role.modules.includes(id) && !next.includes(id));
  if (lost.length === 0) return;
  const rest = await store.getOtherModules(tx, caller.id, role.id);
  if (lost.some((id) => !rest.includes(id))) throw ruled('selfDemotion');
}

/** Deletes a role; `isTaken`: from everybody who has it, as an edit that empties it would take its rights from them. */
export async function removeRole(tx: Db, caller: Caller, role: store.RoleRow, isTaken: boolean) {
  const problem = removeProblem(role);
  if (problem && !isTaken) throw ruled(problem.wording, { params: problem.params });
  const edit = editProblem(caller, role);
  if (edit) throw ruled(edit);
  await checkOwnWay(tx, caller, role, []);
  if (problem) await store.takeFromAll(tx, role.id);
  await store.remove(tx, role.id);
  return {};
}

export async function listMembers(ctx: Ctx, role: number, query: z.infer<typeof MemberQuery>): Promise<Page<Person>> {
  const { engine, caller } = ctx;
  const { search, order } = query;
  const which = { search, order, role };
  return listed(ctx, query, {
    rows: async (_, slice) =>
      (await namesQuery(engine, caller.customer, { ...which, ...slice }).execute(engine.db)).rows,
    count: () => countRows(engine.db, sql`from account a where ${matchPeople(caller.customer, which)}`),
    // The order is that of people everywhere (orderPeople).
    orders: { name: sql`a.last_name`, username: sql`a.username`, id: sql`a.id` },
    first: 'name',
  });
}
