// SQL of boards. Every statement names the person: what is not theirs and not shared with them does not exist for them.
import { sql } from 'kysely';
import { type Board, MAX_LISTED_BOARDS } from '../../../contract/schemas/boards/board';
import type { Db } from '../../db/engine';
import type { Caller } from '../../identity/caller';

export interface BoardRow {
  id: number;
  account_id: number;
  label: string;
  widgets: Board['widgets'];
  filters: Board['filters'];
  refresh: Board['refresh'];
  audience: Board['audience'];
  locked: boolean;
  created: Date;
  modified: Date;
  version: number;
  roles: number[];
  first_for: number[];
  is_default: boolean;
  digest: Board['digest'];
}
export type BoardParts = Pick<
  BoardRow,
  'label' | 'widgets' | 'filters' | 'refresh' | 'audience' | 'locked' | 'roles' | 'first_for'
>;

/** Boards that a person reads: all, or one by its id. The own ones come first. Superusers read all that is shared. */
export async function listBoards(db: Db, caller: Caller, id?: number): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    with mine as materialized (
      select b.* from board b where b.customer_id = ${caller.customer}::int and (b.account_id = ${caller.id}::int or b.audience = 'all'
        or (b.audience = 'roles' and (${caller.superuser}::boolean
          or exists (select 1 from board_role r where r.board_id = b.id and r.is_reader and r.role_id = any(${caller.roles}::int[])))))),
    opening as (
      select coalesce(
        (select d.board_id from board_default d join mine m on m.id = d.board_id where d.account_id = ${caller.id}::int),
        (select r.board_id from board_role r join mine m on m.id = r.board_id
          where r.is_first and r.role_id = any(${caller.roles}::int[]) order by m.modified desc, m.id desc limit 1)) as id)
    select m.id, m.account_id, m.label, m.widgets, m.filters, m.refresh, m.audience, m.locked, m.created, m.modified, m.version,
        array(select r.role_id from board_role r where r.board_id = m.id and r.is_reader order by 1) as roles,
        array(select r.role_id from board_role r where r.board_id = m.id and r.is_first order by 1) as first_for,
        coalesce(m.id = (select o.id from opening o), false) as is_default,
        (select g.every from board_digest g where g.board_id = m.id and g.account_id = ${caller.id}::int) as digest
      from mine m where ${id === undefined ? sql`true` : sql`m.id = ${id}::int`}
      order by m.account_id <> ${caller.id}::int, record_fold(m.label), m.id limit ${MAX_LISTED_BOARDS}::int`.execute(
    db,
  );
  return rows;
}

/** Holds a board until the transaction ends. */
export async function holdBoard(db: Db, id: number): Promise<void> {
  await sql`select id from board where id = ${id}::int for update`.execute(db);
}

export async function countOwn(db: Db, account: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from board where account_id = ${account}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many of some roles the customer has. */
export async function countRoles(db: Db, customer: number, roles: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from role where customer_id = ${customer}::int and id = any(${[...roles]}::int[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function setRoles(db: Db, id: number, { roles, first_for }: BoardParts): Promise<void> {
  await sql`delete from board_role where board_id = ${id}::int`.execute(db);
  await sql`
    insert into board_role (board_id, role_id, is_reader, is_first)
      select ${id}::int, r.id, r.id = any(${roles}::int[]), r.id = any(${first_for}::int[]) from role r
        where r.id = any(${[...new Set([...roles, ...first_for])]}::int[])`.execute(db);
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

export async function insertBoard(db: Db, caller: Caller, at: Date, parts: BoardParts): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into board (customer_id, account_id, label, widgets, filters, refresh, audience, locked, created, modified)
      values (${caller.customer}::int, ${caller.id}::int, ${parts.label}::text, ${json(parts.widgets)}, ${json(parts.filters)}, ${parts.refresh}::int,
        ${parts.audience}::text, ${parts.locked}::boolean, ${at}::timestamptz, ${at}::timestamptz) returning id`.execute(
    db,
  );
  const { id } = rows[0] as { id: number };
  await setRoles(db, id, parts);
  return id;
}

export async function updateBoard(db: Db, id: number, at: Date, parts: BoardParts): Promise<void> {
  await sql`
    update board set label = ${parts.label}::text, widgets = ${json(parts.widgets)}, filters = ${json(parts.filters)}, refresh = ${parts.refresh}::int,
        audience = ${parts.audience}::text, locked = ${parts.locked}::boolean, modified = ${at}::timestamptz where id = ${id}::int`.execute(
    db,
  );
  await setRoles(db, id, parts);
}

export async function removeBoard(db: Db, id: number): Promise<void> {
  await sql`delete from board where id = ${id}::int`.execute(db);
}

/** The board that opens first for a person. */
export async function setDefault(db: Db, account: number, id: number, isDefault: boolean): Promise<void> {
  if (isDefault)
    await sql`
      insert into board_default (account_id, board_id) values (${account}::int, ${id}::int)
        on conflict (account_id) do update set board_id = excluded.board_id`.execute(db);
  else await sql`delete from board_default where account_id = ${account}::int and board_id = ${id}::int`.execute(db);
}
