// SQL of unpublishing, and of taking that back: what goes is put aside for some seconds, row by row as it was.
import { sql } from 'kysely';
import type { Db } from '../../../db/engine';

/**
 * Unpublishes a layer and puts its settings and the grants of its keys aside under a token. Returns whether it was published. Inside a
 * transaction that holds the layer.
 */
export async function unpublish(
  db: Db,
  { customer, layer, token, at }: { customer: number; layer: number; token: string; at: Date },
): Promise<boolean> {
  // No key is granted the layer meanwhile: its grant would go and not be put aside.
  await sql`select 1 from published_layer where layer_id = ${layer}::int for update`.execute(db);
  await sql`
    insert into unpublished_layer as u (layer_id, customer_id, token, settings, grants, at)
      select p.layer_id, p.customer_id, ${token}::text, to_jsonb(p),
          coalesce((select jsonb_agg(to_jsonb(g)) from publish_grant g where g.layer_id = p.layer_id), '[]'), ${at}::timestamptz
        from published_layer p where p.layer_id = ${layer}::int and p.customer_id = ${customer}::int
      on conflict (layer_id) do update set token = excluded.token, settings = excluded.settings, grants = excluded.grants, at = excluded.at`.execute(
    db,
  );
  const { numAffectedRows = 0n } =
    await sql`delete from published_layer where layer_id = ${layer}::int and customer_id = ${customer}::int`.execute(
      db,
    );
  return numAffectedRows > 0n;
}

/** Forgets what was put aside before an instant. */
export const forgetUnpublished = (db: Db, before: Date) =>
  sql`delete from unpublished_layer where at < ${before}::timestamptz`.execute(db);

/** Puts back what was put aside under a token. Returns whether there was such a thing. Inside a transaction that holds the layer. */
export async function republish(db: Db, customer: number, layer: number, token: string): Promise<boolean> {
  const mine = sql`u.layer_id = ${layer}::int and u.customer_id = ${customer}::int and u.token = ${token}::text`;
  const { numAffectedRows = 0n } = await sql`
    insert into published_layer select r.* from unpublished_layer u, jsonb_populate_record(null::published_layer, u.settings) r where ${mine}`.execute(
    db,
  );
  if (numAffectedRows === 0n) return false;
  // A key that stands in an address since then only reads.
  await sql`
    insert into publish_grant (key_id, in_address, layer_id, add, edit, delete)
      select k.id, k.in_address, r.layer_id, r.add and not k.in_address, r.edit and not k.in_address, r.delete and not k.in_address
        from unpublished_layer u, jsonb_populate_recordset(null::publish_grant, u.grants) r join publish_key k on k.id = r.key_id
        where ${mine}`.execute(db);
  await sql`delete from unpublished_layer u where ${mine}`.execute(db);
  return true;
}
