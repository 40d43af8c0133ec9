// The end of lines of the system log whose days are over.
import { sql } from 'kysely';
import type { World } from '../../http/context';

const DAY_MS = 86_400_000;
/** Lines of one commit: others get their turn between two of them. */
const BATCH = 10_000;

/** Answers how many lines have gone. The oldest go first, found by their index, however many there are. */
export async function removeOldLines(
  { engine, now }: Pick<World, 'engine' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> {
  const { rows: customers } = await sql<{ id: number; days: number }>`
    select id, (config->'log_days')::int as days from customer where config ? 'log_days' order by id`.execute(
    engine.db,
  );
  let total = 0;
  for (const { id, days } of customers) {
    const before = new Date(now().getTime() - days * DAY_MS).toISOString();
    for (let isLeft = true; isLeft && goOn(); ) {
      const { rows } = await sql<{ n: number }>`
        with old as (
          select u.id from (select o.id, o.at from audit o where o.customer_id = ${id}::int order by o.id limit ${BATCH}::int) u
            where u.at < ${before}::timestamptz),
        gone as (delete from audit a using old where a.id = old.id returning 1)
        select count(*)::int as n from gone`.execute(engine.db);
      const count = rows[0]?.n ?? 0;
      total += count;
      isLeft = count === BATCH;
    }
  }
  return total;
}
