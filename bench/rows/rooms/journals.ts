// Row: a page of a system log of ten million lines, by each of its filters and at its far end, on both engines at their sizes.
// BENCH_LINES sets another number of lines for the server.
import { sql } from 'kysely';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { typical } from '../../load';
import { atMost, type Line, ms } from '../../report';
import type { Stage } from '../../stage';

const LINES = { server: Number(process.env.BENCH_LINES ?? 10_000_000), embedded: 300_000 };
const REPEATS = 7;
const LIMIT_MS = 300;
const PEOPLE = 5000;
const DAYS = 365;

/** A year of an office: some people do much, most calls are edits, one in a hundred is refused, and one call is rare. */
async function fill(w: TestWorld, lines: number): Promise<number> {
  const { db } = w.engine;
  // Indexes are made once, over all lines; and the limit on statements is for people who wait.
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select i.indexname as name, i.indexdef as definition from pg_indexes i
        where i.schemaname = current_schema() and i.tablename = 'audit' and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`.execute(
      tx,
    );
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(tx);
    await sql`
      insert into audit (at, request_id, customer_id, account_id, call, object, layer_id, status, ip)
        select now() - (${lines}::bigint - i) * (interval '1 day' * ${DAYS}::float8 / ${lines}::float8), 'bench-' || i, ${w.ids.customer}::int,
            1000 + (i * 7919 % ${PEOPLE}::int)::int, case when i % 100000 = 7 then 'customer.announce' when i % 3 = 0 then 'records.create' else 'records.edit' end,
            (i % 1000003)::text, (1 + i % 2000)::int, case when i % 100 = 0 then 403 else 200 end, '10.0.' || (i % 250) || '.' || (i % 199)
          from generate_series(1::bigint, ${lines}::bigint) i`.execute(tx);
    for (const { definition } of indexes) await sql.raw(definition).execute(tx);
  });
  await sql`analyze audit`.execute(db);
  const { rows } = await sql<{ id: number }>`select min(id)::float8 as id from audit where request_id = 'bench-1000'`.execute(db); // biome-ignore format: one query
  return rows[0]?.id ?? 1;
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  // Where there is a server it is the stage's.
  await stage.server();
  for (const kind of process.env.TEST_DATABASE_URL ? (['server', 'embedded'] as const) : ENGINES) {
    const w = await createWorld(kind);
    try {
      const oldest = await fill(w, LINES[kind]);
      const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
      const pages: [string, string][] = [
        ['the newest', ''],
        ['of one person', 'users=1234'],
        ['about one object', 'object=777'],
        ['in one layer', 'layer=42'],
        ['of a rare act', 'call=customer'],
        ['refused', 'refused=true'],
        ['from one address', 'ip=10.0.7.7'],
        ['of one request', 'request=bench-4242'],
        ['of a day half a year ago', `from=${day(180)}&to=${day(180)}`],
        ['the last page', `before=${oldest}`],
      ];
      for (const [name, query] of pages) {
        const took = await typical(REPEATS, async () => {
          const { status, body } = await w.call('super', 'GET', `/api/systemlog/?${query}`);
          if (status !== 200 || body.results.length === 0)
            throw new Error(`${name}: ${status}, ${body.results?.length} lines`);
        });
        yield { name: `system log of ${LINES[kind]} lines, ${kind}: ${name}`, value: ms(took), beside: `limit ${ms(LIMIT_MS)}`, ratio: took / LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
      }
    } finally {
      await w.close();
    }
  }
}
