// SQL of published layers: the list of all layers with what is open of them, and the settings of one.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { LayerConfig } from '../../../../contract/schemas/layer';
import { bitsOf, SERVICE_BITS, WRITE_BITS } from '../../../../contract/schemas/publish/bits';
import type { PublishQuery, PublishSettings } from '../../../../contract/schemas/publish/layer';
import { type Db, holdsWords } from '../../../db/engine';

type Query = z.infer<typeof PublishQuery>;

export interface LineRow {
  id: number;
  label: string;
  type: number;
  record_count: number;
  supervised: boolean;
  access: number | null;
  writes: number;
  services: number;
  wide_fields: string[];
  keys: number;
  requests: number;
  last_day: string | null;
}

/** All layers of a customer that are not in the trash, with the settings `p` of those that are published. */
export const fromLayers = (customer: number, { search, type, state }: Query): RawBuilder<unknown> => sql`
  from layer l left join published_layer p on p.layer_id = l.id
    where l.customer_id = ${customer}::int and l.deleted_at is null
      ${search ? sql`and ${holdsWords(sql`l.label`, search)}` : sql``} ${type === undefined ? sql`` : sql`and l.type = ${type}::int`}
      ${state === undefined ? sql`` : state === 'none' ? sql`and p.layer_id is null` : sql`and p.access = ${state === 'open' ? 1 : 0}::int`}`;

/** Keys of layer `l` that work. */
const keysOf = (now: Date) => sql`(select count(*)::int from publish_grant g join publish_key k on k.id = g.key_id
  where g.layer_id = l.id and k.revoked_at is null and k.expires > ${now}::timestamptz)`;

export async function listLines(
  db: Db,
  { customer, query, end, now, since }: { customer: number; query: Query; end: RawBuilder<unknown>; now: Date; since: string }, // biome-ignore format: one list
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.label, l.type, l.record_count::float8 as record_count, l.supervised, p.access, coalesce(p.writes, 0) as writes,
        coalesce(p.services, 0) as services, coalesce(p.wide_fields, '{}') as wide_fields, ${keysOf(now)} as keys,
        (select coalesce(sum(u.requests), 0)::float8 from publish_use u where u.customer_id = ${customer}::int and u.layer_id = l.id
          and u.day > ${since}::date) as requests,
        (select max(u.day)::text from publish_use u where u.customer_id = ${customer}::int and u.layer_id = l.id) as last_day
      ${fromLayers(customer, query)} ${end}`.execute(db);
  return rows;
}

export interface SettingsRow {
  id: number;
  label: string;
  type: number;
  record_count: number;
  supervised: boolean;
  config: LayerConfig;
  version: number | null;
  access: number | null;
  description: string | null;
  licence: string | null;
  attribution: string | null;
  hidden_fields: string[] | null;
  wide_fields: string[] | null;
  only_approved: boolean | null;
  time_field: string | null;
  writes: number | null;
  services: number | null;
}

/** A layer of the customer with what is published of it; `isHeld`: until the transaction ends. */
export async function findSettings(db: Db, customer: number, id: number, isHeld = false): Promise<SettingsRow | null> {
  const { rows } = await sql<SettingsRow>`
    select l.id, l.label, l.type, l.record_count::float8 as record_count, l.supervised, l.config, p.version, p.access, p.description, p.licence,
        p.attribution, p.hidden_fields, p.wide_fields, p.only_approved, p.time_field, p.writes, p.services
      from layer l left join published_layer p on p.layer_id = l.id
      where l.id = ${id}::int and l.customer_id = ${customer}::int and l.deleted_at is null ${isHeld ? sql`for update of l` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface Saving {
  layer: number;
  customer: number;
  by: number;
  at: Date;
  wideFields: readonly string[];
}

export async function saveSettings(db: Db, { layer, customer, by, at, wideFields }: Saving, s: PublishSettings) {
  const values = {
    access: s.access === 'open' ? 1 : 0,
    description: s.description,
    licence: s.licence,
    attribution: s.attribution,
    hidden_fields: s.hidden_fields,
    wide_fields: [...wideFields],
    only_approved: s.only_approved,
    time_field: s.time_field,
    writes: bitsOf(WRITE_BITS, s.writes),
    services: bitsOf(SERVICE_BITS, s.services),
    changed_at: at,
  };
  await db
    .insertInto('published_layer')
    .values({ layer_id: layer, customer_id: customer, made_by: by, made_at: at, ...values })
    .onConflict((conflict) => conflict.column('layer_id').doUpdateSet(values))
    .execute();
}

/** Keys that open a layer and work, those that were used last first; at most 200. */
export async function listKeysOf(db: Db, layer: number, now: Date) {
  const { rows } = await sql<{ id: string; label: string; last_used: Date | null }>`
    select k.id, k.label, k.last_used from publish_grant g join publish_key k on k.id = g.key_id
      where g.layer_id = ${layer}::int and k.revoked_at is null and k.expires > ${now}::timestamptz
      order by k.last_used desc nulls last, k.id limit 200`.execute(db);
  return rows;
}

/** How often a layer was asked for after each of two days. */
export async function countRequests(db: Db, customer: number, layer: number, week: string, month: string) {
  const { rows } = await sql<{ week: number; month: number }>`
    select coalesce(sum(requests) filter (where day > ${week}::date), 0)::float8 as week, coalesce(sum(requests), 0)::float8 as month
      from publish_use where customer_id = ${customer}::int and layer_id = ${layer}::int and day > ${month}::date`.execute(
    db,
  );
  return rows[0] ?? { week: 0, month: 0 };
}

export async function findOpen(db: Db, customer: number): Promise<{ open: string | null; layers: number }> {
  const { rows } = await sql<{ open: string | null; layers: number }>`
    select c.open_key as open, (select count(*)::int from published_layer p join layer l on l.id = p.layer_id and l.deleted_at is null
        where p.customer_id = c.id and p.access = 1) as layers from customer c where c.id = ${customer}::int`.execute(
    db,
  );
  return rows[0] ?? { open: null, layers: 0 };
}

export async function setOpen(db: Db, customer: number, open: string | null): Promise<void> {
  await sql`update customer set open_key = ${open}::text where id = ${customer}::int`.execute(db);
}
