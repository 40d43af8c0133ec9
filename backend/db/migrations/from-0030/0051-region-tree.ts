// Regions one inside another, with a code that files and other systems know them by, a colour and a note.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `code_key` is the folded code: ۱۲ and 12 are one.
  await sql`
    alter table region add column parent_id int references region on delete set null, add column code text, add column code_key text,
      add column colour text, add column note text not null default ''`.execute(db);
  await sql`create unique index region_code on region (customer_id, code_key)`.execute(db);
  await sql`create index region_parent on region (parent_id)`.execute(db);
  // Its keys are boxes: what lies in view is found without reading a shape.
  await sql`create index region_box on region using gist (geom)`.execute(db);
  await sql`create index account_region_region on account_region (region_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index account_region_region, region_box, region_parent, region_code`.execute(db);
  await sql`
    alter table region drop column parent_id, drop column code, drop column code_key, drop column colour, drop column note`.execute(
    db,
  );
}
