// Customers whose plan ended long ago are erased, in two steps: first a bundle and a count of all that would go, later the deed, and only
// when exactly that much is found, the bundle is sound and nobody has paid meanwhile.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { insertAuditLine } from '../../http/audit';
import type { World } from '../../http/context';
import { removeMany } from '../layers/store';
import { daysAfter, GRACE_DAYS } from '../subscription/rules';
import { hold } from '../subscription/store';
import { keep } from './keep';
import { verify } from './open-bundle';

/** Time between the count and the deed, in which somebody may still step in. */
const WAIT_MS = 24 * 3600_000;
/** Customers of one run. */
const MOST = 20;

type Counted = Record<'layers' | 'records' | 'files' | 'people' | 'regions' | 'logged', number>;

/** All that an erasure takes. */
async function count(db: Db, customer: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with l as materialized (select id from layer where customer_id = ${customer}::int)
    select (select count(*) from l)::float8 as layers,
           (select count(*) from record where layer_id in (select id from l))::float8 as records,
           (select count(*) from record_log where layer_id in (select id from l))::float8 as logged,
           (select count(*) from record_file where customer_id = ${customer}::int)::float8 as files,
           (select count(*) from account where customer_id = ${customer}::int)::float8 as people,
           (select count(*) from region where customer_id = ${customer}::int)::float8 as regions`.execute(db);
  if (!rows[0]) throw new Error('nothing was counted');
  return rows[0];
}

/** Customers whose last plan ended more than the days of grace ago and who have no payment on its way. */
async function overdue(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from customer c join subscription s on s.customer_id = c.id
      where not exists (select 1 from purchase p where p.customer_id = c.id and p.state = 'pending')
      group by c.id having max(s.ends) <= ${daysAfter(now, -GRACE_DAYS)}::timestamptz order by c.id limit ${MOST}::int`.execute(
    db,
  );
  return rows.map((r) => r.id);
}

const plansOf = async (db: Db) => (await sql<{ id: number; customer_id: number; planned: Date; counted: Counted; backup: string }>`
  select id, customer_id, planned, counted, backup from erasure where done_at is null order by id`.execute(db)).rows; // biome-ignore format: one query

/** The first step for all who are overdue: a bundle and a count. Answers the customers. */
export async function planErasures(world: World, goOn: () => boolean = () => true): Promise<number[]> {
  const { db } = world.engine;
  const now = world.now();
  const due = await overdue(db, now);
  // Whoever has paid meanwhile stays.
  await sql`delete from erasure where done_at is null and customer_id <> all(${due}::int[])`.execute(db);
  const planned = new Set((await plansOf(db)).map((p) => p.customer_id));
  const fresh: number[] = [];
  for (const customer of due) {
    if (planned.has(customer) || !goOn()) continue;
    const id = `erasure-${customer}`;
    const backup = await keep(world, customer, id, { signal: new AbortController().signal });
    const counted = JSON.stringify(await count(db, customer));
    await sql`insert into erasure (customer_id, planned, counted, backup) values (${customer}::int, ${now}::timestamptz, ${counted}::jsonb, ${backup}::text)
      on conflict (customer_id) do nothing`.execute(db);
    fresh.push(customer);
  }
  return fresh;
}

/** Reads a kept bundle whole against its hashes; false where it is gone or damaged. */
async function isSound(world: World, key: string): Promise<boolean> {
  const folder = join(world.config.dataDir, 'exports', 'erasure');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, key.replaceAll('/', '-'));
  try {
    await pipeline(await world.storage.getStream(key), createWriteStream(path, { mode: 0o600 }));
    await verify(path);
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true });
  }
}

/** The second step. Answers the customers that are gone; whose count differs now is counted and bundled afresh by the next first step. */
export async function erase(world: World, goOn: () => boolean = () => true): Promise<number[]> {
  const { db } = world.engine;
  const now = world.now();
  const due = new Set(await overdue(db, now));
  const erased: number[] = [];
  for (const plan of await plansOf(db)) {
    if (!goOn()) break;
    if (!due.has(plan.customer_id) || now.getTime() - plan.planned.getTime() < WAIT_MS) continue;
    const sound = await isSound(world, plan.backup);
    const done = await db.transaction().execute(async (tx) => {
      await hold(tx, plan.customer_id);
      const still = (await overdue(tx, now)).includes(plan.customer_id);
      const counts = await count(tx, plan.customer_id);
      const same = (Object.keys(counts) as (keyof Counted)[]).every((kind) => counts[kind] === plan.counted[kind]);
      if (!sound || !still || !same) {
        await sql`delete from erasure where id = ${plan.id}::int`.execute(tx);
        return false;
      }
      const { rows } = await sql<{
        id: number;
      }>`select id from layer where customer_id = ${plan.customer_id}::int`.execute(tx);
      await removeMany(
        tx,
        rows.map((r) => r.id),
      );
      await sql`delete from customer where id = ${plan.customer_id}::int`.execute(tx);
      await sql`update erasure set done_at = ${now}::timestamptz where id = ${plan.id}::int`.execute(tx);
      return true;
    });
    if (!done) continue;
    erased.push(plan.customer_id);
    await insertAuditLine(db, {
      request_id: `erasure-${plan.id}`,
      customer_id: plan.customer_id,
      account_id: null,
      call: 'subscription.erase',
      object: `${plan.backup} ${JSON.stringify(plan.counted)}`.slice(0, 200),
      status: 200,
      ip: '',
    });
  }
  return erased;
}

/** Both steps, the second one first: nobody goes in the run that counted him. */
export async function eraseOverdue(world: World, goOn: () => boolean = () => true): Promise<void> {
  await erase(world, goOn);
  await planErasures(world, goOn);
}
