// SQL of saved questions. Every statement names the person: what is not theirs and not shared with them does not exist for them.
import { sql } from 'kysely';
import { MAX_LISTED_QUESTIONS, type SavedQuestion } from '../../../contract/schemas/boards/question';
import type { Db } from '../../db/engine';
import type { Caller } from '../../identity/caller';

export interface QuestionRow
  extends Pick<SavedQuestion, 'id' | 'label' | 'address' | 'audience' | 'roles' | 'version'> {
  account_id: number;
  created: Date;
  modified: Date;
}
export type QuestionParts = Pick<QuestionRow, 'label' | 'address' | 'audience' | 'roles'>;

/** Questions that a person reads: all, or one by its id. The own ones come first. Superusers read all that is shared. */
export async function listQuestions(db: Db, caller: Caller, id?: number): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select q.id, q.account_id, q.label, q.address, q.audience, q.created, q.modified, q.version,
        array(select r.role_id from question_role r where r.question_id = q.id order by 1) as roles
      from question q where q.customer_id = ${caller.customer}::int ${id === undefined ? sql`` : sql`and q.id = ${id}::int`}
        and (q.account_id = ${caller.id}::int or q.audience = 'all' or (q.audience = 'roles' and (${caller.superuser}::boolean
          or exists (select 1 from question_role r where r.question_id = q.id and r.role_id = any(${caller.roles}::int[])))))
      order by q.account_id <> ${caller.id}::int, record_fold(q.label), q.id limit ${MAX_LISTED_QUESTIONS}::int`.execute(
    db,
  );
  return rows;
}

/** Holds a question until the transaction ends. */
export async function holdQuestion(db: Db, id: number): Promise<void> {
  await sql`select id from question where id = ${id}::int for update`.execute(db);
}

export async function countOwn(db: Db, account: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from question where account_id = ${account}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

async function setRoles(db: Db, id: number, roles: readonly number[]): Promise<void> {
  await sql`delete from question_role where question_id = ${id}::int`.execute(db);
  await sql`
    insert into question_role (question_id, role_id) select ${id}::int, r.id from role r
      where r.id = any(${[...new Set(roles)]}::int[])`.execute(db);
}

export async function insertQuestion(db: Db, caller: Caller, at: Date, parts: QuestionParts): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into question (customer_id, account_id, label, address, audience, created, modified)
      values (${caller.customer}::int, ${caller.id}::int, ${parts.label}::text, ${parts.address}::text, ${parts.audience}::text,
        ${at}::timestamptz, ${at}::timestamptz) returning id`.execute(db);
  const { id } = rows[0] as { id: number };
  await setRoles(db, id, parts.roles);
  return id;
}

export async function updateQuestion(db: Db, id: number, at: Date, parts: QuestionParts): Promise<void> {
  await sql`
    update question set label = ${parts.label}::text, address = ${parts.address}::text, audience = ${parts.audience}::text,
        modified = ${at}::timestamptz where id = ${id}::int`.execute(db);
  await setRoles(db, id, parts.roles);
}

export async function removeQuestion(db: Db, id: number): Promise<void> {
  await sql`delete from question where id = ${id}::int`.execute(db);
}
