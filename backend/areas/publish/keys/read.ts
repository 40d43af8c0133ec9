// Keys as the wire shows them: never a hash, and of a secret only until when the old one works.
import { type RawBuilder, sql } from 'kysely';
import { dayAt } from '../../../../contract/dates';
import {
  KEY_ENDING_DAYS,
  MAX_LISTED_PERSONAL,
  type OwnKey,
  type PublishKey,
} from '../../../../contract/schemas/publish/key';
import { type Db, holdsWords } from '../../../db/engine';
import { findPersons } from '../../../identity/people';

const DAY_MS = 86_400_000;
/** How long a revoked key stays in the list, and how long the list may be of keys of programs, and of people. */
const REVOKED_DAYS = 90;
const MAX_LISTED = { program: 500, person: MAX_LISTED_PERSONAL };

export interface KeyRow {
  id: string;
  account_id: number;
  personal: boolean;
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

/** Which keys of a customer: by id, of one person, or all whose words match. */
export interface KeyFilter {
  id?: string;
  /** Whose they are. */
  person?: number;
  search?: string | undefined;
}

/** The name, the id, and whose it is. */
const searchText = sql`k.label || ' ' || k.id || case when k.personal then ' ' || a.username || ' ' || a.first_name || ' ' || a.last_name else '' end`;

const selectKeys = async (db: Db, where: RawBuilder<unknown>, limit: number): Promise<KeyRow[]> => {
  const { rows } = await sql<KeyRow>`
    select k.id, k.account_id, k.personal, k.label, k.in_address, k.addresses::text[] as addresses, k.made_by, k.made_at, k.expires,
        k.revoked_at, k.last_used, k.last_ip, k.old_until, k.version,
        coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'label', l.label, 'add', g.add, 'edit', g.edit, 'delete', g.delete)
            order by record_fold(l.label), l.id)
          from publish_grant g join layer l on l.id = g.layer_id and l.deleted_at is null where g.key_id = k.id), '[]'::jsonb) as layers,
        coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label) order by record_fold(r.label), r.id)
          from account_region ar join region r on r.id = ar.region_id where ar.account_id = k.account_id), '[]'::jsonb) as regions
      from publish_key k join account a on a.id = k.account_id where ${where}
      order by k.made_at desc, k.id limit ${limit}::int`.execute(db);
  return rows;
};

/** Keys of a customer: those of programs before those of people, each the newest first. */
export async function findKeys(db: Db, customer: number, now: Date, filter: KeyFilter = {}): Promise<KeyRow[]> {
  const { id, person, search } = filter;
  const since = new Date(now.getTime() - REVOKED_DAYS * DAY_MS);
  const where = sql`k.customer_id = ${customer}::int
    ${id === undefined ? sql`and (k.revoked_at is null or k.revoked_at > ${since}::timestamptz)` : sql`and k.id = ${id}::text`}
    ${person === undefined ? sql`` : sql`and k.personal and k.account_id = ${person}::int`}
    ${search ? sql`and ${holdsWords(searchText, search)}` : sql``}`;
  const programs =
    person === undefined ? await selectKeys(db, sql`${where} and not k.personal`, MAX_LISTED.program) : [];
  return [...programs, ...(await selectKeys(db, sql`${where} and k.personal`, MAX_LISTED.person))];
}

const iso = (at: Date | null) => (at === null ? null : at.toISOString());

function stateOf({ revoked_at, expires }: KeyRow, now: Date): PublishKey['state'] {
  if (revoked_at) return 'revoked';
  if (expires <= now) return 'ended';
  return expires.getTime() - now.getTime() < KEY_ENDING_DAYS * DAY_MS ? 'ending' : 'works';
}

/** What everybody who sees a key is told of it. */
const toCommon = (row: KeyRow, now: Date) => ({
  id: row.id,
  label: row.label,
  state: stateOf(row, now),
  in_address: row.in_address,
  addresses: row.addresses,
  made: row.made_at.toISOString(),
  // It ends as the day after begins.
  expires: dayAt(row.expires.getTime() - 1),
  revoked: iso(row.revoked_at),
  last_used: iso(row.last_used),
  last_ip: row.last_ip,
  old_until: row.old_until && row.old_until > now && !row.revoked_at ? iso(row.old_until) : null,
  version: row.version,
});

export async function toKeys(db: Db, customer: number, now: Date, rows: readonly KeyRow[]): Promise<PublishKey[]> {
  const owner = (row: KeyRow) => (row.personal ? row.account_id : null);
  const people = await findPersons(db, customer, rows.flatMap((row) => [row.made_by, owner(row)])); // biome-ignore format: one line
  return rows.map((row) => ({
    ...toCommon(row, now),
    layers: row.layers,
    regions: row.regions,
    person: people.get(owner(row) ?? 0) ?? null,
    made_by: people.get(row.made_by ?? 0) ?? null,
  }));
}

/** Keys as their own person reads them; `open` are the published layers that the person sees now. */
export const toOwnKeys = (now: Date, rows: readonly KeyRow[], open: ReadonlySet<number>): OwnKey[] =>
  rows.map((row) => {
    const layers = row.layers.filter(({ id }) => open.has(id));
    return { ...toCommon(row, now), layers, lost: row.layers.length - layers.length };
  });
