// What the system log is told of keys besides what they change: a first use, a use from a network that is new, and many refusals in a day.
import { sql } from 'kysely';
import type { Db } from '../../../db/engine';
import { insertAuditLine } from '../../../http/audit';

/** Refusals of one key in a day that are worth a line. */
export const MANY_REFUSALS = 100;

export interface PlaceOfUse {
  id: string;
  at: Date;
  ip: string;
}

type Event = 'firstUse' | 'newNetwork' | 'refusals';

async function write(
  db: Db,
  event: Event,
  lines: readonly { id: string; ip: string }[],
  request: string,
): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await sql<{ id: string; customer_id: number; account_id: number }>`
    select id, customer_id, account_id from publish_key where id = any(${lines.map(({ id }) => id)}::text[])`.execute(
    db,
  );
  const keys = new Map(rows.map((row) => [row.id, row]));
  const entries = lines.flatMap(({ id, ip }) => {
    const key = keys.get(id);
    if (!key) return [];
    return [{ request_id: request, customer_id: key.customer_id, account_id: key.account_id, call: `publishKeys.${event}`, object: id, layer_id: null, status: event === 'refusals' ? 403 : 200, ip, view_as: null }]; // biome-ignore format: one line
  });
  if (entries.length > 0) await insertAuditLine(db, entries);
}

/** Remembers where keys were used, and tells of networks that are new to a key: the first of all as its first use. */
export async function tellPlaces(db: Db, uses: readonly PlaceOfUse[], request: string): Promise<void> {
  if (uses.length === 0) return;
  const { rows } = await sql<{ id: string; ip: string; is_first: boolean }>`
    with used as (select s.id, s.at, s.ip, s.nth, network(set_masklen(s.ip::inet, case family(s.ip::inet) when 4 then 24 else 48 end)) as network
        from jsonb_to_recordset(${JSON.stringify(uses.map((use, nth) => ({ ...use, nth })))}::jsonb) as s (id text, at timestamptz, ip text, nth int)),
      places as (select distinct on (u.id, u.network) u.* from used u join publish_key k on k.id = u.id order by u.id, u.network, u.nth),
      added as (insert into publish_network as n (key_id, network, first_at) select id, network, at from places on conflict do nothing
        returning n.key_id, n.network)
    select p.id, p.ip, not exists (select 1 from publish_network o where o.key_id = p.id)
        and row_number() over (partition by p.id order by p.nth) = 1 as is_first
      from places p join added a on a.key_id = p.id and a.network = p.network order by p.id, p.nth`.execute(db);
  await write(db, 'firstUse', rows.filter(({ is_first }) => is_first), request); // biome-ignore format: one line
  await write(db, 'newNetwork', rows.filter(({ is_first }) => !is_first), request); // biome-ignore format: one line
}

/** Tells of a key whose refusals of a day have just become many; `refusals` were counted a moment ago. */
export async function tellRefusals(
  db: Db,
  refusals: readonly { id: string; day: string; refused: number; ip: string }[],
  request: string,
): Promise<void> {
  const many: { id: string; ip: string }[] = [];
  for (const { id, day, refused, ip } of refusals) {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(refused), 0)::float8 as n from publish_use where key_id = ${id}::text and day = ${day}::date`.execute(
      db,
    );
    const n = rows[0]?.n ?? 0;
    if (n >= MANY_REFUSALS && n - refused < MANY_REFUSALS) many.push({ id, ip });
  }
  await write(db, 'refusals', many, request);
}
