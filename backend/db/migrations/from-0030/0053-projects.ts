// The work inside projects: how many approvals, who submitted last, cells that people take, what they say, templates, reminders.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Before projects are shut: it reads all records.
  await sql`create index record_returned on record (layer_id) where status = 4 and deleted_at is null`.execute(db);
  await sql`
    alter table project add column approvals smallint not null default 2 check (approvals in (1, 2)),
      add column submitted_id int references account on delete set null, add column submitted timestamptz, add column reminded date`.execute(
    db,
  );
  // What the log knows already.
  await sql`
    update project p set submitted_id = g.account_id, submitted = g.at
      from (select distinct on (project_id) project_id, account_id, at from project_log where to_state = 3 order by project_id, id desc) g
      where g.project_id = p.id`.execute(db);
  await sql`create index project_due on project (due_date) where state in (2, 3, 4, 6) and due_date is not null`.execute(
    db,
  );
  // A cell that somebody took is theirs until `until`; one that was handed to them, for good.
  await sql`
    create table project_task (
      id serial primary key, project_id int not null references project on delete cascade, label text not null, geom geometry(Geometry, 4326) not null,
      state text not null default 'open' check (state in ('open', 'taken', 'done', 'checked')),
      account_id int references account on delete set null, until timestamptz, done timestamptz, checked_id int references account on delete set null,
      reason text)`.execute(db);
  await sql`create index project_task_project on project_task (project_id, state)`.execute(db);
  await sql`create index project_task_account on project_task (account_id) where account_id is not null`.execute(db);
  await sql`
    create table project_comment (id bigserial primary key, project_id int not null references project on delete cascade,
      account_id int references account on delete set null, at timestamptz not null, text text not null,
      task_id int references project_task on delete set null)`.execute(db);
  await sql`create index project_comment_project on project_comment (project_id, id)`.execute(db);
  await sql`
    create table project_template (id serial primary key, customer_id int not null references customer on delete cascade,
      account_id int references account on delete set null, name text not null, shared boolean not null, data jsonb not null, created timestamptz not null)`.execute(
    db,
  );
  await sql`create index project_template_customer on project_template (customer_id, id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['project_template', 'project_comment', 'project_task'])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`drop index record_returned, project_due`.execute(db);
  await sql`
    alter table project drop column approvals, drop column submitted_id, drop column submitted, drop column reminded`.execute(
    db,
  );
}
