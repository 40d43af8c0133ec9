// The audit tells which layer a call was about, and is read by layer, by person and by object without walking through the rest.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column layer_id int`.execute(db);
  await sql`create index audit_layer on audit (layer_id, id) where layer_id is not null`.execute(db);
  await sql`create index audit_account on audit (account_id, id)`.execute(db);
  await sql`create index audit_object on audit (customer_id, object, id) where object <> ''`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_object`.execute(db);
  await sql`drop index audit_account`.execute(db);
  await sql`alter table audit drop column layer_id`.execute(db);
}
