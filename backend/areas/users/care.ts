// What an administrator does for one account beside editing it: its open sessions, a lost second factor, a name that is still free.
import { sql } from 'kysely';
import type { z } from 'zod';
import { fold } from '../../../contract/fold';
import type { OpenSession, OpenSessionQuery } from '../../../contract/schemas/people/sessions';
import type { Ctx } from '../../http/context';
import { notFound, ruled } from '../../http/errors';
import { countRows, listed } from '../../http/list';
import { displayName, findTakenNames } from '../../identity/people';
import { revokeSessions, voidCodes } from '../../identity/sessions';
import { sendNotice } from '../messages/notices';
import { touchProblem } from './rules';
import * as store from './store';
import { checkAbove, lockTarget } from './update-user';

/** Free names that are offered, and how many are tried for them. */
const OFFERED = 3;
const MAX_TRIES = 200;
/** The longest name that an account may have. */
const MAX_NAME = 150;

/** The person of a call about sessions, whom the caller may put out; a superuser's places are for superusers alone. */
async function findForSessions({ engine, caller }: Ctx, id: number): Promise<void> {
  const row = await store.find(engine.db, caller.customer, id);
  if (!row) throw notFound();
  const problem = touchProblem({ caller, target: { id, superuser: row.is_superuser }, act: 'logout' });
  if (problem) throw ruled(problem);
}

interface SessionRow {
  id: string;
  created: Date;
  last_refresh: Date;
  ip: string | null;
  agent: string | null;
}

export async function listSessions(ctx: Ctx, id: number, query: z.infer<typeof OpenSessionQuery>) {
  await findForSessions(ctx, id);
  const { db } = ctx.engine;
  const from = sql`from session s where s.account_id = ${id}::int and s.revoked_at is null and s.viewer_session is null`;
  return listed<OpenSession, 'last_used' | 'begun' | 'id'>(ctx, query, {
    rows: async (end) => {
      const { rows } =
        await sql<SessionRow>`select s.id, s.created, s.last_refresh, s.ip, s.agent ${from} ${end}`.execute(db);
      return rows.map((row) => ({
        id: row.id,
        begun: row.created.toISOString(),
        last_used: row.last_refresh.toISOString(),
        address: row.ip,
        agent: row.agent,
        current: row.id === ctx.caller.session,
      }));
    },
    count: () => countRows(db, from),
    orders: { last_used: sql`s.last_refresh`, begun: sql`s.created`, id: sql`s.id` },
    first: '-last_used',
  });
}

/** Ends one session of a person; one that has ended already is as well. */
export async function endSession(ctx: Ctx, id: number, session: string) {
  await findForSessions(ctx, id);
  await ctx.engine.db
    .updateTable('session')
    .set({ revoked_at: ctx.now(), previous_answer: null })
    .where('id', '=', session)
    .where('account_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return {};
}

/**
 * Takes the second factor off, for a person who has lost their telephone: the number is proved no more, so that whoever has found it
 * cannot come in by it, and all sessions end. The person is told.
 */
export async function resetTwoFactor(ctx: Ctx, id: string | number) {
  const { engine, caller, now } = ctx;
  await engine.db.transaction().execute(async (tx) => {
    const row = await lockTarget(tx, caller, id, 'edit');
    // One's own needs one's own password.
    if (row.id === caller.id) throw ruled('ownProfile');
    await checkAbove(tx, caller, row);
    if (!row.two_factor) return;
    await store.update(tx, row, { two_factor: false, proved_phone: null });
    await revokeSessions(tx, row.id, now());
    await voidCodes(tx, row.id);
    const by = await store.find(tx, caller.customer, caller.id);
    const name = by ? displayName(by) : caller.username;
    await sendNotice(tx, caller, { code: 'two_factor_reset', args: { name }, link: '/app/profile', recipients: [row.id], at: now() }); // biome-ignore format: one notice
  });
  return {};
}

/** Whether a user name is free where the caller's people sign in, and three like it that are. */
export async function findFreeNames({ engine: { db }, caller }: Ctx, username: string) {
  if (fold(username) === '') return { free: false, suggestions: [] };
  const stem = username.trim().slice(0, MAX_NAME - 3);
  const base = stem.replace(/(?<![\d۰-۹])[\d۰-۹]+$/, '') || stem;
  const candidates = Array.from({ length: MAX_TRIES }, (_, i) => `${base}${i + 2}`);
  const takenNames = await findTakenNames(db, caller.customer, [username, ...candidates]);
  if (!takenNames.has(fold(username))) return { free: true, suggestions: [] };
  return { free: false, suggestions: candidates.filter((name) => !takenNames.has(fold(name))).slice(0, OFFERED) };
}

/** What the members of these roles may do, and how many layers they see; roles of others grant nothing. */
export async function sumGrants({ engine: { db }, caller }: Ctx, groups: readonly number[]) {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'modules', 'custom_perms'])
    .where('customer_id', '=', caller.customer)
    .where('id', '=', sql<number>`any(${[...groups]}::int[])`)
    .execute();
  const { rows } = await sql<{ n: number }>`
    select count(distinct p.layer_id)::int as n from layer_permission p join layer l on l.id = p.layer_id and l.deleted_at is null
      where p.role_id = any(${roles.map(({ id }) => id)}::int[]) and p.view`.execute(db);
  const union = <T>(lists: T[][]) => [...new Set(lists.flat())].sort();
  return {
    modules: union(roles.map(({ modules }) => modules)).sort((a, b) => a - b),
    custom_perms: union(roles.map(({ custom_perms }) => custom_perms)),
    layer_count: rows[0]?.n ?? 0,
  };
}
