// How much was asked from outside, by day, by key or by layer.
import { sql } from 'kysely';
import type { z } from 'zod';
import { dayAt } from '../../../../contract/dates';
import { addDays } from '../../../../contract/jalali';
import { MAX_USE_DAYS, type PublishUse, type PublishUseQuery } from '../../../../contract/schemas/publish/use';
import type { Ctx } from '../../../http/context';
import { fieldRefusal } from '../../../http/errors';
import { findPersons } from '../../../identity/people';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_ROWS = 1000;

/** What stands for rows that no key asked for. */
const WITHOUT_KEY = 'open';

const GROUPS = {
  day: { of: sql`u.day::text`, label: sql`null::text`, order: sql`1 desc` },
  key: {
    of: sql`u.key_id`,
    label: sql`(select k.label from publish_key k where k.id = u.key_id)`,
    order: sql`requests desc, 1`,
  },
  layer: {
    of: sql`u.layer_id::text`,
    label: sql`(select l.label from layer l where l.id = u.layer_id and l.deleted_at is null)`,
    order: sql`requests desc, 1`,
  },
};
const COLUMNS = { day: sql`u.day`, key: sql`u.key_id`, layer: sql`u.layer_id` };

export async function readUse(ctx: Ctx, query: z.infer<typeof PublishUseQuery>): Promise<PublishUse> {
  const to = query.to ?? dayAt(ctx.now());
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_USE_DAYS) throw fieldRefusal({ to: 'field_wrong' });
  const by = query.by ?? 'day';
  const { of, label, order } = GROUPS[by];
  const key = query.key === WITHOUT_KEY ? '' : query.key;
  const owner = by === 'key' ? sql`(select k.account_id from publish_key k where k.id = u.key_id and k.personal)` : sql`null::int`; // biome-ignore format: one line
  const { rows } = await sql<Omit<PublishUse['rows'][number], 'person'> & { owner: number | null }>`
    select ${of} as of, ${label} as label, ${owner} as owner, sum(u.requests)::float8 as requests, sum(u.records)::float8 as records, sum(u.bytes)::float8 as bytes,
        sum(u.refused)::float8 as refused
      from publish_use u where u.customer_id = ${ctx.caller.customer}::int and u.day between ${from}::date and ${to}::date
        ${key === undefined ? sql`` : sql`and u.key_id = ${key}::text`} ${query.layer === undefined ? sql`` : sql`and u.layer_id = ${query.layer}::int`}
      group by ${COLUMNS[by]} order by ${order} limit ${MAX_ROWS}::int`.execute(ctx.engine.db);
  const people = await findPersons(ctx.engine.db, ctx.caller.customer, rows.map((row) => row.owner)); // biome-ignore format: one line
  return { from, to, rows: rows.map(({ owner: id, ...row }) => ({ ...row, person: people.get(id ?? 0) ?? null })) };
}
