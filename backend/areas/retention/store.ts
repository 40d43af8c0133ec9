// SQL of the days that deleted records stay, and of those whose days are over.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';

const days = sql`(config->'deleted_days')::int`;

export async function getDays(db: Db, customer: number): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select ${days} as days from customer where id = ${customer}::int`.execute(db);
  return rows[0]?.days ?? null;
}

export async function setDays(db: Db, customer: number, to: number | null): Promise<void> {
  const change = to === null ? sql`config - 'deleted_days'` : sql`config || jsonb_build_object('deleted_days', ${to}::int)`; // biome-ignore format: one expression
  await sql`update customer set config = ${change} where id = ${customer}::int`.execute(db);
}

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
