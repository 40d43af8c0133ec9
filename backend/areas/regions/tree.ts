// What holds of all regions of a customer together: no region inside itself, no code twice. And the tree of them.
import { sql } from 'kysely';
import type { Extent } from '../../../contract/schemas/common';
import { PROJECT_STATES } from '../../../contract/schemas/project';
import type { RegionFields } from '../../../contract/schemas/region';
import type { RegionBranch } from '../../../contract/schemas/regions/tree';
import type { Db } from '../../db/engine';
import { extentOf } from '../../geo/geography';
import { type FieldSentences, fieldRefusal } from '../../http/errors';
import * as store from './store';

/** Whoever changes parents or codes waits here for the one before: two who do so at once could together make a circle. */
export const holdTree = (tx: Db, customer: number) =>
  sql`select pg_advisory_xact_lock(hashtext(${`regions of ${customer}`}::text))`.execute(tx);

/** Whether a region lies inside another, or is it. */
export async function isInside(tx: Db, id: number, other: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive up as (select id, parent_id from region where id = ${id}::int
      union select r.id, r.parent_id from region r join up on r.id = up.parent_id)
    select 1 from up where id = ${other}::int`.execute(tx);
  return rows.length > 0;
}

/** Refuses a parent that is not there or lies inside the region, and a code that another region has. Inside a transaction; `id` null for a new one. */
export async function checkPlace(
  tx: Db,
  customer: number,
  id: number | null,
  { parent, code }: Pick<RegionFields, 'parent' | 'code'>,
): Promise<void> {
  if (parent === undefined && code === undefined) return;
  await holdTree(tx, customer);
  const problems: FieldSentences = {};
  if (typeof parent === 'number') {
    if (!(await store.hold(tx, customer, parent))) problems.parent = 'regionNoParent';
    else if (id !== null && (await isInside(tx, parent, id))) problems.parent = 'regionCircle';
  }
  if (typeof code === 'string') {
    const [twin] = await findByCodes(tx, customer, [code]);
    if (twin && twin.id !== id) problems.code = { wording: 'regionCodeTaken', params: { label: twin.label } };
  }
  if (Object.keys(problems).length > 0) throw fieldRefusal(problems);
}

export interface KnownRegion {
  id: number;
  label: string;
  code_key: string;
}
/** Regions that have these codes. */
export async function findByCodes(db: Db, customer: number, codes: readonly string[]): Promise<KnownRegion[]> {
  const { rows } = await sql<KnownRegion>`
    select id, label, code_key from region where customer_id = ${customer}::int and code_key = any(${codes.map(store.codeKey)}::text[])`.execute(
    db,
  );
  return rows;
}

const STEPS = 1e7;
/** A box to the centimetre: of ten thousand regions more digits are a tenth of the answer. */
export const roundBox = (box: Extent): Extent => box.map((x) => Math.round(x * STEPS) / STEPS) as Extent;

/** All regions with their counts, in three readings of the tables whatever their number. */
export async function readTree(
  db: Db,
  customer: number,
  end: ReturnType<typeof sql>,
): Promise<(Omit<RegionBranch, 'can_delete'> & { sole: number })[]> {
  const { rows } = await sql<Omit<RegionBranch, 'can_delete'> & { sole: number }>`
    with place as (select ar.account_id, ar.region_id, count(*) over (partition by ar.account_id) as n
        from account_region ar join region g on g.id = ar.region_id and g.customer_id = ${customer}::int),
      bound as (select p.region_id as id, count(a.id)::int as n, count(*) filter (where p.n = 1)::int as sole
        from place p left join account a on a.id = p.account_id and a.deleted_at is null group by 1),
      bounds as (select p.region_id as id, count(*)::int as n from project p where p.customer_id = ${customer}::int and p.state <> ${PROJECT_STATES.closed}::int group by 1)
    select r.id, r.label, r.parent_id as parent, r.code, r.colour, r.area, ${extentOf(sql`r.geom`)} as extent,
        coalesce(b.n, 0) as people, coalesce(b.sole, 0) as sole, coalesce(p.n, 0) as projects
      from region r left join bound b on b.id = r.id left join bounds p on p.id = r.id where r.customer_id = ${customer}::int ${end}`.execute(
    db,
  );
  return rows;
}
