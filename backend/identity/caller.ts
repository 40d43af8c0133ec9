// Who is calling, with all rights, read at most once a second for each access token.
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { allows, SEE_AS_NEEDS, type Who } from '../../contract/rights';
import type { Rights } from '../../contract/schemas/layer';
import type { Db } from '../db/engine';
import type { Tables } from '../db/tables';
import { createFreshCache } from './fresh-cache';
import { type Grants, getGrants } from './grants';

export interface Caller extends Who {
  id: number;
  session: string;
  customer: number;
  username: string;
  /** Regions that limit what is seen; empty for no limit. */
  regions: number[];
  /** The same with each region's revision: other tiles when a region changes its shape. */
  regionKey: string;
  /** Supervised layers in which the person approves nothing: approved records alone, or also the own work (backend/geo/sight.ts). */
  approvedIn: number[];
  ownIn: number[];
  roles: number[];
  /** Rights that the roles get on each new layer. */
  defaults: string[];
  /** Days on which the person may work, 1 (Saturday) to 7 (Friday); empty for every day. */
  workdays: number[];
  /** Whether the password has to be changed before anything else. */
  mustChange: boolean;
  /** When all that the customer holds of plans ends; null for a customer without plans. */
  planEnds: Date | null;
  rightsOn(layer: { id: number; owner_id: number | null; customer_id: number }): Rights;
  /** Ids of layers that a role opens; superusers see all of their customer. */
  granted: ReadonlyMap<number, Rights>;
  /** What they own opens nothing by itself: a key of theirs names its layers. */
  onlyGranted?: true;
  /** Who looks, where this is somebody whom another sees as; such a caller only reads. `as` says what is seen, as the audit does. */
  viewer?: { id: number; as: string };
}

/** The id of the imagined person who has a role alone, or stands in a region: nobody's, so nothing is their own. */
export const NOBODY = 0;

export const ALL: Rights = {
  view: true,
  add: true,
  edit: true,
  delete: true,
  export: true,
  approve: true,
  manage: true,
};
export const NONE: Rights = {
  view: false,
  add: false,
  edit: false,
  delete: false,
  export: false,
  approve: false,
  manage: false,
};

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const selectPeople = (db: Db) =>
  db
    .selectFrom('account as a')
    .select(['a.id', 'a.customer_id', 'a.username', 'a.is_superuser', 'a.workdays', 'a.must_change'])
    .select((e) =>
      e
        .selectFrom('subscription as u')
        .select((u) => u.fn.max('u.ends').as('ends'))
        .whereRef('u.customer_id', '=', 'a.customer_id')
        .as('plan_ends'),
    )
    .where('a.locked', '=', false)
    .where('a.deleted_at', 'is', null);

type Person = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

