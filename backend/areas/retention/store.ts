// SQL of the deleted records whose days are over.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';

/** Layers of customers who have set their days; those in the trash wait for their own end. */
export async function layersWithDays(db: Db): Promise<{ id: number; days: number }[]> {
  const { rows } = await sql<{ id: number; days: number }>`
    select l.id, (c.config->'deleted_days')::int as days from layer l join customer c on c.id = l.customer_id
      where c.config ? 'deleted_days' and l.type <= 3 and l.deleted_at is null order by l.id`.execute(db);
  return rows;
}

/** Deleted records of a layer from before a moment, held until the transaction ends: nobody brings them back meanwhile. */
export async function lockOld(db: Db, layer: number, before: Date, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from ${sql.table(partition(layer))} n where n.deleted_at < ${before.toISOString()}::timestamptz
      order by n.deleted_at, n.id limit ${max}::int for update skip locked`.execute(db);
  return rows.map(({ id }) => id);
}
