// How much of its plan an organisation uses, noted day by day, so that the pace can be read.
import { sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import type { UsageDay } from '../../../contract/schemas/subscription';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';
import { toMegabytes } from './rules';
import { usage } from './store';

/** Days that are remembered. */
const DAYS = 90;

/** Notes for today what each organisation uses that has a plan, and forgets what is old. */
export async function noteUsage(
  { engine, now }: Pick<World, 'engine' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<void> {
  const at = now();
  const today = dayAt(at);
  await sql`delete from usage_day where day <= ${today}::date - ${DAYS}::int`.execute(engine.db);
  const { rows } = await sql<{ id: number }>`
    select distinct customer_id as id from subscription where starts <= ${at}::timestamptz and ends > ${at}::timestamptz order by 1`.execute(
    engine.db,
  );
  for (const { id } of rows) {
    if (!goOn()) return;
    const { bytes, layers } = await usage(engine.db, id);
    await sql`
      insert into usage_day (customer_id, day, bytes, layers) values (${id}::int, ${today}::date, ${bytes}::bigint, ${layers}::int)
        on conflict (customer_id, day) do update set bytes = excluded.bytes, layers = excluded.layers`.execute(
      engine.db,
    );
  }
}

/** What a customer used, the oldest day first. */
export async function listUsage(db: Db, customer: number): Promise<UsageDay[]> {
  const { rows } = await sql<{ date: string; bytes: number; layers: number }>`
    select day::text as date, bytes::float8 as bytes, layers from usage_day where customer_id = ${customer}::int order by day`.execute(
    db,
  );
  return rows.map(({ date, bytes, layers }) => ({ date, disk_used: toMegabytes(bytes), layers_used: layers }));
}