/** Supervised layers of the person's customer that are not the own ones. */
async function supervisedLayers(db: Db, person: Person): Promise<number[]> {
  const rows = await db
    .selectFrom('layer')
    .select('id')
    .where('customer_id', '=', person.customer_id)
    .where('supervised', '=', true)
    .where((e) => e.or([e('owner_id', 'is', null), e('owner_id', '<>', person.id)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** The regions that limit a person, or the one that is given, with their revisions. */
const selectRegions = (db: Db, person: number, region: number | null) =>
  region === null
    ? db
        .selectFrom('account_region as ar')
        .innerJoin('region as g', 'g.id', 'ar.region_id')
        .select(['g.id', 'g.rev'])
        .where('ar.account_id', '=', person)
        .orderBy('g.id')
        .execute()
    : db.selectFrom('region as g').select(['g.id', 'g.rev']).where('g.id', '=', region).execute();

/** What an imagined person has in place of what the account has. */
interface Override {
  grants: Grants;
  region: number | null;
}

/** A person with all rights as they are now. */
async function toCaller(db: Db, person: Person, session: string, override?: Override): Promise<Caller> {
  const grants = override?.grants ?? ((await getGrants(db, [person.id])).get(person.id) as Grants);
  const regions = await selectRegions(db, person.id, override?.region ?? null);
  const { rows } = await sql<Rights & { layer_id: number }>`
      select layer_id, bool_or(view) as view, bool_or(add) as add, bool_or(edit) as edit, bool_or(delete) as delete, bool_or(export) as export, bool_or(approve) as approve, bool_or(manage) as manage
        from layer_permission where role_id = any(${grants.roles}::int[]) group by layer_id`.execute(db);
  const granted = new Map(rows.map(({ layer_id, ...rights }) => [layer_id, rights]));
  const supervised = person.is_superuser ? [] : await supervisedLayers(db, person);
  const reviewed = supervised.filter((layer) => granted.get(layer)?.view && !granted.get(layer)?.approve);
  const isWriter = (layer: number) => granted.get(layer)?.add === true || granted.get(layer)?.edit === true;
  return {
    id: person.id,
    session,
    customer: person.customer_id,
    username: person.username,
    superuser: person.is_superuser,
    ...grants,
    workdays: person.workdays,
    mustChange: person.must_change,
    planEnds: person.plan_ends && new Date(person.plan_ends),
    regions: regions.map((r) => r.id),
    approvedIn: reviewed.filter((layer) => !isWriter(layer)),
    ownIn: reviewed.filter(isWriter),
    regionKey: regions.map((r) => `${r.id}.${r.rev}`).join(','),
    granted,
    rightsOn: (layer) =>
      layer.customer_id !== person.customer_id
        ? NONE
        : person.is_superuser || layer.owner_id === person.id
          ? ALL
          : (granted.get(layer.id) ?? NONE),
  };
}

/** The person of a job, as a caller without a session; null where they are locked or gone. */
export async function getCallerById(db: Db, id: number): Promise<Caller | null> {
  const person = await selectPeople(db).where('a.id', '=', id).executeTakeFirst();
  return person ? toCaller(db, person, '') : null;
}

type SessionRow = Pick<Selectable<Tables['session']>, 'viewer_session' | 'view_role' | 'view_region'> & {
  session: string;
};

/**
 * Whom a session sees as: the account's own person, or an imagined one with a role alone, or with all that the looking person has but
 * inside one region. Null where the looking person's session has ended, they may no longer look, or a superuser would be seen.
 */
async function toView(db: Db, person: Person, row: SessionRow): Promise<Caller | null> {
  const viewerRow = await selectPeople(db)
    .innerJoin('session as s', 's.account_id', 'a.id')
    .where('s.id', '=', row.viewer_session)
    .where('s.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!viewerRow || viewerRow.must_change) return null;
  const own = (await getGrants(db, [viewerRow.id])).get(viewerRow.id) as Grants;
  const kind = row.view_role !== null ? 'role' : row.view_region !== null ? 'region' : 'user';
  if (!allows({ ...own, superuser: viewerRow.is_superuser }, SEE_AS_NEEDS[kind])) return null;
  const see = async (as: string, whom: Person, override?: Override): Promise<Caller> => ({
    ...(await toCaller(db, whom, row.session, override)),
    viewer: { id: viewerRow.id, as },
  });
  if (kind === 'user') return person.is_superuser ? null : see(`user ${person.id}`, person);
  const nobody: Person = { ...viewerRow, id: NOBODY, is_superuser: false, workdays: [] };
  if (kind === 'region') return see(`region ${row.view_region}`, nobody, { grants: own, region: row.view_region });
  const role = await db.selectFrom('role').selectAll().where('id', '=', row.view_role).executeTakeFirst();
  if (!role) return null;
  const grants = { roles: [role.id], modules: role.modules, perms: role.custom_perms, defaults: role.default_rights };
  return see(`role ${role.id}`, nobody, { grants, region: null });
}

/** Looks callers up by access token. A revoked session, a lock or a changed right counts within a second. */
export function callers(db: Db, now: () => Date) {
  async function load(hash: string): Promise<Caller | null> {
    const person = await selectPeople(db)
      .innerJoin('session as s', 's.account_id', 'a.id')
      .select(['s.id as session', 's.viewer_session', 's.view_role', 's.view_region'])
      .where('s.access_hash', '=', hash)
      .where('s.revoked_at', 'is', null)
      .where('s.access_until', '>', now())
      .executeTakeFirst();
    if (!person) return null;
    return person.viewer_session === null ? toCaller(db, person, person.session) : toView(db, person, person);
  }
  const cache = createFreshCache<Caller | null>(5000);
  function of(token: string): Promise<Caller | null> {
    const hash = hashOf(token);
    return cache.get(hash, () => load(hash));
  }

  return {
    of,
    /** The same as it is at this moment, for who was told that rights have changed. */
    async fresh(token: string): Promise<Caller | null> {
      cache.delete(hashOf(token));
      return of(token);
    },
    /** Milliseconds for which what is known of the holder of a token is believed. */
    freshFor: (token: string): number => cache.freshFor(hashOf(token)),
    /** Rights have changed in this process: nobody waits for the second to pass. */
    forget: () => cache.clear(),
  };
}
export type Callers = ReturnType<typeof callers>;
/** The custom permission without which nobody gives a second approval. */
export const SECOND_APPROVAL = 'second_approval';
