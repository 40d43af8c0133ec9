// Questions of statistics that people save: their own, or shared with roles or with the organisation. They stood among the items of a person.
import { type Kysely, sql } from 'kysely';

const ITEM = 'statistics';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table question (id serial primary key, customer_id int not null references customer on delete cascade,
      account_id int not null references account on delete cascade, label text not null, address text not null,
      audience text not null check (audience in ('own', 'roles', 'all')), created timestamptz not null default now(),
      modified timestamptz not null default now(), version int not null default 1)`.execute(db);
  await sql`create index on question (account_id)`.execute(db);
  await sql`create index on question (customer_id) where audience <> 'own'`.execute(db);
  await sql`create trigger question_version before update on question for each row execute function raise_version()`.execute(
    db,
  );
  await sql`
    create table question_role (question_id int not null references question on delete cascade,
      role_id int not null references role on delete cascade, primary key (question_id, role_id))`.execute(db);
  await sql`create index on question_role (role_id)`.execute(db);
  await sql`
    insert into question (customer_id, account_id, label, address, audience, created, modified)
      select a.customer_id, i.account_id, i.label, i.data->>'address', 'own', i.created, i.created
        from user_item i join account a on a.id = i.account_id
        where i.type = ${sql.lit(ITEM)} and jsonb_typeof(i.data->'address') = 'string' and a.customer_id is not null order by i.id`.execute(
    db,
  );
  await sql`delete from user_item where type = ${sql.lit(ITEM)}`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into user_item (account_id, type, label, data, created)
      select account_id, ${sql.lit(ITEM)}, label, jsonb_build_object('address', address), created from question order by id`.execute(
    db,
  );
  await sql`drop table question_role`.execute(db);
  await sql`drop table question`.execute(db);
}
