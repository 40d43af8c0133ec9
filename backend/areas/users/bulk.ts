// One change of many people. Each has a transaction of their own: whom a rule forbids to change is named with it, the others are done.
import { sql } from 'kysely';
import type { BulkDone, EditBulk } from '../../../contract/schemas/people/bulk';
import type { Db } from '../../db/engine';
import { insertAuditLine } from '../../http/audit';
import type { Ctx } from '../../http/context';
import { notFound, Refusal, say } from '../../http/errors';
import { displayName, findPersons } from '../../identity/people';
import { revokeSessions } from '../../identity/sessions';
import * as settings from '../settings/store';
import { changeWithin } from './memberships';
import * as store from './store';
import { checkNotLast, lockTarget } from './update-user';

/** Refuses the whole for what nobody can be given: a role, a region or an arrangement that is not there. */
async function checkThings({ engine: { db }, caller }: Ctx, { groups, regions, env }: EditBulk): Promise<void> {
  const roles = groups?.add ?? [];
  const answer = await sql<{ roles: number; regions: number }>`select
    (select count(*)::int from role where customer_id = ${caller.customer}::int and id = any(${roles}::int[])) as roles,
    (select count(*)::int from region where customer_id = ${caller.customer}::int and id = any(${regions?.add ?? []}::int[])) as regions`.execute(
    db,
  );
  const [counts] = answer.rows;
  if (counts?.roles !== roles.length || counts.regions !== (regions?.add ?? []).length) throw notFound();
  if (env !== undefined && (await settings.envs(db, caller.id, { id: env })).length === 0) throw notFound();
}

async function changePerson(tx: Db, { caller, now }: Ctx, id: number, change: EditBulk): Promise<void> {
  const { groups, regions, workdays, locked, env, sign_out } = change;
  // Regions are held before people (changeWithin).
  if (groups || regions || workdays) await changeWithin(tx, caller, { users: [id], groups, regions, workdays });
  if (locked !== undefined) {
    const row = await lockTarget(tx, caller, id, locked ? 'lock' : 'unlock');
    if (locked) await checkNotLast(tx, row);
    await store.update(tx, row, { locked });
  }
  if (sign_out) await lockTarget(tx, caller, id, 'logout');
  // The lock's end brings no old session back; whoever signs many out stays in.
  if (locked || sign_out) await revokeSessions(tx, id, now(), id === caller.id ? caller.session : null);
  if (env !== undefined && id !== caller.id) {
    await lockTarget(tx, caller, id, 'edit');
    await settings.copyEnv(tx, caller.id, env, [id]);
  }
}

/** A line of the audit for each of them: the call's own line names nobody. */
async function writeLines({ engine, caller, requestId, ip }: Ctx, done: readonly number[]): Promise<void> {
  const line = { request_id: requestId, customer_id: caller.customer, account_id: caller.id, call: 'users.editBulk', status: 200, ip, layer_id: null }; // biome-ignore format: one line
  if (done.length > 0) await insertAuditLine(engine.db, done.map((id) => ({ ...line, object: String(id) }))); // biome-ignore format: one line
}

export async function editBulk(ctx: Ctx, change: EditBulk): Promise<BulkDone> {
  const { engine, caller, lang } = ctx;
  await checkThings(ctx, change);
  const done: number[] = [];
  const refusals: { id: number; why: string }[] = [];
  for (const id of change.users)
    try {
      await engine.db.transaction().execute((tx) => changePerson(tx, ctx, id, change));
      done.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const words = error.status === 404 ? 'personGone' : error.wording;
      refusals.push({ id, why: say(lang, words, error.more.params ?? {}) });
    }
  await writeLines(ctx, done);
  const people = await findPersons(
    engine.db,
    caller.customer,
    refusals.map(({ id }) => id),
  );
  const nameOf = (id: number) => {
    const person = people.get(id);
    return person ? displayName(person) : '';
  };
  return { done, refused: refusals.map(({ id, why }) => ({ id, name: nameOf(id), why })) };
}
