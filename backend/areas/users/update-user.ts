// Creates and changes users, each in one transaction, with the rules of granting checked on what is there at that moment.
import { sql } from 'kysely';
import type { z } from 'zod';
import { MANAGERS } from '../../../contract/catalogue';
import { passwordProblem } from '../../../contract/password';
import type { Rights } from '../../../contract/schemas/layer';
import { RIGHTS, type UserEdit } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { type FieldSentences, notFound, ruled } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { checkVersion } from '../../http/version';
import { type Caller, NONE } from '../../identity/caller';
import { getGrants } from '../../identity/grants';
import { isNameTaken } from '../../identity/people';
import { revokeSessions, voidCodes } from '../../identity/sessions';
import { type Act, canLimit, type Granter, holdsAll, isAbove, isLast, touchProblem } from './rules';
import * as store from './store';

/** A caller as the rules of granting know them. `layers` are those that the question is about, with their owners. */
export const toGranter = (caller: Caller, owners: ReadonlyMap<number, number | null>): Granter => ({
  superuser: caller.superuser,
  modules: caller.modules,
  perms: caller.perms,
  rights: (id) =>
    owners.has(id) ? caller.rightsOn({ id, owner_id: owners.get(id) ?? null, customer_id: caller.customer }) : NONE,
});

interface RoleContents {
  id: number;
  modules: number[];
  custom_perms: string[];
}

/** Rights on layers that the caller lacks: `p` is a line of a role, `m` what the caller's own roles give there. Owners have all of them. */
const lacks = sql.join(
  RIGHTS.map((right) => sql`(p.${sql.id(right)} and not coalesce(m.${sql.id(right)}, false))`),
  sql` or `,
);

/** Those of the roles of which the caller holds everything, on layers too. One query, whatever their number; only roles come back. */
export async function findHeldRoles(db: Db, caller: Caller, roles: readonly RoleContents[]): Promise<Set<number>> {
  if (caller.superuser || roles.length === 0) return new Set(roles.map((role) => role.id));
  const ids = roles.map((role) => role.id);
  const own = sql.join(RIGHTS.map((right) => sql`bool_or(${sql.id(right)}) as ${sql.id(right)}`));
  const { rows } = await sql<{ id: number }>`
    with m as materialized (select layer_id, ${own} from layer_permission where role_id = any(${caller.roles}::int[]) group by layer_id)
    select distinct p.role_id as id from layer_permission p join layer l on l.id = p.layer_id and l.deleted_at is null
        left join m on m.layer_id = p.layer_id
      where p.role_id = any(${ids}::int[]) and l.owner_id is distinct from ${caller.id}::int and (${lacks})
    union select id from role where id = any(${ids}::int[]) and not default_rights <@ ${caller.defaults}::text[]`.execute(
    db,
  );
  const beyond = new Set(rows.map(({ id }) => id));
  const granter = toGranter(caller, new Map());
  const none = { layers: new Map<number, Rights>() };
  const heldRoles = roles.filter((r) => !beyond.has(r.id) && holdsAll(granter, { modules: r.modules, perms: r.custom_perms, ...none })); // biome-ignore format: one condition
  return new Set(heldRoles.map((role) => role.id));
}

/** Whether the caller holds all that these roles hold. */
export const holdsRoles = async (db: Db, caller: Caller, roles: readonly RoleContents[]): Promise<boolean> =>
  (await findHeldRoles(db, caller, roles)).size === roles.length;

/** Whom the caller may act upon: held until the transaction ends. 404 for others' people, a sentence where a rule forbids it. */
export async function lockTarget(tx: Db, caller: Caller, id: string | number, act: Act): Promise<store.PersonRow> {
  const number = rowId(id);
  // Superusers are held before the person, always in the same order, so that two who act on each other do not wait for ever.
  if (caller.superuser) await store.lockSuperusers(tx, caller.customer);
  const row = await store.lock(tx, caller.customer, number);
  if (!row) throw notFound();
  const problem = touchProblem({ caller, target: { id: row.id, superuser: row.is_superuser }, act });
  if (problem) throw ruled(problem);
  return row;
}

/** Refuses what would leave the organisation without a superuser who can sign in. */
export async function checkNotLast(tx: Db, row: store.PersonRow): Promise<void> {
  if (row.is_superuser && isLast(await store.lockSuperusers(tx, row.customer_id), row.id)) throw ruled('lastSuperuser');
}

/** Name, password, telephone and address open an account: whoever changes them must hold all that its owner holds, and see as far. */
export async function checkAbove(
  tx: Db,
  caller: Caller,
  { id, workdays }: Pick<store.PersonRow, 'id' | 'workdays'>,
): Promise<void> {
  if (caller.superuser || caller.id === id) return;
  const regions = (await store.getRegions(tx, [id])).get(id) ?? [];
  const roles = (await getGrants(tx, [id])).get(id)?.roles ?? [];
  const heldRoles = await findHeldRoles(tx, caller, await store.lockRoles(tx, caller.customer, roles));
  if (isAbove(caller, { roles, regions, workdays }, heldRoles)) throw ruled('personAbove');
}

