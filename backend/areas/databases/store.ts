// SQL of connections, and of how they did when they were last used.
import { type RawBuilder, sql } from 'kysely';
import type { Connection, ListedConnection, NewConnection } from '../../../contract/schemas/database';
import type { Db } from '../../db/engine';

const SHOWN = ['id', 'label', 'host', 'port', 'database', 'username', 'tls'] as const;
const STATE = sql<
  Connection['state']
>`case when c.at is null then 'new' when c.problem is null then 'ok' else 'failed' end`;

/** Connections to choose from; `isWhole` tells where they lead too. */
export const list = (
  db: Db,
  customer: number,
  end: RawBuilder<unknown>,
  isWhole: boolean,
): Promise<ListedConnection[]> =>
  db
    .selectFrom('arcsde')
    .leftJoin('arcsde_check as c', 'c.arcsde_id', 'arcsde.id')
    .select(isWhole ? SHOWN : ['id', 'label'])
    .select(STATE.as('state'))
    .where('customer_id', '=', customer)
    .modifyEnd(end)
    .execute();

/** A connection of this customer, with its sealed password. */
export const one = (db: Db, customer: number, id: number) =>
  db
    .selectFrom('arcsde')
    .leftJoin('arcsde_check as c', 'c.arcsde_id', 'arcsde.id')
    .selectAll('arcsde')
    .select(STATE.as('state'))
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .executeTakeFirst();

export type ConnectionRow = Awaited<ReturnType<typeof one>> & object;

/** The same without its password. */
export const toShown = ({ id, label, host, port, database, username, tls, state }: ConnectionRow): Connection => ({
  id,
  label,
  host,
  port,
  database,
  username,
  tls,
  state,
});

/** Writes down how a connection did; `problem` is a code. */
export const setCheck = (db: Db, id: number, problem: string | null) =>
  sql`insert into arcsde_check (arcsde_id, at, problem) select id, now(), ${problem}::text from arcsde where id = ${id}::int
    on conflict (arcsde_id) do update set at = excluded.at, problem = excluded.problem`.execute(db);

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
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
    .then((created): Connection => ({ ...created, state: 'new' }));

export const update = (db: Db, customer: number, id: number, row: Kept) =>
  db.updateTable('arcsde').set(row).where('id', '=', id).where('customer_id', '=', customer).execute();

export const remove = (db: Db, customer: number, id: number) =>
  db.deleteFrom('arcsde').where('id', '=', id).where('customer_id', '=', customer).execute();
