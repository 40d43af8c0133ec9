// Who is bound to a region, and giving people to it and taking them from it by those who manage regions and not people.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { RegionPeopleChange, RegionPerson } from '../../../../contract/schemas/regions/reach';
import type { Person } from '../../../../contract/schemas/session';
import { type Db, type Engine, holdsKeyWords } from '../../../db/engine';
import { notFound, ruled } from '../../../http/errors';
import type { Caller } from '../../../identity/caller';
import { changeWithin } from '../../users/memberships';

const MAX_NAMES = 50;

const bound = (id: number, search: string | undefined) => sql`
  from account_region ar join account a on a.id = ar.account_id and a.deleted_at is null
    where ar.region_id = ${id}::int ${search ? sql`and ${holdsKeyWords(sql`a.name_search`, search)}` : sql``}`;
const isOnly = sql`not exists (select 1 from account_region o where o.account_id = a.id and o.region_id <> ar.region_id)`;

export const orders = ({ collation }: Engine) => ({
  name: sql`a.last_name collate ${sql.id(collation)}, a.first_name collate ${sql.id(collation)}`,
  id: sql`a.id`,
});

export async function list(
  db: Db,
  id: number,
  search: string | undefined,
  end: RawBuilder<unknown>,
): Promise<RegionPerson[]> {
  const { rows } = await sql<RegionPerson>`
    select a.id, a.username, a.first_name, a.last_name, ${isOnly} as only ${bound(id, search)} ${end}`.execute(db);
  return rows;
}

export async function count(db: Db, id: number, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${bound(id, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The first of those who have no region but this one; `among`: of these alone. */
export async function findSole(db: Db, id: number, among: readonly number[] | null): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select a.id, a.username, a.first_name, a.last_name ${bound(id, undefined)} and ${isOnly}
      ${among ? sql`and a.id = any(${[...among]}::int[])` : sql``} order by a.id limit ${MAX_NAMES}::int`.execute(db);
  return rows;
}

/** The first of the projects that have the region as their bounds and are not closed. */
export async function findProjects(db: Db, id: number, closed: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from project p where p.region_id = ${id}::int and p.state <> ${closed}::int order by p.id limit ${MAX_NAMES}::int`.execute(
    db,
  );
  return rows;
}

/**
 * Gives and takes in one transaction that holds the region. Whoever is bound gives and takes only inside their own regions; the last
 * region of a person goes only when `everywhere` says that this is known.
 */
export async function changePeople(
  tx: Db,
  caller: Caller,
  id: number,
  { add = [], remove = [], everywhere = false }: z.infer<typeof RegionPeopleChange>,
): Promise<void> {
  if (!caller.superuser && caller.regions.length > 0 && !caller.regions.includes(id)) throw ruled('regionForeign');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account_region where region_id = ${id}::int and account_id = any(${remove}::int[])`.execute(
    tx,
  );
  if (rows[0]?.n !== new Set(remove).size) throw notFound();
  const sole = everywhere ? [] : await findSole(tx, id, remove);
  if (sole.length > 0) throw ruled('regionLast', { params: { count: sole.length }, extra: { people: sole } });
  if (add.length > 0) await changeWithin(tx, caller, { users: add, regions: { add: [id] } });
  if (remove.length > 0) await changeWithin(tx, caller, { users: remove, regions: { remove: [id] } });
  // Two who change a region's people at once: the second has an older ETag.
  await sql`update region set label = label where id = ${id}::int`.execute(tx);
}