/** What forbids fields of a new person or of one who is there: all that is known before anything is written. */
export async function checkPerson(
  { engine, caller }: Ctx,
  fields: Partial<Fields>,
  _params?: unknown,
  person?: store.PersonRow,
): Promise<FieldSentences> {
  const { username, password } = fields;
  const isTaken =
    username !== undefined && (await isNameTaken(engine.db, caller.customer, username, person?.id ?? null));
  const weakness = password === undefined ? null : passwordProblem(password, { ...person, ...fields });
  return {
    // Only a superuser may so much as name the flag.
    ...(fields.is_superuser !== undefined && !caller.superuser ? { is_superuser: 'field_wrong' } : {}),
    ...(isTaken ? { username: 'usernameTaken' } : {}),
    ...(weakness ? { password: weakness } : {}),
  };
}

/** Writes the roles that somebody is to have; those that they have already are not granted. */
async function grantRoles(tx: Db, caller: Caller, id: number, had: readonly number[], newRoles: readonly number[]) {
  const roles = await store.lockRoles(tx, caller.customer, newRoles);
  if (roles.length !== newRoles.length) throw notFound();
  if (!(await holdsRoles(tx, caller, roles.filter((r) => !had.includes(r.id))))) throw ruled('grantBeyond'); // biome-ignore format: one question
  if (caller.id === id && !roles.some((r) => r.modules.includes(MANAGERS))) throw ruled('selfDemotion');
  await store.setRoles(tx, id, newRoles);
}

async function limitRegions(
  tx: Db,
  caller: Caller,
  id: number,
  had: readonly number[] | null,
  newRegions: readonly number[],
) {
  if ((await store.lockRegions(tx, caller.customer, newRegions)) !== newRegions.length) throw notFound();
  const granter = { superuser: caller.superuser, limit: caller.regions };
  if (!canLimit(granter, had, newRegions)) throw ruled('limitBeyond');
  await store.setRegions(tx, id, newRegions);
}

export type Fields = z.infer<typeof UserEdit>;

/** Writes roles, regions and days of a person; `had` is null for a new one, who begins with nothing. */
export async function grantAll(
  tx: Db,
  caller: Caller,
  id: number,
  had: { roles: readonly number[]; regions: readonly number[]; workdays: readonly number[] } | null,
  body: Pick<Fields, 'groups' | 'regions' | 'workdays'>,
): Promise<void> {
  if (body.groups) await grantRoles(tx, caller, id, had?.roles ?? [], body.groups);
  const regions = body.regions ?? (had ? undefined : []);
  if (regions) await limitRegions(tx, caller, id, had?.regions ?? null, regions);
  const workdays = body.workdays ?? (had ? undefined : []);
  const granter = { superuser: caller.superuser, limit: caller.workdays };
  if (workdays && !canLimit(granter, had?.workdays ?? null, workdays)) throw ruled('limitBeyond');
}

/** Changes a person who is there. `image` is the key of the new picture; returns the key of the old one. */
export async function updateUser(
  tx: Db,
  ctx: Ctx,
  id: string | number,
  { groups, regions, workdays, must_change_password: must_change, password: _, image: __, ...fields }: Fields,
  written: { image?: string | null; password_hash?: string },
): Promise<string | null> {
  const { caller, now } = ctx;
  // Regions before people, as their removal holds them: the other way round the two could wait for each other.
  if (regions) await store.lockRegions(tx, caller.customer, regions);
  const row = await lockTarget(tx, caller, id, 'edit');
  await checkVersion(ctx, tx, ['account', row.id]);
  // The own ones need the own password.
  if (caller.id === row.id && (['phone', 'email'] as const).some((key) => (fields[key] ?? row[key]) !== row[key]))
    throw ruled('ownProfile');
  const changesAccess = (['username', 'phone', 'email'] as const).some(
    (key) => fields[key] !== undefined && fields[key] !== row[key],
  );
  const forces = must_change !== undefined && must_change !== row.must_change;
  if (changesAccess || forces || written.password_hash) await checkAbove(tx, caller, row);
  if (fields.is_superuser === false && row.is_superuser) {
    if (caller.id === row.id) throw ruled('selfDemotion');
    await checkNotLast(tx, row);
  }
  const had = {
    roles: (await getGrants(tx, [row.id])).get(row.id)?.roles ?? [],
    regions: (await store.getRegions(tx, [row.id])).get(row.id) ?? [],
    workdays: row.workdays,
  };
  await grantAll(tx, caller, row.id, had, { groups, regions, workdays });
  const rest = { ...(workdays ? { workdays } : {}), ...(must_change === undefined ? {} : { must_change }) };
  await store.update(tx, row, { ...fields, ...rest, ...written });
  const hasNewPhone = fields.phone !== undefined && fields.phone !== row.phone;
  if (!written.password_hash && !hasNewPhone) return row.image;
  await revokeSessions(tx, row.id, now());
  await voidCodes(tx, row.id);
  return row.image;
}
