// A right on the layer itself beside those on its records, a trash for layers, and a quick way to know which layers are supervised.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table layer_permission add column manage boolean not null default false`.execute(db);
  await sql`alter table layer add column supervised boolean not null generated always as (coalesce((config->>'supervised')::boolean, false)) stored,
    add column deleted_at timestamptz, add column deleted_by int references account(id) on delete set null`.execute(db);
  await sql`create index layer_supervised on layer (customer_id, id) where supervised`.execute(db);
  await sql`create index layer_deleted on layer (customer_id, deleted_at) where deleted_at is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // What lay in the trash would come back as if nothing had happened.
  await sql`delete from layer where deleted_at is not null`.execute(db);
  await sql`alter table layer drop column supervised, drop column deleted_at, drop column deleted_by`.execute(db);
  await sql`alter table layer_permission drop column manage`.execute(db);
}
