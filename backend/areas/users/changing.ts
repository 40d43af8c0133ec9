// Making and changing people, each in one transaction, with the rules of giving checked on what is there at that moment.
import { sql } from 'kysely';
import type { z } from 'zod';
import { MANAGERS } from '../../../contract/catalogue';
import { passwordProblem } from '../../../contract/password';
import type { Rights } from '../../../contract/schemas/layer';
import type { UserEdit } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { invalid, notFound, Refusal, ruled } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { type Caller, NONE } from '../../identity/caller';
import { getGrants } from '../../identity/grants';
import { revokeAll, voidCodes } from '../../identity/sessions';
import { type Act, covers, type Giver, holds, isAbove, isLast, mayLimit, touchProblem } from './rules';
import * as store from './store';

/** A caller as the rules of giving know him. `layers` are those that the question is about, with their owners. */
export const giverOf = (caller: Caller, owners: ReadonlyMap<number, number | null>): Giver => ({
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

/** Those of the roles of which the caller holds everything, on layers too. One query, whatever their number. */
export async function findHeldRoles(db: Db, caller: Caller, roles: readonly RoleContents[]): Promise<Set<number>> {
  if (caller.superuser || roles.length === 0) return new Set(roles.map((role) => role.id));
  // Roles that have the same rights on a layer come as one row.
  const { rows } = await sql<Rights & { layer_id: number; owner_id: number | null; roles: number[] }>`
    select p.layer_id, l.owner_id, p.view, p.add, p.edit, p.delete, p.export, p.approve, p.manage, array_agg(p.role_id) as roles
      from layer_permission p join layer l on l.id = p.layer_id and l.deleted_at is null where p.role_id = any(${roles.map((r) => r.id)}::int[])
      group by p.layer_id, l.owner_id, p.view, p.add, p.edit, p.delete, p.export, p.approve, p.manage`.execute(db);
  const giver = giverOf(caller, new Map(rows.map((row) => [row.layer_id, row.owner_id])));
  const beyond = new Set(rows.flatMap((row) => (covers(giver.rights(row.layer_id), row) ? [] : row.roles)));
  const none = { layers: new Map<number, Rights>() };
  const held = roles.filter((r) => !beyond.has(r.id) && holds(giver, { modules: r.modules, perms: r.custom_perms, ...none })); // biome-ignore format: one condition
  return new Set(held.map((role) => role.id));
}

/** Whether the caller holds all that these roles hold. */
export const holdsRoles = async (db: Db, caller: Caller, roles: readonly RoleContents[]): Promise<boolean> =>
  (await findHeldRoles(db, caller, roles)).size === roles.length;

/** Whom the caller may act upon: held until the transaction ends. 404 for others' people, a sentence where a rule forbids it. */
export async function holdTarget(tx: Db, caller: Caller, id: string | number, act: Act): Promise<store.PersonRow> {
  const number = rowId(id);
  // Superusers are held before the person, always in the same order, so that two who act on each other do not wait for ever.
  if (caller.superuser) await store.holdSuperusers(tx, caller.customer);
  const row = await store.hold(tx, caller.customer, number);
  if (!row) throw notFound();
  const problem = touchProblem({ caller, target: { id: row.id, superuser: row.is_superuser }, act });
  if (problem) throw ruled(problem);
  return row;
}

/** Refuses what would leave the organisation without a superuser who can sign in. */
export async function notTheLast(tx: Db, row: store.PersonRow): Promise<void> {
  if (row.is_superuser && isLast(await store.holdSuperusers(tx, row.customer_id), row.id)) throw ruled('lastSuperuser');
}

/** Name, password, telephone and address open an account: whoever changes them must hold all that its owner holds, and see as far. */
export async function checkAbove(tx: Db, caller: Caller, { id, workdays }: store.PersonRow): Promise<void> {
  if (caller.superuser || caller.id === id) return;
  const regions = (await store.regionsOf(tx, [id])).get(id) ?? [];
  const roles = (await getGrants(tx, [id])).get(id)?.roles ?? [];
  const held = await findHeldRoles(tx, caller, await store.holdRoles(tx, caller.customer, roles));
  if (isAbove(caller, { roles, regions, workdays }, held)) throw ruled('personAbove');
}

export function checkPassword(password: string, person: Parameters<typeof passwordProblem>[1]): void {
  const problem = passwordProblem(password, person);
  if (problem) throw new Refusal(400, problem, { fields: { password: problem } });
}

/** Writes the roles that somebody is to have; those that he has already are no gift. */
async function giveRoles(tx: Db, caller: Caller, id: number, had: readonly number[], wanted: readonly number[]) {
  const roles = await store.holdRoles(tx, caller.customer, wanted);
  if (roles.length !== wanted.length) throw notFound();
  if (!(await holdsRoles(tx, caller, roles.filter((r) => !had.includes(r.id))))) throw ruled('grantBeyond'); // biome-ignore format: one question
  if (caller.id === id && !roles.some((r) => r.modules.includes(MANAGERS))) throw ruled('selfDemotion');
  await store.setRoles(tx, id, wanted);
}

async function limit(tx: Db, caller: Caller, id: number, had: readonly number[] | null, wanted: readonly number[]) {
  if ((await store.holdRegions(tx, caller.customer, wanted)) !== wanted.length) throw notFound();
  const giver = { superuser: caller.superuser, limit: caller.regions };
  if (!mayLimit(giver, had, wanted)) throw ruled('limitBeyond');
  await store.setRegions(tx, id, wanted);
}

type Fields = z.infer<typeof UserEdit>;

/** Writes roles, regions and days of a person; `had` is null for a new one, who begins with nothing. */
export async function give(
  tx: Db,
  caller: Caller,
  id: number,
  had: { roles: readonly number[]; regions: readonly number[]; workdays: readonly number[] } | null,
  body: Pick<Fields, 'groups' | 'regions' | 'workdays'>,
): Promise<void> {
  if (body.groups) await giveRoles(tx, caller, id, had?.roles ?? [], body.groups);
  const regions = body.regions ?? (had ? undefined : []);
  if (regions) await limit(tx, caller, id, had?.regions ?? null, regions);
  const workdays = body.workdays ?? (had ? undefined : []);
  const giver = { superuser: caller.superuser, limit: caller.workdays };
  if (workdays && !mayLimit(giver, had?.workdays ?? null, workdays)) throw ruled('limitBeyond');
}

/** Only a superuser may so much as name the flag. */
export function checkFlag(caller: Caller, flag: boolean | undefined): void {
  if (flag !== undefined && !caller.superuser) throw invalid('is_superuser');
}

/** Changes a person who is there. `image` is the key of his new picture; answers the key of the old one. */
export async function change(
  tx: Db,
  { caller, now }: Pick<Ctx, 'caller' | 'now'>,
  id: string | number,
  { groups, regions, workdays, password: _, image: __, ...fields }: Fields,
  made: { image?: string | null; password_hash?: string },
): Promise<string | null> {
  // Regions before people, as their removal holds them: the other way round the two could wait for each other.
  if (regions) await store.holdRegions(tx, caller.customer, regions);
  const row = await holdTarget(tx, caller, id, 'edit');
  // The own ones need the own password.
  if (caller.id === row.id && (['phone', 'email'] as const).some((key) => (fields[key] ?? row[key]) !== row[key]))
    throw ruled('ownProfile');
  const opens = (['username', 'phone', 'email'] as const).some(
    (key) => fields[key] !== undefined && fields[key] !== row[key],
  );
  if (opens || made.password_hash) await checkAbove(tx, caller, row);
  if (fields.is_superuser === false && row.is_superuser) {
    if (caller.id === row.id) throw ruled('selfDemotion');
    await notTheLast(tx, row);
  }
  const had = {
    roles: (await getGrants(tx, [row.id])).get(row.id)?.roles ?? [],
    regions: (await store.regionsOf(tx, [row.id])).get(row.id) ?? [],
    workdays: row.workdays,
  };
  await give(tx, caller, row.id, had, { groups, regions, workdays });
  await store.update(tx, row, { ...fields, ...(workdays ? { workdays } : {}), ...made });
  const moved = fields.phone !== undefined && fields.phone !== row.phone;
  if (!made.password_hash && !moved) return row.image;
  await revokeAll(tx, row.id, now());
  await voidCodes(tx, row.id);
  return row.image;
}
