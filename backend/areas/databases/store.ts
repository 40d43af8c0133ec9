// SQL of connections, and of how they did when they were last used.
import { type RawBuilder, sql } from 'kysely';
import type { Connection, ConnectionUsage, NewConnection } from '../../../contract/schemas/database';
import { type Db, holdsWords } from '../../db/engine';
import { countRows } from '../../http/list';

/** Layers of a connection that are named. */
const MAX_NAMES = 100;
const SHOWN = ['id', 'label', 'host', 'port', 'database', 'username', 'tls'] as const;
const STATE = sql<
  Connection['state']
>`case when c.at is null then 'new' when c.problem is null then 'ok' else 'failed' end`;

/** Layers `l` that are read from the connection of the statement around. */
const fromLayers = sql`from layer_sync s join layer l on l.id = s.layer_id
  where l.customer_id = arcsde.customer_id and l.deleted_at is null and (l.config->'source'->>'arcsde')::int = arcsde.id`;
const FACTS = [
  ...SHOWN,
  'c.at',
  'c.problem',
  sql<number>`(select count(*)::int ${fromLayers})`.as('layer_count'),
] as const;

const matching = (db: Db, customer: number, search: string | undefined) => {
  const query = db
    .selectFrom('arcsde')
    .leftJoin('arcsde_check as c', 'c.arcsde_id', 'arcsde.id')
    .where('customer_id', '=', customer);
  return search ? query.where(holdsWords(sql`label`, search)) : query;
};

/** Connections to choose from, for those who see no more of them. */
export const listNames = (db: Db, customer: number, end: RawBuilder<unknown>, search?: string) =>
  matching(db, customer, search).select(['id', 'label']).select(STATE.as('state')).modifyEnd(end).execute();

/** Connections with where they lead, how they did last, and what is read from them. */
export const list = (db: Db, customer: number, end: RawBuilder<unknown>, search?: string) =>
  matching(db, customer, search).select(FACTS).select(STATE.as('state')).modifyEnd(end).execute();

export const countMatches = (db: Db, customer: number, search?: string) =>
  countRows(db, sql`from (${matching(db, customer, search).select('id')}) c`);

/** The layers that are read from a connection: how many, and the first by name. */
export async function usage(db: Db, id: number): Promise<ConnectionUsage> {
  const { rows } = await sql<{ id: number; label: string; n: number }>`
    select l.id, l.label, count(*) over ()::int as n from arcsde, lateral (select l.id, l.label ${fromLayers}) l where arcsde.id = ${id}::int
      order by l.label, l.id limit ${MAX_NAMES}::int`.execute(db);
  return { count: rows[0]?.n ?? 0, layers: rows.map(({ id: layer, label }) => ({ id: layer, label })) };
}

/** Whether another connection of the customer goes by this name. Holds the customer, so that two cannot take it at once. */
export async function isNameTaken(db: Db, customer: number, label: string, except?: number): Promise<boolean> {
  await db.selectFrom('customer').select('id').where('id', '=', customer).forUpdate().execute();
  const { rows } = await sql`
    select 1 from arcsde where customer_id = ${customer}::int and record_fold(label) = record_fold(${label}::text) and id is distinct from ${except ?? null}::int`.execute(
    db,
  );
  return rows.length > 0;
}

/** A connection of this customer, with its sealed password. */
export const one = (db: Db, customer: number, id: number) =>
  db
    .selectFrom('arcsde')
    .leftJoin('arcsde_check as c', 'c.arcsde_id', 'arcsde.id')
    .selectAll('arcsde')
    .select(['c.at', 'c.problem', sql<number>`(select count(*)::int ${fromLayers})`.as('layer_count')])
    .select(STATE.as('state'))
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .executeTakeFirst();

export type ConnectionRow = Awaited<ReturnType<typeof one>> & object;

type Facts = Pick<ConnectionRow, (typeof SHOWN)[number] | 'state' | 'at' | 'problem' | 'layer_count'>;

/** As the wire shows it, without its password; `wordsOf` says a problem's code in words. */
export const toShown = (row: Facts, wordsOf: (code: string) => string): Connection => ({
  ...(Object.fromEntries(SHOWN.map((key) => [key, row[key]])) as Pick<Facts, (typeof SHOWN)[number]>),
  state: row.state,
  checked: row.at?.toISOString() ?? null,
  problem: row.problem === null ? null : wordsOf(row.problem),
  layer_count: row.layer_count,
});

/** Writes down how a connection did; `problem` is a code. */
export const setCheck = (db: Db, id: number, problem: string | null) =>
  sql`insert into arcsde_check (arcsde_id, at, problem) select id, now(), ${problem}::text from arcsde where id = ${id}::int
    on conflict (arcsde_id) do update set at = excluded.at, problem = excluded.problem`.execute(db);

/** A connection that was changed was not used yet. */
export const forgetCheck = (db: Db, id: number) => db.deleteFrom('arcsde_check').where('arcsde_id', '=', id).execute();

/** Holds a connection until the transaction ends. Undefined: there is none. */
export const hold = (db: Db, customer: number, id: number) =>
  db
    .selectFrom('arcsde')
    .select('id')
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirst();

type Kept = Omit<NewConnection, 'password' | 'port' | 'tls'> & { port: number; tls: boolean; secret: string };

export const insert = (db: Db, customer: number, row: Kept) =>
  db
    .insertInto('arcsde')
    .values({ customer_id: customer, ...row })
    .returning('id')
    .executeTakeFirstOrThrow();

export const update = (db: Db, customer: number, id: number, row: Kept) =>
  db.updateTable('arcsde').set(row).where('id', '=', id).where('customer_id', '=', customer).execute();

export const remove = (db: Db, customer: number, id: number) =>
  db.deleteFrom('arcsde').where('id', '=', id).where('customer_id', '=', customer).execute();
