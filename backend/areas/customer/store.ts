// SQL of what belongs to an organisation or to one person of it: settings, a logo.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';

/** A person's settings of the interface; empty where he kept none. */
export async function config(db: Db, account: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from user_config where account_id = ${account}::int`.execute(db);
  return rows[0]?.data ?? {};
}

export async function setConfig(db: Db, account: number, data: Record<string, unknown>): Promise<void> {
  await sql`
    insert into user_config (account_id, data) values (${account}::int, ${JSON.stringify(data)}::jsonb)
      on conflict (account_id) do update set data = excluded.data`.execute(db);
}

/** A PNG as a data address. */
export async function footerLogo(db: Db, customer: number): Promise<string | null> {
  const { rows } = await sql<{ footer: string }>`
    select footer from customer_logo where customer_id = ${customer}::int`.execute(db);
  return rows[0]?.footer ?? null;
}

export async function setFooterLogo(db: Db, customer: number, logo: string | null): Promise<void> {
  if (logo === null) await sql`delete from customer_logo where customer_id = ${customer}::int`.execute(db);
  else
    await sql`
      insert into customer_logo (customer_id, footer) values (${customer}::int, ${logo}::text)
        on conflict (customer_id) do update set footer = excluded.footer`.execute(db);
}

/** Whether a person has ever made a layer, and added a record. */
export async function firstSteps(db: Db, account: number): Promise<{ layer: boolean; record: boolean }> {
  const { rows } = await sql<{ layer: boolean; record: boolean }>`
    select exists (select 1 from layer where owner_id = ${account}::int) as layer,
      exists (select 1 from record_log where account_id = ${account}::int and action = 'create') as record`.execute(db);
  return rows[0] ?? { layer: false, record: false };
}
