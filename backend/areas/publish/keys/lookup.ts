// Who asks from outside: the caller of a key's secret or of a customer's open address, cut to the layers that are published to it.
import { sql } from 'kysely';
import type { Db } from '../../../db/engine';
import { type Caller, getCallerById, NOBODY } from '../../../identity/caller';
import { createFreshCache } from '../../../identity/fresh-cache';
import { isWorkday } from '../../../identity/workdays';
import { isAllowedAddress } from './addresses';
import { type DoorCaller, type LayerRow, toDoor, toPersonDoor } from './door-caller';
import { hashOfSecret, isSameHash, keyIdOf } from './secret';

/** Where a secret comes from, and whether it stands in the address. */
export interface DoorPlace {
  ip: string;
  inAddress: boolean;
}

const MAX_REMEMBERED = 5000;

interface KeyRow {
  id: string;
  customer_id: number;
  account_id: number;
  label: string;
  hash: string;
  old_hash: string | null;
  old_until: Date | null;
  in_address: boolean;
  addresses: string[];
  region_bound: boolean;
  personal: boolean;
  expires: Date;
  plan_ends: Date | null;
}

const layerColumns = sql`l.id, l.label, l.owner_id, l.customer_id, l.supervised, p.description, p.licence, p.attribution, p.hidden_fields, p.wide_fields, p.only_approved,
  p.time_field, p.services, p.writes`;

const planEnds = (customer: ReturnType<typeof sql.ref>) =>
  sql`(select max(u.ends) from subscription u where u.customer_id = ${customer})`;

interface Entry {
  key: KeyRow;
  door: DoorCaller;
  /** Whose key it is; null where it is that of a program. */
  person: Caller | null;
}

/** The door of a program's key; null where its regions are gone. */
async function programDoor(db: Db, key: KeyRow, layers: readonly LayerRow[]): Promise<DoorCaller | null> {
  const { rows: regions } = await sql<{ id: number; rev: number }>`
    select g.id, g.rev from account_region ar join region g on g.id = ar.region_id where ar.account_id = ${key.account_id}::int order by g.id`.execute(
    db,
  );
  if (key.region_bound && regions.length === 0) return null;
  const regionKey = regions.map(({ id, rev }) => `${id}.${rev}`).join(',');
  const identity = { id: key.account_id, customer: key.customer_id, username: key.label, regions: regions.map(({ id }) => id), regionKey, planEnds: key.plan_ends && new Date(key.plan_ends), approvedIn: [] }; // biome-ignore format: one line
  return toDoor(key.id, identity, layers);
}

/** A key that is neither revoked nor locked, with what it opens; null where there is none, or where it opens nothing. */
async function loadKey(db: Db, id: string): Promise<Entry | null> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.customer_id, k.account_id, k.label, k.hash, k.old_hash, k.old_until, k.in_address, k.addresses::text[] as addresses,
        k.region_bound, k.personal, k.expires, ${planEnds(sql.ref('k.customer_id'))} as plan_ends
      from publish_key k join account a on a.id = k.account_id and not a.locked
      where k.id = ${id}::text and k.revoked_at is null`.execute(db);
  const [key] = rows;
  if (!key) return null;
  const { rows: layers } = await sql<LayerRow>`
    select ${layerColumns}, g.add, g.edit, g.delete from publish_grant g join published_layer p on p.layer_id = g.layer_id
      join layer l on l.id = p.layer_id and l.deleted_at is null and l.customer_id = ${key.customer_id}::int
      where g.key_id = ${id}::text order by l.id`.execute(db);
  const person = key.personal ? await getCallerById(db, key.account_id) : null;
  if (key.personal && !person) return null;
  const door = person ? toPersonDoor(key.id, person, layers) : await programDoor(db, key, layers);
  return door && { key, door, person };
}

/** The open layers of a customer; null where the address leads nowhere. */
async function loadOpen(db: Db, open: string): Promise<DoorCaller | null> {
  const { rows } = await sql<{ id: number; plan_ends: Date | null }>`
    select c.id, ${planEnds(sql.ref('c.id'))} as plan_ends from customer c where c.open_key = ${open}::text`.execute(
    db,
  );
  const [customer] = rows;
  if (!customer) return null;
  const { rows: layers } = await sql<LayerRow>`
    select ${layerColumns}, false as add, false as edit, false as delete from published_layer p
      join layer l on l.id = p.layer_id and l.deleted_at is null where p.customer_id = ${customer.id}::int and p.access = 1 order by l.id`.execute(
    db,
  );
  const identity = { id: NOBODY, customer: customer.id, username: '', regions: [], regionKey: '', planEnds: customer.plan_ends && new Date(customer.plan_ends), approvedIn: [] }; // biome-ignore format: one line
  return toDoor(null, identity, layers);
}

/** Looks callers from outside up. One lives as long as the process; what it remembers is at most a second old. */
export function doorCallers(db: Db, now: () => Date) {
  const keys = createFreshCache<Entry | null>(MAX_REMEMBERED);
  const opens = createFreshCache<DoorCaller | null>(MAX_REMEMBERED);
  const findKey = (id: string) => keys.get(id, () => loadKey(db, id));
  const hasEnded = ({ caller: { planEnds } }: DoorCaller) => planEnds !== null && planEnds <= now();
  /** Who may not work today, or has to change their password first, does nothing by a program either. */
  const isAway = (person: Caller) => person.mustChange || !isWorkday(person, now());
  const isOver = ({ key, door, person }: Entry) =>
    new Date(key.expires) <= now() || hasEnded(door) || (person !== null && isAway(person));

  return {
    /**
     * The caller of a secret; null when it is unknown, expired, revoked or locked, when it comes from where it may not, when its customer's
     * plan has ended, or when its person may not work now.
     */
    async callerOfKey(secret: string, from: DoorPlace): Promise<DoorCaller | null> {
      const id = keyIdOf(secret);
      const entry = id && (await findKey(id));
      if (!entry) return null;
      const { key, door } = entry;
      const hash = hashOfSecret(secret);
      const isOld = key.old_hash !== null && key.old_until !== null && isSameHash(hash, key.old_hash);
      if (!isSameHash(hash, key.hash) && !(isOld && new Date(key.old_until as Date) > now())) return null;
      if (isOver(entry)) return null;
      if (from.inAddress && !key.in_address) return null;
      return isAllowedAddress(key.addresses, from.ip) ? door : null;
    },
    /** The caller of a key of this customer, for who tries it without its secret; null where it would be refused from everywhere. */
    async callerOfKeyId(id: string, customer: number): Promise<DoorCaller | null> {
      const entry = await findKey(id);
      return entry && entry.door.customerId === customer && !isOver(entry) ? entry.door : null;
    },
    /** The caller of the open door `/ogc/o/{open}`; null when nothing is there, or the customer's plan has ended. */
    async callerOfOpen(open: string): Promise<DoorCaller | null> {
      const door = await opens.get(open, () => loadOpen(db, open));
      return door && !hasEnded(door) ? door : null;
    },
    /** Keys or published layers have changed in this process: nobody waits for the second to pass. */
    forget() {
      keys.clear();
      opens.clear();
    },
  };
}
export type DoorCallers = ReturnType<typeof doorCallers>;
