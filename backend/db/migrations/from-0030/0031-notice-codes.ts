// Notices of the product itself are kept as a code with arguments and worded for whoever reads them.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `removed_at`: taken from the sender's list; its receivers keep it.
  await sql`alter table notice add column automatic boolean not null default false, add column code text, add column args jsonb,
    add column removed_at timestamptz, add constraint notice_code check (code is null or (automatic and args is not null))`.execute(
    db,
  );
  // Until now only the product set a link. What it wrote stays as it is, in the language of that time.
  await sql`update notice set automatic = true where link is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from notice where removed_at is not null`.execute(db);
  // Without its code a notice says what is left of it.
  await sql`update notice set subject = coalesce(args->>'layer', args->>'name', code), text = coalesce(args->>'reason', '') where code is not null`.execute(
    db,
  );
  await sql`alter table notice drop column automatic, drop column code, drop column args, drop column removed_at`.execute(
    db,
  );
}
