// SLOW=1: a talk and a room of a hundred thousand messages beside as many of others, by the rows that each call reads.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRowsRead, recordStatements } from '../../../testing/statements';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const MANY = 100_000;

describe.runIf(process.env.SLOW).each(ONE_ENGINE)('a hundred thousand messages on the %s engine', (kind) => {
  let w: TestWorld;
  let room: number;
  const ids: Record<string, number> = {};
  const id = (name: string) => ids[name] as number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { engine } = w;
    const chatting = await make.createRole(engine, w.ids.customer, 'chatting', [8, 17]);
    for (const username of ['ali', 'sara', 'reza', 'omid'])
      await make.createPerson(engine, w.ids.customer, { username, password: PASSWORD, roles: [chatting] });
    for (const row of await engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[row.username] = row.id;
    const project = async (members: number[]) =>
      (await w.call('sara', 'POST', '/api/project/', { name: 'x', members })).body.id as number;
    room = await project([id('ali')]);
    const other = await project([id('reza')]);
    // What others say stands between, and is newer at the end.
    await sql`insert into message (sender_id, receiver_id, text, at, read_at)
      select case when i % 2 = 0 then ${id('ali')}::int else ${id('sara')}::int end, case when i % 2 = 0 then ${id('sara')}::int else ${id('ali')}::int end,
        'm' || i, now(), case when i < ${MANY - 100} then now() end from generate_series(1, ${MANY}::int) i`.execute(
      engine.db,
    );
    await sql`insert into message (sender_id, receiver_id, text, at) select ${id('reza')}::int, ${id('omid')}::int, 'm' || i, now() from generate_series(1, ${MANY}::int) i`.execute(engine.db); // biome-ignore format: one statement
    await sql`insert into room_message (project_id, sender_id, text, at) select ${room}::int, ${id('sara')}::int, 'm' || i, now() from generate_series(1, ${MANY}::int) i`.execute(engine.db); // biome-ignore format: one statement
    await sql`insert into room_message (project_id, sender_id, text, at) select ${other}::int, ${id('reza')}::int, 'm' || i, now() from generate_series(1, ${MANY}::int) i`.execute(engine.db); // biome-ignore format: one statement
    for (const table of ['message', 'room_message']) await sql`analyze ${sql.table(table)}`.execute(engine.db);
  });
  afterAll(() => w.close());

  /** Rows that the statements of a call about messages read. */
  async function rowsOf(path: string): Promise<number> {
    const { queries, stop } = recordStatements(w.engine);
    const response = await w.call('ali', 'GET', `/api/${path}`).finally(stop);
    expect(response.status).toBe(200);
    let rows = 0;
    for (const query of queries.filter((q) => /\b(room_)?message\b/.test(q.sql))) rows += await countRowsRead(w.engine, query); // biome-ignore format: one line
    return rows;
  }

  it('opens, pages, searches and counts by what it shows, not by what there is', async () => {
    const thread = `message/?chat_with=${id('sara')}&mark=false&limit=50`;
    const middle = MANY / 2;
    // The pager counts up to 10,000, for which a talk is read whole where that costs less, and up to 1,000 unread ones of a room. A search reads twice, for its page and for its count:
    // of a room the newest 20,000, of talks at most what the caller has sent and received, and nothing of others.
    const own = 2.3 * MANY;
    const limits = {
      [thread]: MANY + 100,
      [`${thread}&before=${middle}`]: middle + 100,
      [`${thread}&order=date&after=${MANY - 60}`]: 500,
      'lastchats/': 1000,
      'message/check/': 500,
      [`message/search/?search=m${MANY - 7}`]: own,
      [`message/search/?search=m${MANY - 7}&chat_with=${id('sara')}`]: own,
      'room/': 3000,
      [`room/${room}/`]: 3000,
      'room/check/': 3000,
      [`room/${room}/message/?limit=50`]: 12_000,
      [`room/${room}/message/?limit=50&order=date&after=${MANY - 60}`]: 500,
      [`room/search/?search=m${MANY - 7}`]: 90_000,
    };
    const read: Record<string, number> = {};
    for (const path of Object.keys(limits)) read[path] = await rowsOf(path);
    const over = Object.entries(limits).flatMap(([path, limit]) =>
      (read[path] ?? 0) > limit ? `${path}: ${read[path]}` : [],
    );
    expect(over).toEqual([]);
  });
});
