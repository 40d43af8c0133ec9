// SQL of what people say in a project, and of the templates that projects are made of.
import { type RawBuilder, sql } from 'kysely';
import type { TemplateData } from '../../../../contract/schemas/projects/project-work';
import type { Person } from '../../../../contract/schemas/session';
import type { Db } from '../../../db/engine';
import type { Caller } from '../../../identity/caller';
import { selectPerson } from '../../../identity/people';

export interface CommentRow {
  id: number;
  at: Date;
  text: string;
  person: Person | null;
  task: { id: number; label: string } | null;
}
const commentColumns = sql`c.id, c.at, c.text, ${selectPerson('c.account_id')} as person,
  (select jsonb_build_object('id', k.id, 'label', k.label) from project_task k where k.id = c.task_id) as task`;

export async function listComments(db: Db, project: number, end: RawBuilder<unknown>): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns} from project_comment c where c.project_id = ${project}::int ${end}`.execute(db);
  return rows;
}

export async function addComment(
  db: Db,
  c: { project: number; account: number; at: Date; text: string; task: number | null },
): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    with c as (insert into project_comment (project_id, account_id, at, text, task_id)
      values (${c.project}::int, ${c.account}::int, ${c.at}::timestamptz, ${c.text}::text, ${c.task}::int) returning *)
    select ${commentColumns} from c`.execute(db);
  return rows[0] as CommentRow;
}

export interface TemplateRow {
  id: number;
  account_id: number | null;
  name: string;
  shared: boolean;
  data: TemplateData;
}
/** Templates of one organisation: no list of them is longer. */
export const MAX_TEMPLATES = 500;

/** The own templates and those for everybody. What they name and is gone is left out; layers are for the caller to sift. */
export async function listTemplates(db: Db, { customer, id }: Caller, only?: number): Promise<TemplateRow[]> {
  const living = (key: string, table: RawBuilder<unknown>) => sql`coalesce((
    select jsonb_agg(x.id order by x.id) from ${table} x where x.customer_id = ${customer}::int and x.deleted_at is null
      and x.id in (select jsonb_array_elements_text(t.data->${sql.lit(key)})::int)), '[]'::jsonb)`;
  const { rows } = await sql<TemplateRow>`
    select t.id, t.account_id, t.name, t.shared, t.data || jsonb_build_object(
        'layers', ${living('layers', sql`layer`)}, 'members', ${living('members', sql`account`)}, 'supervisors', ${living('supervisors', sql`account`)},
        'region', (select r.id from region r where r.customer_id = ${customer}::int and r.id = (t.data->>'region')::int)) as data
      from project_template t where t.customer_id = ${customer}::int and (t.shared or t.account_id = ${id}::int)
        ${only === undefined ? sql`` : sql`and t.id = ${only}::int`}
      order by t.name, t.id limit ${MAX_TEMPLATES}::int`.execute(db);
  return rows;
}

export async function countTemplates(db: Db, customer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from project_template where customer_id = ${customer}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function addTemplate(
  db: Db,
  caller: Caller,
  t: { name: string; shared: boolean; data: TemplateData; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into project_template (customer_id, account_id, name, shared, data, created)
      values (${caller.customer}::int, ${caller.id}::int, ${t.name}::text, ${t.shared}::boolean, ${JSON.stringify(t.data)}::jsonb, ${t.at}::timestamptz)
      returning id`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** False: there is none that the caller may remove: the own ones, and all shared ones for a superuser. */
export async function removeTemplate(db: Db, caller: Caller, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from project_template where id = ${id}::int and customer_id = ${caller.customer}::int
      and (account_id = ${caller.id}::int ${caller.superuser ? sql`or shared` : sql``}) returning id`.execute(db);
  return rows.length > 0;
}
