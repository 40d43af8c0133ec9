// SQL of the list of people: its filters, its orders, a page of it; and how many layers one of them sees.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { USER_ORDERS, type UserQuery } from '../../../contract/schemas/user';
import { type Db, type Engine, holdsKeyWords } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { COLUMNS, lastSeen, selectPeople } from './store';

type Query = z.infer<typeof UserQuery>;

function selectMatching(db: Db, customer: number, query: Query) {
  let matches = selectPeople(db, customer);
  if (query.search) matches = matches.where(holdsKeyWords(sql`a.search`, query.search));
  if (query.groups)
    matches = matches.where(
      sql<boolean>`exists (select 1 from account_role ar where ar.account_id = a.id and ar.role_id = any(${query.groups}::int[]))`,
    );
  if (query.regions)
    matches = matches.where(
      sql<boolean>`exists (select 1 from account_region ar where ar.account_id = a.id and ar.region_id = any(${query.regions}::int[]))`,
    );
  if (query.created_date_after)
    matches = matches.where(sql<boolean>`a.created >= ${dayStart(query.created_date_after)}`);
  if (query.created_date_before)
    matches = matches.where(sql<boolean>`a.created < ${dayEnd(query.created_date_before)}`);
  if (query.last_seen_after) matches = matches.where(sql<boolean>`${lastSeen} >= ${dayStart(query.last_seen_after)}`);
  if (query.last_seen_before) {
    const before = sql<boolean>`${lastSeen} < ${dayEnd(query.last_seen_before)}`;
    matches = matches.where(query.last_seen_after ? before : sql<boolean>`(${before} or ${lastSeen} is null)`);
  }
  if (query.two_factor !== undefined) matches = matches.where('a.two_factor', '=', query.two_factor);
  if (query.superuser !== undefined) matches = matches.where('a.is_superuser', '=', query.superuser);
  return query.locked === undefined ? matches : matches.where('a.locked', '=', query.locked);
}

const COLLATED: readonly string[] = ['username', 'first_name', 'last_name'];

/** What people are sorted by; names as words. */
export const orders = ({ collation }: Engine) =>
  Object.fromEntries(
    USER_ORDERS.map((key) => {
      // Who never was there stands before all who were.
      if (key === 'last_seen') return [key, sql`coalesce(${lastSeen}, '-infinity'::timestamptz)`];
      const column = sql.ref(`a.${key}`);
      return [key, COLLATED.includes(key) ? sql`${column} collate ${sql.id(collation)}` : column];
    }),
  ) as Record<(typeof USER_ORDERS)[number], RawBuilder<unknown>>;

/** A page of people, without those who are deleted. */
export const list = (db: Db, customer: number, query: Query, end: RawBuilder<unknown>) =>
  selectMatching(db, customer, query)
    .select(COLUMNS.map((c) => `a.${c}` as const))
    .select(lastSeen.as('last_seen'))
    .modifyEnd(end)
    .execute();

export async function count(db: Db, customer: number, query: Query): Promise<number> {
  const { n } = await selectMatching(db, customer, query)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** How many layers a person sees: those that a role of theirs opens, and their own; superusers all. */
export async function countLayers(db: Db, customer: number, account: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from layer l join account a on a.id = ${account}::int
      where l.customer_id = ${customer}::int and l.deleted_at is null and (a.is_superuser or l.owner_id = a.id
        or l.id in (select p.layer_id from layer_permission p join account_role ar on ar.role_id = p.role_id where ar.account_id = a.id and p.view))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
