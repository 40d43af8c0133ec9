// Opens sessions that see as somebody else. Nobody sees more by them than they could hand out: a superuser sees as anybody but another
// superuser, others only as people and roles that hold nothing beyond what they hold themselves.

import { allows, SEE_AS_KINDS, SEE_AS_NEEDS, SEE_AS_SECONDS, type SeeAsKind } from '../../../contract/rights';
import type { SeeAs, SeeAsAnswer, User } from '../../../contract/schemas/session';
import type { Ctx } from '../../http/context';
import { forbidden, notFound, Refusal, ruled } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { NOBODY } from '../../identity/caller';
import { type Grants, getGrants } from '../../identity/grants';
import { getScreens } from '../../identity/screens';
import * as roles from '../roles/store';
import * as people from '../users/store';
import { checkAbove, holdsRoles } from '../users/update-user';
import { getUser } from '../users/user-view';
import { checkKey, sealOpening } from './grant';
import * as store from './store';
import { openSession, type ViewRow } from './tokens';

/** Whom a session will see as: the account that it belongs to, who it is for its pages, and what it has beside. */
interface View {
  account: number;
  id: number;
  username: string;
  label: string;
  modules: readonly number[];
  perms: readonly string[];
  extra: Omit<ViewRow, 'viewer_session'>;
}

/** A person who is no superuser, and who has nothing that the caller could not give. */
async function findPerson({ engine: { db }, caller }: Ctx, id: number): Promise<View> {
  if (id === caller.id) throw ruled('seeAsSelf');
  const row = await store.findById(db, id);
  if (!row || row.customer_id !== caller.customer) throw notFound();
  if (row.is_superuser) throw ruled('seeAsSuperuser');
  if (row.locked) throw ruled('seeAsLocked');
  await db
    .transaction()
    .execute((tx) => checkAbove(tx, caller, row))
    .catch((error) => {
      throw error instanceof Refusal && error.wording === 'personAbove' ? ruled('seeAsAbove') : error;
    });
  const label = [row.first_name, row.last_name].filter(Boolean).join(' ') || row.username;
  const { modules, perms } = (await getGrants(db, [id])).get(id) as Grants;
  return { account: id, id, username: row.username, label, modules, perms, extra: {} };
}

const ofNobody = (label: string) => ({ id: NOBODY, username: label, label });

async function findRole({ engine: { db }, caller }: Ctx, id: number): Promise<View> {
  const role = await roles.find(db, caller.customer, id);
  if (!role) throw notFound();
  if (!(await holdsRoles(db, caller, [role]))) throw ruled('seeAsAbove');
  const { name, modules, custom_perms: perms } = role;
  return { account: caller.id, ...ofNobody(name), modules, perms, extra: { view_role: id } };
}

/** A region of those that the caller may see in. */
async function findRegion({ engine: { db }, caller }: Ctx, id: number): Promise<View> {
  const region = await store.findRegion(db, caller.customer, id);
  if (!region) throw notFound();
  if (!caller.superuser && caller.regions.length > 0 && !caller.regions.includes(id)) throw ruled('seeAsAbove');
  const { modules, perms } = caller;
  return { account: caller.id, ...ofNobody(region.label), modules, perms, extra: { view_region: id } };
}

const FINDERS = { user: findPerson, role: findRole, region: findRegion } satisfies Record<SeeAsKind, unknown>;

/** Opens the session; it ends with the caller's own, and after 15 minutes. */
export async function seeAs(ctx: Ctx, { otp, ...target }: SeeAs): Promise<SeeAsAnswer> {
  const { engine, caller, now, actor } = ctx;
  const document = checkKey(otp);
  const kind = SEE_AS_KINDS.find((one) => target[one] !== undefined) as SeeAsKind;
  const id = target[kind] as number;
  if (!allows(caller, SEE_AS_NEEDS[kind])) throw forbidden();
  actor.viewAs = `${kind} ${id}`;
  const view = await FINDERS[kind](ctx, rowId(id));
  const tokens = await openSession(
    engine.db,
    view.account,
    now(),
    SEE_AS_SECONDS,
    {},
    {
      ...view.extra,
      viewer_session: caller.session,
    },
  );
  const { id: person, username, modules, perms } = view;
  const access = await sealOpening(ctx, document, {
    tokens,
    person: { id: person, username, is_superuser: false },
    modules,
    perms,
    seconds: SEE_AS_SECONDS,
  });
  return { access, label: view.label, until: new Date(now().getTime() + SEE_AS_SECONDS * 1000).toISOString() };
}

/** Ends the view. Who sees as nobody else has nothing to end. */
export async function endSeeAs({ engine, caller, now }: Ctx): Promise<Record<string, never>> {
  if (!caller.viewer) throw notFound();
  await store.revokeSession(engine.db, caller.session, now());
  return {};
}

/** The caller's own profile. An imagined person has that of whoever looks, without what is theirs alone. */
export async function getProfile(ctx: Ctx): Promise<User> {
  const { engine, caller } = ctx;
  const screens = { interface: await getScreens(engine.db, caller) };
  if (!caller.viewer || caller.id !== NOBODY)
    return { ...(await getUser(ctx, caller.customer, caller.id)), ...screens };
  const own = await getUser(ctx, caller.customer, caller.viewer.id);
  const [kind] = caller.viewer.as.split(' ');
  const names = await people.getRoleNames(engine.db, caller.roles);
  const labels = await people.getRegionLabels(engine.db, caller.regions);
  const label = (kind === 'role' ? names.get(caller.roles[0] ?? 0) : labels.get(caller.regions[0] ?? 0)) ?? '';
  return {
    ...own,
    ...screens,
    ...{ id: NOBODY, username: label, first_name: '', last_name: '', email: '', phone: '', image: null },
    ...{ is_superuser: false, two_factor: false, phone_proved: false, workdays: [] },
    groups: caller.roles,
    groups_detail: caller.roles.map((id) => ({ id, name: names.get(id) ?? '' })),
    regions: caller.regions,
    regions_detail: caller.regions.map((id) => ({ id, label: labels.get(id) ?? '' })),
    modules: caller.modules.map((modules__id) => ({ modules__id })),
    custom_perms: [...caller.perms],
  };
}
