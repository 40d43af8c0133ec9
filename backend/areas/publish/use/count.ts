// How much is asked from outside: counted in memory and written now and then, never by the requests themselves.
import { sql } from 'kysely';
import { dayAt } from '../../../../contract/dates';
import { USE_KINDS, type UseKind } from '../../../../contract/schemas/publish/bits';
import type { Db } from '../../../db/engine';
import { plainAddress } from '../keys/addresses';
import { type PlaceOfUse, tellPlaces, tellRefusals } from './events';

/** How often counts are written. */
export const FLUSH_MS = 10_000;

/** Pairs of key and address that are remembered between two writes. */
const MAX_PLACES = 10_000;
/** Stands for the request in lines of the log that belong to none. */
const REQUEST = 'key-use';

/** One request from outside that was served, or refused to somebody who is known. */
export interface Use {
  customerId: number;
  /** Null for the open door. */
  keyId: string | null;
  /** Null where it was about none, like the list of layers. */
  layerId: number | null;
  kind: UseKind;
  ip: string;
  records?: number;
  bytes?: number;
  refused?: boolean;
}

interface Sum {
  customer_id: number;
  day: string;
  key_id: string;
  layer_id: number;
  kind: number;
  requests: number;
  records: number;
  bytes: number;
  refused: number;
}

async function writeSums(db: Db, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into publish_use as u (customer_id, day, key_id, layer_id, kind, requests, records, bytes, refused)
      select s.* from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s (customer_id int, day date, key_id text, layer_id int, kind smallint,
          requests bigint, records bigint, bytes bigint, refused bigint) join customer c on c.id = s.customer_id
      on conflict (customer_id, day, key_id, layer_id, kind) do update set requests = u.requests + excluded.requests,
        records = u.records + excluded.records, bytes = u.bytes + excluded.bytes, refused = u.refused + excluded.refused`.execute(
    db,
  );
}

async function writeLastUses(db: Db, uses: readonly PlaceOfUse[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    update publish_key k set last_used = s.at, last_ip = s.ip
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as s (id text, at timestamptz, ip text) where k.id = s.id`.execute(
    db,
  );
}

/** Of each key and day how often it was refused, with where it was last. */
function refusalsOf(sums: readonly Sum[], lastUses: ReadonlyMap<string, PlaceOfUse>) {
  const byDay = new Map<string, { id: string; day: string; refused: number; ip: string }>();
  for (const { key_id, day, refused } of sums) {
    const last = lastUses.get(key_id);
    if (refused === 0 || !last) continue;
    const name = `${key_id} ${day}`;
    const before = byDay.get(name);
    byDay.set(name, { id: key_id, day, refused: refused + (before?.refused ?? 0), ip: last.ip });
  }
  return [...byDay.values()];
}

/** Counts uses; `flush` writes what has come together, and keeps it where it cannot be written. */
export function doorUses(db: Db, now: () => Date) {
  let sums = new Map<string, Sum>();
  let lastUses = new Map<string, PlaceOfUse>();
  /** By key and address: a key may come from several networks between two writes. */
  let places = new Map<string, PlaceOfUse>();

  function add(sum: Sum) {
    const name = [sum.customer_id, sum.day, sum.key_id, sum.layer_id, sum.kind].join(' ');
    const before = sums.get(name);
    if (!before) sums.set(name, sum);
    else for (const part of ['requests', 'records', 'bytes', 'refused'] as const) before[part] += sum[part];
  }

  return {
    countUse({ customerId, keyId, layerId, kind, ip, records = 0, bytes = 0, refused = false }: Use): void {
      const at = now();
      add({
        customer_id: customerId,
        day: dayAt(at),
        key_id: keyId ?? '',
        layer_id: layerId ?? 0,
        kind: USE_KINDS[kind],
        requests: 1,
        records,
        bytes,
        refused: refused ? 1 : 0,
      });
      if (keyId === null) return;
      const use = { id: keyId, at, ip: plainAddress(ip) };
      lastUses.set(keyId, use);
      const place = `${keyId} ${use.ip}`;
      if (places.size < MAX_PLACES && !places.has(place)) places.set(place, use);
    },
    async flush(): Promise<void> {
      const [counted, used, from] = [sums, lastUses, places];
      sums = new Map();
      lastUses = new Map();
      places = new Map();
      try {
        await db.transaction().execute(async (tx) => {
          await writeSums(tx, [...counted.values()]);
          await tellPlaces(tx, [...from.values()], REQUEST);
          await tellRefusals(tx, refusalsOf([...counted.values()], used), REQUEST);
          await writeLastUses(tx, [...used.values()]);
        });
      } catch (error) {
        for (const sum of counted.values()) add(sum);
        for (const [place, use] of from) places.set(place, use);
        for (const [id, use] of used) if (!lastUses.has(id)) lastUses.set(id, use);
        throw error;
      }
    },
  };
}
export type DoorUses = ReturnType<typeof doorUses>;
