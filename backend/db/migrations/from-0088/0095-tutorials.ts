// What an organisation teaches its people in its own words, with a video; its bytes count as the customer's.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tutorial (id serial primary key, customer_id int not null references customer on delete cascade,
      creator_id int references account on delete set null, title text not null, text text not null, link text,
      audience text not null default 'all' check (audience in ('all', 'roles')), position int not null, at timestamptz not null,
      edited_at timestamptz, video_key text, video_name text, video_type text, video_size bigint, version int not null default 1)`.execute(
    db,
  );
  await sql`create index on tutorial (customer_id, position)`.execute(db);
  await sql`create index on tutorial (creator_id)`.execute(db);
  await sql`
    create table tutorial_role (tutorial_id int not null references tutorial on delete cascade,
      role_id int not null references role on delete cascade, primary key (tutorial_id, role_id))`.execute(db);
  await sql`create index on tutorial_role (role_id)`.execute(db);
  // Another place in the order changes nothing that somebody else is editing.
  await sql`create trigger tutorial_version before update on tutorial for each row when (old.position = new.position)
    execute function raise_version()`.execute(db);
  await sql`
    create function tutorial_counted() returns trigger language plpgsql as
      'begin
        update customer set files_bytes = files_bytes
            + case when tg_op = ''DELETE'' then 0 else coalesce(new.video_size, 0) end
            - case when tg_op = ''INSERT'' then 0 else coalesce(old.video_size, 0) end
          where id = coalesce(new.customer_id, old.customer_id);
        return null;
      end'`.execute(db);
  await sql`create trigger tutorial_counted after insert or delete or update of video_size on tutorial
    for each row execute function tutorial_counted()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Row by row, so that the bytes of videos are taken off again.
  await sql`delete from tutorial`.execute(db);
  await sql`drop table tutorial_role`.execute(db);
  await sql`drop table tutorial`.execute(db);
  await sql`drop function tutorial_counted`.execute(db);
}
