// The audit tells which layer a call was about, and is read by each of its filters without walking through the rest: each index leads to
// the lines of a filter, the newest first.
import { type Kysely, sql } from 'kysely';

const INDEXES = {
  audit_moment: sql`(at)`,
  audit_layer: sql`(layer_id, id) where layer_id is not null`,
  audit_account: sql`(account_id, id)`,
  audit_object: sql`(customer_id, object, id) where object <> ''`,
  audit_area: sql`(customer_id, split_part(call, '.', 1), id)`,
  audit_refused: sql`(customer_id, id) where status >= 400`,
  audit_ip: sql`(customer_id, ip text_pattern_ops, id)`,
  audit_request: sql`using hash (request_id)`,
};

export const first = (db: Kysely<unknown>) => sql`alter table audit add column if not exists layer_id int`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) await sql`create index ${sql.id(name)} on audit ${on}`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of Object.keys(INDEXES)) await sql`drop index ${sql.id(name)}`.execute(db);
  await sql`alter table audit drop column layer_id`.execute(db);
}
