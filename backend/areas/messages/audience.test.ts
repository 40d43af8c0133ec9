// Whom a notice reaches: by name, role, region, project, presence, or an earlier notice; counted before it goes, and looked back at.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('audiences on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  let role: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    role = await make.createRole(w.engine, w.ids.customer, 'writers', [9]);
    for (const username of ['ali', 'sara', 'reza'])
      await make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [role] });
    for (const row of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[row.username] = row.id;
  });
  afterAll(() => w.close());
  beforeEach(() => sql`delete from notice`.execute(w.engine.db));
  const id = (name: string) => ids[name] as number;
  const get = async (as: string, path: string) => (await w.call(as, 'GET', `/api/${path}`)).body;
  const preview = async (as: string, audience: object) =>
    (await w.call(as, 'POST', '/api/notiffication/preview/', { audience })).body;
  const send = (as: string, audience: object) =>
    w.call(as, 'POST', '/api/notiffication/', { subject: 'x', text: 'y', audience });
  /** Who received the newest notice of somebody. */
  const receivers = async (as: string, audience: object) => {
    const { body } = await send(as, audience);
    const page = await get(as, `messagerecipient/?notiffication=${body.id}&limit=100`);
    return page.results.map((r: { user: { username: string } }) => r.user.username).sort();
  };

  it('are people by name and by role, without the sender unless by name', async () => {
    expect(await receivers('ali', { users: [id('viewer'), id('viewer')] })).toEqual(['viewer']);
    expect(await receivers('ali', { roles: [role] })).toEqual(['reza', 'sara']);
    expect(await receivers('ali', { roles: [role], users: [id('ali'), id('viewer')], except: [id('reza')] })).toEqual([
      'ali',
      'sara',
      'viewer',
    ]);
    // Nobody of another organisation, whatever is named.
    expect(await receivers('ali', { users: [id('stranger'), id('viewer')] })).toEqual(['viewer']);
    expect((await send('ali', { users: [id('stranger')] })).body.code).toBe(412);
    expect((await send('ali', {})).body.code).toBe(412);
    expect((await send('viewer', { roles: [role] })).status).toBe(403);
    for (const body of [{ subject: 'x', text: 'y' }, { subject: 'x', text: 'y', recipient_user: [id('sara')], audience: { roles: [role] } }]) // biome-ignore format: one row
      expect((await w.call('ali', 'POST', '/api/notiffication/', body)).status).toBe(400);
  });

  it('are people of a region, and of a project that the sender sees', async () => {
    expect(await receivers('ali', { regions: [w.ids.region] })).toEqual(['regional']);
    const make = (name: string, members: number[]) =>
      w.call('super', 'POST', '/api/project/', { name, members, layers: [], region: null });
    const open = (await make('of ali', [id('ali'), id('sara')])).body.id;
    const closed = (await make('of others', [id('reza')])).body.id;
    expect(await receivers('ali', { projects: [open, closed] })).toEqual(['sara']);
    expect(await receivers('super', { projects: [open, closed] })).toEqual(['ali', 'reza', 'sara']);
  });

  it('are counted as they will be reached, with those who cannot sign in', async () => {
    await w.call('super', 'POST', `/api/users/${id('reza')}/lock/`, {});
    const counted = await preview('ali', { roles: [role] });
    expect([counted.count, counted.locked, counted.first.map((p: { username: string }) => p.username).sort()]).toEqual([2, 1, ['reza', 'sara']]); // biome-ignore format: one row
    expect(await receivers('ali', { roles: [role] })).toEqual(['reza', 'sara']);
    await w.call('super', 'POST', `/api/users/${id('reza')}/unlock/`, {});
    expect(await preview('ali', { users: [999_999] })).toEqual({ count: 0, locked: 0, first: [] });
  });

  it('are people who are online', async () => {
    await sql`update session set last_refresh = now() - interval '1 hour' where account_id <> ${id('sara')}::int`.execute(w.engine.db); // biome-ignore format: one row
    await w.token('sara');
    expect(await receivers('ali', { online: true })).toEqual(['sara']);
  });

  it('are those who have not read an earlier notice, and no others', async () => {
    const { body: first } = await send('ali', { users: ['sara', 'reza', 'viewer'].map(id) });
    await w.call('sara', 'POST', `/api/notiffication/${first.id}/read/`);
    expect(await receivers('ali', { unread_of: first.id })).toEqual(['reza', 'viewer']);
    // A notice of somebody else names nobody.
    expect((await send('sara', { unread_of: first.id })).body.code).toBe(412);
    const names = async (query: string) =>
      (await get('ali', `messagerecipient/?notiffication=${first.id}&${query}`)).results.map(
        (r: { user: { username: string } }) => r.user.username,
      );
    expect(await names('read=true')).toEqual(['sara']);
    expect((await names('read=false')).sort()).toEqual(['reza', 'viewer']);
    expect(await names('search=VIEW')).toEqual(['viewer']);
    expect((await get('ali', `messagerecipient/?notiffication=${first.id}&read=false&limit=1`)).count).toBe(2);
    expect((await get('ali', `notiffication/${first.id}/`)).recipients).toBe(3);
    expect((await w.call('sara', 'GET', `/api/notiffication/${first.id}/`)).status).toBe(404);
  });

  it('see what is unread, and read all of it at once', async () => {
    for (let i = 0; i < 3; i++) await send('ali', { users: [id('viewer'), id('sara')] });
    const unread = async (as: string) => (await get(as, 'notiffication/unread/')).count;
    expect([await unread('viewer'), await unread('editor')]).toEqual([3, 0]);
    const [last] = (await get('viewer', 'notiffication/received/')).results;
    await w.call('viewer', 'POST', `/api/notiffication/${last.id}/read/`);
    expect((await get('viewer', 'notiffication/received/?unread=true')).count).toBe(2);
    expect((await w.call('viewer', 'POST', '/api/notiffication/read_all/')).status).toBe(200);
    expect([await unread('viewer'), await unread('sara')]).toEqual([0, 3]);
  });

  it('name who has received it and is no more', async () => {
    const { body: person } = await w.form('super', '/api/users/', { username: 'gone', password: 'Clear-Water-7' });
    const { body } = await send('ali', { users: [person.id, id('sara')] });
    await w.call('super', 'DELETE', `/api/users/${person.id}/`);
    const page = await get('ali', `messagerecipient/?notiffication=${body.id}`);
    expect(page.results.map((r: { user: { username: string }; deleted: boolean }) => [r.user.username, r.deleted]).sort()).toEqual([['gone', true], ['sara', false]]); // biome-ignore format: one row
  });
});
