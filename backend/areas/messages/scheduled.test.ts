// Scheduled notices: they leave once at their time, to whoever is meant then, under the rights of then; until then their sender has them back.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedNotice } from '../../../contract/schemas/message';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { sendScheduled } from './scheduled';

const HOUR_MS = 3_600_000;

describe.each(ONE_ENGINE)('scheduled notices on the %s engine', (kind) => {
  let w: TestWorld;
  let writers: number;
  let crew: number;
  const ids: Record<string, number> = {};
  const id = (name: string) => ids[name] as number;
  beforeAll(async () => {
    w = await createWorld(kind);
    writers = await make.createRole(w.engine, w.ids.customer, 'writers', [9]);
    crew = await make.createRole(w.engine, w.ids.customer, 'crew', []);
    const person = (username: string, roles: number[]) =>
      make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles });
    for (const username of ['ali', 'sara']) ids[username] = await person(username, [writers]);
    for (const username of ['reza', 'omid']) ids[username] = await person(username, [crew]);
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    for (const table of ['notice', 'scheduled_notice']) await sql`delete from ${sql.table(table)}`.execute(w.engine.db);
  });

  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  const body = (hours: number, audience: object = { roles: [crew] }) => ({ subject: 'جلسه', text: 'ساعت ده', send_at: at(hours).toISOString(), audience }); // biome-ignore format: one body
  const path = (notice?: number) => `/api/notiffication/scheduled/${notice ? `${notice}/` : ''}`;
  const schedule = async (as = 'ali', hours = 2, audience?: object) =>
    (await w.call(as, 'POST', path(), body(hours, audience))).body;
  const run = (hours: number) => sendScheduled({ ...w.backend.world, now: () => at(hours) }, () => true);
  const waiting = async (as = 'ali') => (await w.call(as, 'GET', path())).body;
  const received = async (as: string): Promise<ReceivedNotice[]> =>
    (await w.call(as, 'GET', '/api/notiffication/received/')).body.results;

  it('leave at their time and not before, to whoever is meant then', async () => {
    const notice = await schedule();
    expect(notice).toMatchObject({ subject: 'جلسه', problem: null, sender: { username: 'ali' }, can_edit: true });
    await run(1);
    expect([await received('reza'), (await waiting()).length]).toEqual([[], 1]);
    // Omid has left the crew meanwhile, Sara has come.
    await sql`update account_role set account_id = ${id('sara')}::int where role_id = ${crew}::int and account_id = ${id('omid')}::int`.execute(w.engine.db); // biome-ignore format: one statement
    await run(3);
    expect([(await received('reza')).length, (await received('omid')).length, await waiting()]).toEqual([1, 0, []]);
    const [first] = (await w.call('ali', 'GET', '/api/notiffication/')).body.results;
    expect([first.subject, first.recipients, first.kind]).toEqual(['جلسه', 2, 'sent']);
    expect(Math.abs(Date.parse(first.date) - at(3).getTime())).toBeLessThan(60_000);
    await sql`update account_role set account_id = ${id('omid')}::int where account_id = ${id('sara')}::int and role_id = ${crew}::int`.execute(w.engine.db); // biome-ignore format: one statement
  });

  it('leave once where several processes look at the same moment', async () => {
    for (let i = 0; i < 5; i++) await schedule();
    await Promise.all([run(3), run(3), run(3)]);
    await run(4);
    expect((await received('reza')).length).toBe(5);
  });

  it('are neither lost nor doubled by a process that ends on the way, and keep no other back', async () => {
    await schedule('ali', 1);
    await schedule('sara', 2);
    // The last step of the first one fails: what it had written goes with it.
    await sql`create function stop_one() returns trigger language plpgsql as $$ begin
      if old.sender_id = ${sql.lit(id('ali'))} then raise exception 'ended'; end if; return old; end $$`.execute(
      w.engine.db,
    );
    await sql`create trigger stop_one before delete on scheduled_notice for each row execute function stop_one()`.execute(w.engine.db); // biome-ignore format: one statement
    await expect(run(3)).rejects.toThrow('1 scheduled notices were not sent');
    expect((await received('reza')).map(({ sender }) => sender?.username)).toEqual(['sara']);
    await sql`drop function stop_one cascade`.execute(w.engine.db);
    await run(3);
    expect((await received('reza')).map(({ sender }) => sender?.username)).toEqual(['ali', 'sara']);
  });

  it('are changed and cancelled until they leave, by nobody who did not write them', async () => {
    const { id: notice } = await schedule();
    for (const as of ['sara', 'stranger']) {
      expect(await waiting('ali')).toHaveLength(1);
      expect([403, 404]).toContain((await w.call(as, 'PUT', path(notice), body(1))).status);
      expect([403, 404]).toContain((await w.call(as, 'DELETE', path(notice))).status);
    }
    expect(await waiting('sara')).toEqual([]);
    // A superuser sees it and may cancel it; the words stay the sender's.
    expect((await waiting('super')).map((one: { can_edit: boolean; can_delete: boolean }) => [one.can_edit, one.can_delete])).toEqual([[false, true]]); // biome-ignore format: one row
    expect((await w.call('super', 'PUT', path(notice), body(1))).body.code).toBe(412);
    const changed = await w.call('ali', 'PUT', path(notice), { ...body(5, { users: [id('omid')] }), subject: 'دیرتر' });
    expect(changed.body).toMatchObject({ subject: 'دیرتر', audience: { users: [id('omid')] } });
    await run(3);
    expect(await received('reza')).toEqual([]);
    expect((await w.call('ali', 'DELETE', path(notice))).status).toBe(200);
    await run(6);
    expect(await received('omid')).toEqual([]);
    const { id: left } = await schedule();
    await run(3);
    expect((await w.call('ali', 'PUT', path(left), body(5))).status).toBe(404);
    expect((await w.call('ali', 'DELETE', path(left))).status).toBe(404);
  });

  it('stay with a reason where their sender may send none any more, or nobody is meant, until another time is chosen', async () => {
    const { id: forbidden } = await schedule();
    const { id: empty } = await schedule('sara', 2, { users: [w.ids.customer + 999_999] });
    const role = { account_id: id('ali'), role_id: writers };
    await w.engine.db.deleteFrom('account_role').where('account_id', '=', role.account_id).execute();
    await run(3);
    expect(await received('reza')).toEqual([]);
    expect((await waiting('super')).map((one: { id: number; problem: string }) => [one.id, one.problem])).toEqual([[forbidden, 'rights'], [empty, 'empty']]); // biome-ignore format: one row
    // Each sender is told once, by nobody.
    await run(3);
    expect((await received('sara')).map(({ code, subject }) => [code, subject])).toEqual([['notice_unsent', 'فرستاده نشد: «جلسه»']]); // biome-ignore format: one row
    expect((await w.call('super', 'GET', '/api/notiffication/')).body.count).toBe(0);
    await w.engine.db.insertInto('account_role').values(role).execute();
    await run(4);
    expect(await received('reza')).toEqual([]);
    const again = await w.call('sara', 'PUT', path(empty), body(5));
    expect([again.status, again.body.problem]).toEqual([200, null]);
    await run(6);
    expect((await received('reza')).map(({ sender }) => sender?.username)).toEqual(['sara']);
  });

  it('are for a time from now up to a year ahead, and a hundred of a person', async () => {
    for (const hours of [-1, 24 * 370]) expect((await schedule('ali', hours)).code).toBe(412);
    for (const bad of [{ ...body(1), send_at: '2030-01-01' }, { ...body(1), audience: undefined }, { ...body(1), recipient_user: [1] }, { ...body(1), link: 'https://evil.test/' }]) // biome-ignore format: one row
      expect((await w.call('ali', 'POST', path(), bad)).status).toBe(400);
    await sql`insert into scheduled_notice (customer_id, sender_id, subject, text, audience, send_at)
      select ${w.ids.customer}::int, ${id('ali')}::int, 'x', 'y', '{}', now() + interval '1 day' from generate_series(1, 99)`.execute(w.engine.db); // biome-ignore format: one statement
    expect((await schedule()).id).toBeGreaterThan(0);
    expect((await schedule()).code).toBe(412);
    expect((await schedule('sara')).id).toBeGreaterThan(0);
  });
});
