// Keys as the wire shows them: never a hash, and of a secret only until when the old one works.
import { sql } from 'kysely';
import { dayAt } from '../../../../contract/dates';
import { KEY_ENDING_DAYS, type PublishKey } from '../../../../contract/schemas/publish/key';
import type { Db } from '../../../db/engine';
import { findPersons } from '../../../identity/people';

const DAY_MS = 86_400_000;
/** How long a revoked key stays in the list, and how long the list may be. */
const REVOKED_DAYS = 90;
const MAX_LISTED = 500;

export interface KeyRow {
  id: string;
  account_id: number;
  label: string;
  in_address: boolean;
  addresses: string[];
  made_by: number | null;
  made_at: Date;
  expires: Date;
  revoked_at: Date | null;
  last_used: Date | null;
  last_ip: string | null;
  old_until: Date | null;
  version: number;
  layers: PublishKey['layers'];
  regions: PublishKey['regions'];
}

/** Keys of a customer, or the one that is named. */
export async function findKeys(db: Db, customer: number, now: Date, id?: string): Promise<KeyRow[]> {
  const since = new Date(now.getTime() - REVOKED_DAYS * DAY_MS);
  const { rows } = await sql<KeyRow>`
    select k.id, k.account_id, k.label, k.in_address, k.addresses::text[] as addresses, k.made_by, k.made_at, k.expires, k.revoked_at, k.last_used,
        k.last_ip, k.old_until, k.version,
        coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'label', l.label, 'add', g.add, 'edit', g.edit, 'delete', g.delete)
            order by record_fold(l.label), l.id)
          from publish_grant g join layer l on l.id = g.layer_id and l.deleted_at is null where g.key_id = k.id), '[]'::jsonb) as layers,
        coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label) order by record_fold(r.label), r.id)
          from account_region ar join region r on r.id = ar.region_id where ar.account_id = k.account_id), '[]'::jsonb) as regions
      from publish_key k where k.customer_id = ${customer}::int
        ${id === undefined ? sql`and (k.revoked_at is null or k.revoked_at > ${since}::timestamptz)` : sql`and k.id = ${id}::text`}
      order by k.made_at desc, k.id limit ${MAX_LISTED}::int`.execute(db);
  return rows;
}

const iso = (at: Date | null) => (at === null ? null : at.toISOString());

function stateOf({ revoked_at, expires }: KeyRow, now: Date): PublishKey['state'] {
  if (revoked_at) return 'revoked';
  if (expires <= now) return 'ended';
  return expires.getTime() - now.getTime() < KEY_ENDING_DAYS * DAY_MS ? 'ending' : 'works';
}

export async function toKeys(db: Db, customer: number, now: Date, rows: readonly KeyRow[]): Promise<PublishKey[]> {
  const people = await findPersons(db, customer, rows.map(({ made_by }) => made_by)); // biome-ignore format: one line
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    state: stateOf(row, now),
    layers: row.layers,
    regions: row.regions,
    in_address: row.in_address,
    addresses: row.addresses,
    made_by: people.get(row.made_by ?? 0) ?? null,
    made: row.made_at.toISOString(),
    // It ends as the day after begins.
    expires: dayAt(row.expires.getTime() - 1),
    revoked: iso(row.revoked_at),
    last_used: iso(row.last_used),
    last_ip: row.last_ip,
    old_until: row.old_until && row.old_until > now && !row.revoked_at ? iso(row.old_until) : null,
    version: row.version,
  }));
}
