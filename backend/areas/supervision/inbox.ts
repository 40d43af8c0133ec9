// What waits for somebody, in numbers for a badge; and the last verdicts, for the day on which nothing waits.
import { sql } from 'kysely';
import type { z } from 'zod';
import { SUPERVISORS } from '../../../contract/catalogue';
import type { Values } from '../../../contract/schemas/form';
import { STATUS, type VerdictAction } from '../../../contract/schemas/record';
import type { Person } from '../../../contract/schemas/session';
import type { InboxCounts, PastVerdicts } from '../../../contract/schemas/supervision';
import { visibleTo } from '../../geo/sight';
import type { Ctx } from '../../http/context';
import { SECOND_APPROVAL } from '../../identity/caller';
import { selectPerson } from '../../identity/people';
import { findMany } from '../layers/store';
import { countWaiting } from '../projects/store';
import { HAS_FIRST, isWorkOf } from '../records/sql/standing';
import { titleOf } from '../records/values/title';
import { COUNT_CAP, judged, waits } from './store';

const WEEK_MS = 7 * 86_400_000;
const LAST = 10;

async function one(ctx: Ctx, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${from} limit ${COUNT_CAP}::int) s`.execute(ctx.engine.db);
  return rows[0]?.n ?? 0;
}

export async function countInbox(ctx: Ctx): Promise<z.infer<typeof InboxCounts>> {
  const { caller } = ctx;
  const me = sql`${caller.id}::int`;
  const judges = caller.superuser || caller.modules.includes(SUPERVISORS);
  const giver = sql`coalesce(n.first_id, (n.unconfirmed->>'first')::int) is distinct from ${me}`;
  const work = (more: ReturnType<typeof sql>) => sql`from layer l cross join lateral (
      select 1 from record n where n.layer_id = l.id and ${waits(caller)} and not ${isWorkOf(caller.id)} and ${more} limit ${COUNT_CAP}::int) n
    where l.customer_id = ${caller.customer}::int and l.type <= 3 and ${judged(caller)}`;
  const projects = await countWaiting(ctx.engine.db, caller, COUNT_CAP);
  return {
    waiting: judges ? await one(ctx, work(sql`not ${HAS_FIRST}`)) : 0,
    second: judges && caller.perms.includes(SECOND_APPROVAL) ? await one(ctx, work(sql`${HAS_FIRST} and ${giver}`)) : 0,
    returned: await one(
      ctx,
      sql`from record n join layer l on l.id = n.layer_id and l.deleted_at is null and l.customer_id = ${caller.customer}::int
        where n.deleted_at is null and (n.status in (4, 5) or n.unconfirmed->>'returned' is not null) and n.status <> ${sql.lit(STATUS.rejected)} and ${isWorkOf(caller.id)}`,
    ),
    projects: projects.all,
    projects_second: projects.second,
    jobs: await one(ctx, sql`from job j where j.account_id = ${me} and j.state in ('waiting', 'running')`),
    messages: await one(ctx, sql`from message m where m.receiver_id = ${me} and m.read_at is null`),
    notices: await one(ctx, sql`from notice_recipient r where r.account_id = ${me} and r.read_at is null`),
  };
}

interface VerdictRow {
  id: number;
  record_id: number;
  layer_id: number;
  action: VerdictAction;
  at: Date;
  reason: string | null;
  person: Person | null;
  value: Values;
}

/** The last verdicts in the layers that the caller judges, and how many the caller gave in a week. */
export async function readVerdicts(ctx: Ctx): Promise<z.infer<typeof PastVerdicts>> {
  const { caller, engine } = ctx;
  // The first half is that of the index over verdicts, which the planner must see word by word.
  const verdict = sql`g.action in ('approve', 'return', 'reject', 'reopen') and g.action <> 'reopen'`;
  const { rows } = await sql<VerdictRow>`
    select g.id::float8 as id, g.record_id::float8 as record_id, g.layer_id, g.action, g.at, g.reason, ${selectPerson('g.account_id')} as person, n.value
      from (select g.* from record_log g join layer l on l.id = g.layer_id
        where ${verdict} and l.customer_id = ${caller.customer}::int and ${judged(caller)} order by g.id desc limit ${LAST * 10}::int) g
      join record n on n.layer_id = g.layer_id and n.id = g.record_id and n.deleted_at is null and ${visibleTo(caller)}
      order by g.id desc limit ${LAST}::int`.execute(engine.db);
  const layers = new Map((await findMany(engine.db, caller, [...new Set(rows.map((r) => r.layer_id))])).map((l) => [l.id, l])); // biome-ignore format: one line
  const since = new Date(ctx.now().getTime() - WEEK_MS);
  return {
    week: await one(
      ctx,
      sql`from record_log g where ${verdict} and g.account_id = ${caller.id}::int and g.at >= ${since}::timestamptz`,
    ),
    results: rows.map((row) => ({
      id: row.id,
      record: row.record_id,
      layer: row.layer_id,
      layer_label: layers.get(row.layer_id)?.label ?? '',
      title: titleOf(layers.get(row.layer_id), { id: row.record_id, value: row.value }),
      action: row.action,
      user: row.person,
      date: row.at.toISOString(),
      reason: row.reason,
    })),
  };
}
