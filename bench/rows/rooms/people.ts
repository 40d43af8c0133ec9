// Row: the list of 5,000 people: its first page, a search, the order by the last time that they were there, and 500 of them changed at once.
import { sql } from 'kysely';
import { createWorld } from '../../../testing/world';
import { typical } from '../../load';
import { atMost, type Line, ms } from '../../report';

const PEOPLE = 5000;
const BULK = 500;
const REPEATS = 9;
/** What whoever looks for somebody takes for at once. */
const LIMIT_MS = 300;
/** A change of so many may take as long as a progress is looked at. */
const BULK_LIMIT_MS = 15_000;

const READS = [
  ['the first page', 'limit=50&order=-created'],
  ['a search', 'limit=50&search=کاربر ۴۹۹'],
  ['by last seen', 'limit=50&order=-last_seen'],
  ['who was not there for a month', 'limit=50&last_seen_before=2026-01-01'],
] as const;

export async function* run(): AsyncGenerator<Line> {
  const w = await createWorld();
  try {
    await sql`
      insert into account (customer_id, username, password_hash, first_name, last_name, email, phone, is_superuser, is_signed_up, locked, name_key, search, name_search)
        select ${w.ids.customer}::int, 'u' || i, '', 'کاربر', i::text, '', '', false, false, false, 'u' || i, 'u' || i || ' کاربر ' || i, 'u' || i || ' کاربر ' || i
          from generate_series(1, ${PEOPLE}::int) i`.execute(w.engine.db);
    await sql`insert into account_role (account_id, role_id) select a.id, r.id from account a, role r where r.name = 'viewing' and a.username ~ '^u[0-9]+$'`.execute(w.engine.db); // biome-ignore format: one statement
    await sql`insert into account_seen select id, now() - id * interval '1 minute' from account where id % 10 <> 0 on conflict do nothing`.execute(w.engine.db); // biome-ignore format: one statement
    await sql`analyze account`.execute(w.engine.db);
    for (const [name, query] of READS) {
      const time = await typical(REPEATS, async () => {
        const { status } = await w.call('super', 'GET', encodeURI(`/api/users/?${query}`));
        if (status !== 200) throw new Error(`${name} answered ${status}`);
      });
      yield { name: `${name} of ${PEOPLE} people`, value: ms(time), beside: `limit ${ms(LIMIT_MS)}`, ratio: time / LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
    }
    const { body } = await w.call('super', 'GET', `/api/users/?limit=${BULK}&order=-id`);
    const users = body.results.map(({ id }: { id: number }) => id);
    const bulk = await typical(3, async (i) => {
      const { body: result } = await w.call('super', 'PATCH', '/api/users/edit_bulk/', {
        users,
        workdays: [i + 2],
      });
      if (result.done?.length !== BULK) throw new Error('not all were changed');
    });
    yield { name: `${BULK} people changed at once`, value: ms(bulk), beside: `limit ${ms(BULK_LIMIT_MS)}`, ratio: bulk / BULK_LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
  } finally {
    await w.close();
  }
}
