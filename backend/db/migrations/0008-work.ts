// Projects, messages, notices, announcements, tracks, settings of people, and the versions of the mobile program.
import { type Kysely, sql } from 'kysely';

const TABLES = [
  'customer_logo',
  'project_log',
  'project_person',
  'project_layer',
  'project',
  'message',
  'notice_recipient',
  'notice',
  'announcement',
  'track_point',
  'user_config',
  'app_version',
];

const CUSTOMER = sql`customer_id int not null references customer on delete cascade`;
const AUTHOR = (name: string) => sql`${sql.id(name)} int references account on delete set null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table customer_logo (customer_id int primary key references customer on delete cascade, footer text not null)`.execute(
    db,
  );
  // `worked`: everybody who ever was a member; none of them may approve, also not after leaving.
  await sql`
    create table project (
      id serial primary key, ${CUSTOMER}, name text not null, description text not null, region_id int references region on delete set null,
      due_date date, state smallint not null, first_id int, worked int[] not null default '{}', ${AUTHOR('creator_id')},
      created timestamptz not null default now(), modified timestamptz not null default now(), version int not null default 1)`.execute(
    db,
  );
  await sql`create index project_customer on project (customer_id, id)`.execute(db);
  await sql`create table project_layer (project_id int references project on delete cascade, layer_id int references layer on delete cascade, primary key (project_id, layer_id))`.execute(
    db,
  );
  await sql`create index project_layer_layer on project_layer (layer_id)`.execute(db);
  await sql`
    create table project_person (project_id int references project on delete cascade, account_id int references account on delete cascade,
      supervises boolean not null, primary key (project_id, account_id, supervises))`.execute(db);
  await sql`create index project_person_account on project_person (account_id)`.execute(db);
  await sql`
    create table project_log (id bigserial primary key, project_id int not null references project on delete cascade, ${AUTHOR('account_id')},
      at timestamptz not null, from_state smallint, to_state smallint not null, reason text)`.execute(db);
  await sql`create index project_log_project on project_log (project_id, id)`.execute(db);

  await sql`
    create table message (id bigserial primary key, sender_id int not null references account on delete cascade,
      receiver_id int not null references account on delete cascade, text text not null, at timestamptz not null, read_at timestamptz)`.execute(
    db,
  );
  await sql`create index message_thread on message (least(sender_id, receiver_id), greatest(sender_id, receiver_id), id)`.execute(
    db,
  );
  await sql`create index message_unread on message (receiver_id, sender_id) where read_at is null`.execute(db);
  await sql`create index message_sender on message (sender_id)`.execute(db);

  await sql`
    create table notice (id serial primary key, ${CUSTOMER}, ${AUTHOR('sender_id')}, subject text not null, text text not null, at timestamptz not null)`.execute(
    db,
  );
  await sql`create index notice_customer on notice (customer_id, id)`.execute(db);
  await sql`
    create table notice_recipient (id bigserial primary key, notice_id int not null references notice on delete cascade,
      account_id int not null references account on delete cascade, read_at timestamptz, unique (notice_id, account_id))`.execute(
    db,
  );
  await sql`create index notice_recipient_account on notice_recipient (account_id, notice_id)`.execute(db);
  await sql`
    create table announcement (id serial primary key, ${CUSTOMER}, ${AUTHOR('creator_id')}, title text not null, text text not null, at timestamptz not null)`.execute(
    db,
  );
  await sql`create index announcement_customer on announcement (customer_id, id)`.execute(db);

  // A device that sends a batch again adds nothing: one place for each person and instant.
  await sql`
    create table track_point (id bigserial primary key, ${CUSTOMER}, account_id int not null references account on delete cascade,
      at timestamptz not null, geom geometry(Point, 4326) not null, accuracy float8, unique (account_id, at))`.execute(
    db,
  );
  await sql`create index track_point_customer on track_point (customer_id, at)`.execute(db);
  await sql`create index track_point_at on track_point (at)`.execute(db);

  await sql`create table user_config (account_id int primary key references account on delete cascade, data jsonb not null)`.execute(
    db,
  );
  await sql`
    create table app_version (id serial primary key, ${CUSTOMER}, version text not null, is_required boolean not null, key text not null,
      sha256 text not null, size bigint not null, at timestamptz not null, unique (customer_id, version))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`drop table ${sql.table(table)}`.execute(db);
}
