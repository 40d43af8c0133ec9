// People's names: beside what they did, and to choose from, a page at a time.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { SUPERVISORS } from '../../contract/catalogue';
import { fold } from '../../contract/fold';
import { LAYER_TYPES } from '../../contract/schemas/layer';
import type { Person } from '../../contract/schemas/session';
import type { PeopleQuery } from '../../contract/schemas/user';
import { type Db, type Engine, holdsKeyWords } from '../db/engine';

/** Where no limit is asked for the list ends here. */
const MAX_PEOPLE = 10_000;

type Query = z.infer<typeof PeopleQuery>;

/** Living people `a` of a customer who match what is typed and chosen. What they are searched by holds no telephone and no address. */
export const matchPeople = (customer: number, { search, role, ids }: Query): RawBuilder<boolean> =>
  sql<boolean>`a.customer_id = ${customer}::int and a.deleted_at is null
    ${search ? sql`and ${holdsKeyWords(sql`a.name_search`, search)}` : sql``}
    ${role === undefined ? sql`` : sql`and exists (select 1 from account_role ar where ar.account_id = a.id and ar.role_id = ${role}::int)`}
    ${ids ? sql`and a.id = any(${ids}::int[])` : sql``}`;

/** The order and the page; names in Persian, as the index `account_by_name` keeps them. */
export function orderPeople(collation: string, { limit = MAX_PEOPLE, offset = 0, order = 'name' }: Query) {
  const columns = { name: ['last_name', 'first_name', 'id'], username: ['username', 'id'], id: ['id'] };
  const way = order.startsWith('-') ? sql`desc` : sql`asc`;
  const keys = columns[order.replace('-', '') as keyof typeof columns].map((column) =>
    column === 'id' ? sql`a.id ${way}` : sql`${sql.ref(`a.${column}`)} collate ${sql.id(collation)} ${way}`,
  );
  return sql`order by ${sql.join(keys)} limit ${limit}::int offset ${offset}::int`;
}

/** A person as the interface names them: the full name, else the user name. */
export const displayName = ({ first_name, last_name, username }: Omit<Person, 'id'>): string =>
  `${first_name} ${last_name}`.trim() || username;

const selectNames = (engine: Engine, where: RawBuilder<boolean>, query: Query): RawBuilder<Person> => sql<Person>`
  select a.id, a.username, a.first_name, a.last_name from account a where ${where} ${orderPeople(engine.collation, query)}`;

/** Names of everybody, or of those who match. */
export const namesQuery = (engine: Engine, customer: number, query: Query) =>
  selectNames(engine, matchPeople(customer, query), query);

/** Those who may judge on some layer: the module that the call asks for, and the right to approve there. Who is locked cannot. */
const judges = sql<boolean>`not a.locked
  and exists (select 1 from account_role ar join role r on r.id = ar.role_id where ar.account_id = a.id and ${SUPERVISORS}::int = any(r.modules))
  and exists (select 1 from layer l where l.customer_id = a.customer_id and l.deleted_at is null and l.type <= ${LAYER_TYPES.polygon}::int
    and (a.is_superuser or l.owner_id = a.id or exists (select 1 from layer_permission lp join account_role ar on ar.role_id = lp.role_id
      where lp.layer_id = l.id and lp.approve and ar.account_id = a.id)))`;

export const judgesQuery = (engine: Engine, customer: number, query: Query) =>
  selectNames(engine, sql<boolean>`${matchPeople(customer, query)} and ${judges}`, query);

/** Names by id of people of a customer, also of deleted ones: whoever did something stays named. One query, whatever the number. */
export async function findPersons(
  db: Db,
  customer: number,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, Person>> {
  const distinctIds = [...new Set(ids)].filter((id) => id !== null);
  if (distinctIds.length === 0) return new Map();
  const { rows } = await sql<Person>`
    select a.id, a.username, a.first_name, a.last_name from account a
      where a.customer_id = ${customer}::int and a.id = any(${distinctIds}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
/** The account `a` as the wire names people. */
export const person = sql`jsonb_build_object('id', a.id, 'username', a.username, 'first_name', a.first_name, 'last_name', a.last_name)`;
/** The person in a column of a table's alias, as the wire names people. */
export const selectPerson = (column: `${string}.${string}_${'id' | 'by'}`) =>
  sql`(select ${person} from account a where a.id = ${sql.ref(column)})`;
/** How many of these people belong to the customer and are not deleted. */
export async function countPeople(db: Db, customer: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account where customer_id = ${customer}::int and deleted_at is null and id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Whether somebody else who signs in where this customer's people do has the name. */
export async function isNameTaken(db: Db, customer: number, username: string, except: number | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account a where a.realm = (select coalesce(c.public_host, c.host) from customer c where c.id = ${customer}::int)
      and a.name_key = ${fold(username)}::text and a.deleted_at is null and a.id is distinct from ${except}::int limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Of these names those that somebody who signs in there has, folded. One query, whatever the number. */
export async function findTakenNames(db: Db, customer: number, usernames: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name_key: string }>`
    select a.name_key from account a where a.realm = (select coalesce(c.public_host, c.host) from customer c where c.id = ${customer}::int)
      and a.name_key = any(${usernames.map(fold)}::text[]) and a.deleted_at is null`.execute(db);
  return new Set(rows.map((row) => row.name_key));
}
