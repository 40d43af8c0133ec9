// Rooms of projects: who is in one, what each has read of it, and what is left when somebody leaves or the project ends.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Room, RoomMatch, RoomMessage } from '../../../../contract/schemas/messages/room';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

describe.each(ONE_ENGINE)('rooms of projects on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const chatting = await make.createRole(w.engine, w.ids.customer, 'chatting', [8]);
    const managing = await make.createRole(w.engine, w.ids.customer, 'managing', [8, 17]);
    for (const username of ['ali', 'sara', 'reza'])
      await make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [chatting] });
    await make.createPerson(w.engine, w.ids.customer, { username: 'boss', password: PASSWORD, roles: [managing] });
    for (const row of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[row.username] = row.id;
  });
  afterAll(() => w.close());
  const id = (name: string) => ids[name] as number;
  const names = (all: string[]) => all.map(id);
  const get = (as: string, path: string) => w.call(as, 'GET', `/api/room/${path}`);
  const project = async (members: string[], supervisors: string[] = []) =>
    (
      await w.call('boss', 'POST', '/api/project/', {
        name: 'برداشت',
        members: names(members),
        supervisors: names(supervisors),
      })
    ).body.id as number;
  const say = (as: string, room: number, text: string, key?: string) =>
    w.call(as, 'POST', `/api/room/${room}/message/`, { text, ...(key ? { key } : {}) });
  const texts = async (as: string, room: number, query = '') =>
    (await get(as, `${room}/message/${query}`)).body.results.map((m: RoomMessage) => `${m.sender.username}: ${m.text}`);
  const unread = async (as: string, room: number) => ((await get(as, `${room}/`)).body as Room).unread;
  const total = async (as: string) => (await get(as, 'check/')).body.newMessageCount;
  const read = (as: string, room: number, up_to: number) => w.call(as, 'POST', `/api/room/${room}/read/`, { up_to });

  it('are of those who work in the project, and for all others not there', async () => {
    const room = await project(['ali'], ['sara']);
    expect((await say('ali', room, 'سلام')).status).toBe(200);
    await say('sara', room, 'درود');
    await say('boss', room, 'خسته نباشید');
    expect(await texts('ali', room)).toEqual(['boss: خسته نباشید', 'sara: درود', 'ali: سلام']);
    const [first] = (await get('sara', '')).body as Room[];
    expect(first).toMatchObject({ id: room, name: 'برداشت', people: 3, unread: 2, can_write: true });
    expect(first?.message?.text).toBe('خسته نباشید');
    // Who manages all projects sees this one, and is not in its room; who is elsewhere knows nothing of it.
    for (const as of ['reza', 'super']) {
      expect((await get(as, '')).body).toEqual([]);
      for (const path of [`${room}/`, `${room}/message/`]) expect((await get(as, path)).status).toBe(404);
      expect((await say(as, room, 'x')).status).toBe(404);
      expect((await read(as, room, 1)).status).toBe(404);
      expect((await w.call(as, 'PUT', `/api/room/${room}/mute/`, { muted: true })).status).toBe(404);
      expect((await get(as, `search/?search=سلام&room=${room}`)).body.results).toEqual([]);
      expect(await total(as)).toBe(0);
    }
    expect((await get('stranger', `${room}/`)).status).not.toBe(200);
    expect((await get('viewer', '')).status).toBe(403);
  });

  it('are open from the beginning to who joins, and closed to who leaves', async () => {
    const room = await project(['ali']);
    const { id: own } = (await say('ali', room, 'پیش از تو')).body;
    const setMembers = (all: string[]) => w.call('boss', 'PATCH', `/api/project/${room}/`, { members: names(all) });
    expect((await setMembers(['reza'])).status).toBe(200);
    expect(await texts('reza', room)).toEqual(['ali: پیش از تو']);
    for (const path of [`${room}/`, `${room}/message/`]) expect((await get('ali', path)).status).toBe(404);
    expect((await say('ali', room, 'x')).status).toBe(404);
    expect((await w.call('ali', 'DELETE', `/api/room/message/${own}/`)).status).toBe(404);
    expect((await get('ali', 'search/?search=پیش')).body.results).toEqual([]);
    await setMembers(['ali', 'reza']);
    expect((await w.call('ali', 'DELETE', `/api/room/message/${own}/`)).status).toBe(200);
  });

  it('are read by each for themselves, and count no muted one', async () => {
    const before = { ali: await total('ali'), sara: await total('sara') };
    const room = await project(['ali', 'sara']);
    const said: number[] = [];
    for (const text of ['1', '2', '3']) said.push((await say('boss', room, text)).body.id);
    await read('ali', room, said[1] as number);
    expect([await unread('ali', room), await unread('sara', room), await unread('boss', room)]).toEqual([1, 3, 0]);
    // A mark goes neither back nor beyond what was said.
    await read('ali', room, said[0] as number);
    expect(await unread('ali', room)).toBe(1);
    await read('ali', room, 2 ** 40);
    await say('sara', room, '4');
    expect(await unread('ali', room)).toBe(1);
    expect([await total('ali'), await total('sara')]).toEqual([before.ali + 1, before.sara + 3]);
    await w.call('sara', 'PUT', `/api/room/${room}/mute/`, { muted: true });
    expect([await total('sara'), await unread('sara', room)]).toEqual([before.sara, 3]);
    expect((await get('sara', `${room}/`)).body.muted).toBe(true);
    expect((await get('ali', `${room}/`)).body.muted).toBe(false);
  });

  it('give what is new and what is older, hold one for what comes twice, and find words', async () => {
    const room = await project(['ali', 'sara']);
    const other = await project(['sara']);
    const key = 'k-12345678';
    const both = await Promise.all([say('ali', room, 'نقشه كرمان', key), say('ali', room, 'نقشه كرمان', key)]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    // The same key in another room is another message.
    await say('sara', room, 'دوم', key);
    expect((await say('sara', other, 'کرمان، جای دیگر', key)).body.room).toBe(other);
    const first = both[0]?.body.id;
    expect(await texts('sara', room, `?order=date&after=${first}`)).toEqual(['sara: دوم']);
    expect(await texts('sara', room, `?before=${first + 1}`)).toEqual(['ali: نقشه كرمان']);
    const search = async (as: string, more = '') =>
      (await get(as, `search/?search=${encodeURIComponent('کرمان')}${more}`)).body.results.map((m: RoomMatch) => m.message.room); // biome-ignore format: one line
    expect(await search('sara')).toEqual([other, room]);
    expect(await search('sara', `&room=${room}`)).toEqual([room]);
    expect(await search('ali')).toEqual([room]);
  });

  it('carry files that are read by who is in the room now', async () => {
    const room = await project(['ali', 'sara']);
    const { body: file } = await w.form('ali', '/api/chat_file/', { path: new File(['x'], 'نقشه.txt') });
    const { body: said } = await w.call('ali', 'POST', `/api/room/${room}/message/`, { text: '', files: [file.id] });
    expect([said.text, said.files]).toEqual(['', [file]]);
    expect((await say('ali', room, '')).body.fields).toHaveProperty('text');
    expect((await get('sara', `${room}/message/`)).body.results[0].files).toEqual([file]);
    const open = async (as: string) => (await w.call(as, 'GET', `/api/chat_file/${file.id}/`)).status;
    expect([await open('ali'), await open('sara'), await open('boss'), await open('reza'), await open('super')]).toEqual([200, 200, 200, 404, 404]); // biome-ignore format: one line
    expect((await get('sara', `search/?search=${encodeURIComponent('نقشه')}&room=${room}`)).body.count).toBe(1);
    await w.call('boss', 'PATCH', `/api/project/${room}/`, { members: [id('ali')] });
    expect([await open('sara'), await open('ali')]).toEqual([404, 200]);
    const { rows } = await sql<{ key: string }>`select key from chat_file where id = ${file.id}::int`.execute(
      w.engine.db,
    );
    const exists = () => w.backend.world.storage.exists(rows[0]?.key ?? '');
    expect(await exists()).toBe(true);
    expect((await w.call('ali', 'DELETE', `/api/room/message/${said.id}/`)).status).toBe(200);
    expect([await exists(), await open('ali')]).toEqual([false, 404]);
  });

  it('have nothing unread for who joins, and all that comes then', async () => {
    const room = await project(['ali']);
    for (const text of ['1', '2']) await say('ali', room, text);
    const set = (body: object) => w.call('boss', 'PATCH', `/api/project/${room}/`, body);
    expect((await set({ members: names(['ali', 'sara']), supervisors: names(['reza']) })).status).toBe(200);
    expect([await unread('sara', room), await unread('reza', room), await unread('boss', room)]).toEqual([0, 0, 2]);
    await say('ali', room, '3');
    // Who is in it already has the same unread, also where their part in the project becomes another one.
    await set({ members: names(['ali', 'reza']), supervisors: names(['sara']) });
    expect([await unread('sara', room), await unread('reza', room), await unread('boss', room)]).toEqual([1, 1, 3]);
    await set({ members: names(['ali']) });
    await say('ali', room, '4');
    await set({ members: names(['ali', 'reza']) });
    expect([await unread('reza', room), await unread('sara', room)]).toEqual([0, 2]);
  });

  it('let their sender take a message back for five minutes', async () => {
    const room = await project(['ali', 'sara']);
    const { id: said } = (await say('ali', room, 'x')).body;
    const remove = (as: string) => w.call(as, 'DELETE', `/api/room/message/${said}/`);
    for (const as of ['sara', 'boss', 'reza']) expect((await remove(as)).status).toBe(404);
    await sql`update room_message set at = now() - interval '6 minutes' where id = ${said}`.execute(w.engine.db);
    expect((await remove('ali')).body.code).toBe(412);
    await sql`update room_message set at = now() where id = ${said}`.execute(w.engine.db);
    expect((await remove('ali')).status).toBe(200);
    expect(await texts('sara', room)).toEqual([]);
  });

  it('can be read after the end of the project, and written in no more', async () => {
    const room = await project(['ali']);
    const silent = await project(['ali']);
    await say('ali', room, 'آخرین');
    await sql`update project set state = 7 where id in (${room}, ${silent})`.execute(w.engine.db);
    const refused = await say('ali', room, 'x');
    expect([refused.status, refused.body.code]).toEqual([403, 412]);
    expect(await texts('ali', room)).toEqual(['ali: آخرین']);
    const listed = ((await get('ali', '')).body as Room[]).map((r) => [r.id, r.can_write]);
    expect(listed).toContainEqual([room, false]);
    expect(listed).not.toContainEqual([silent, false]);
  });

  it('tell their people of each message and each of their own reading, and who leaves that they have left', async () => {
    const room = await project(['ali', 'sara']);
    const newsOf = async (act: () => Promise<unknown>) => {
      await sql`delete from event`.execute(w.engine.db);
      await act();
      const { rows } = await sql<{ kind: string; accounts: number[] }>`
        select kind, accounts from event where kind = 'message' order by id`.execute(w.engine.db);
      return rows.map(({ accounts }) => accounts.toSorted((a, b) => a - b));
    };
    let said = 0;
    const all = names(['ali', 'sara', 'boss']).toSorted((a, b) => a - b);
    expect(await newsOf(async () => (said = (await say('ali', room, 'x')).body.id))).toEqual([all]);
    expect(await newsOf(() => read('sara', room, said))).toEqual([[id('sara')]]);
    expect(await newsOf(() => w.call('ali', 'DELETE', `/api/room/message/${said}/`))).toEqual([all]);
    const left = await newsOf(() => w.call('boss', 'PATCH', `/api/project/${room}/`, { members: [id('ali')] }));
    expect(left.flat()).toContain(id('sara'));
  });
});
