// Chats beyond a page: what is new after a message, what is older, words of messages, own ones taken back, the same one sent twice.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PNG } from '../../../testing/pictures';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('chats on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const chatting = await make.createRole(w.engine, w.ids.customer, 'chatting', [8]);
    for (const username of ['ali', 'sara', 'reza'])
      await make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [chatting] });
    for (const row of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[row.username] = row.id;
  });
  afterAll(() => w.close());
  beforeEach(() => sql`delete from message`.execute(w.engine.db));
  const id = (name: string) => ids[name] as number;
  const get = async (as: string, path: string) => (await w.call(as, 'GET', `/api/${path}`)).body;
  const send = (as: string, to: string, text: string, key?: string) =>
    w.call(as, 'POST', '/api/message/', { receiver: id(to), text, ...(key ? { key } : {}) });
  const texts = (page: { results: { text: string }[] }) => page.results.map(({ text }) => text);

  it('give what is new after a message and what is older, and mark nothing where that is asked for', async () => {
    const messages: { id: number }[] = [];
    for (const text of ['1', '2', '3', '4']) messages.push((await send('ali', 'sara', text)).body);
    const thread = `message/?chat_with=${id('ali')}&mark=false`;
    expect(texts(await get('sara', `${thread}&order=date&after=${messages[1]?.id}`))).toEqual(['3', '4']);
    expect(texts(await get('sara', `${thread}&before=${messages[2]?.id}`))).toEqual(['2', '1']);
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 4 });
    const read = (as: string, other: string, up_to: number) =>
      w.call(as, 'POST', '/api/message/read/', { chat_with: id(other), up_to });
    // Somebody else's reading marks nothing.
    await read('reza', 'ali', messages[3]?.id as number);
    await read('ali', 'sara', messages[3]?.id as number);
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 4 });
    await read('sara', 'ali', messages[1]?.id as number);
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 2 });
  });

  it('hold one message for what is sent twice under one key', async () => {
    const key = 'k-12345678';
    const both = await Promise.all([send('ali', 'sara', 'یک', key), send('ali', 'sara', 'یک', key)]);
    expect(both.map((one) => one.status)).toEqual([200, 200]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    expect(both[0]?.body.key).toBe(key);
    // Keys are of their sender.
    await send('reza', 'sara', 'دو', key);
    expect((await get('ali', `message/?chat_with=${id('sara')}`)).count).toBe(1);
    expect((await get('reza', `message/?chat_with=${id('sara')}`)).count).toBe(1);
    expect((await send('ali', 'sara', 'x', 'short')).status).toBe(400);
  });

  it('are searched by their two people alone, in words as people spell them', async () => {
    await send('ali', 'sara', 'نقشهٔ شهر كرمان آماده است');
    await send('sara', 'ali', 'کد ۱۲ را دیدم');
    await send('reza', 'sara', 'کرمان را من می‌روم');
    const search = async (as: string, words: string, more = '') =>
      (await get(as, `message/search/?search=${encodeURIComponent(words)}${more}`)).results.map(
        (m: { contact: { username: string }; message: { text: string } }) => [m.contact.username, m.message.text],
      );
    expect(await search('ali', 'کرمان')).toEqual([['sara', 'نقشهٔ شهر كرمان آماده است']]);
    expect(await search('sara', 'کرمان')).toEqual([
      ['reza', 'کرمان را من می‌روم'],
      ['ali', 'نقشهٔ شهر كرمان آماده است'],
    ]);
    expect(await search('sara', 'کرمان', `&chat_with=${id('reza')}`)).toEqual([['reza', 'کرمان را من می‌روم']]);
    expect(await search('ali', '12')).toEqual([['sara', 'کد ۱۲ را دیدم']]);
    expect(await search('reza', 'آماده')).toEqual([]);
    expect(await search('super', 'کرمان')).toEqual([]);
    expect((await w.call('ali', 'GET', '/api/message/search/?search=')).status).toBe(400);
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 2 });
  });

  it('let their sender take a message back for five minutes', async () => {
    const { body } = await send('ali', 'sara', 'x');
    const remove = (as: string) => w.call(as, 'DELETE', `/api/message/${body.id}/`);
    for (const as of ['sara', 'super', 'reza']) expect((await remove(as)).status).toBe(404);
    const age = (minutes: number) =>
      sql`update message set at = now() - make_interval(mins => ${minutes}::int)`.execute(w.engine.db);
    await age(6);
    expect((await remove('ali')).body.code).toBe(412);
    expect((await get('ali', `message/?chat_with=${id('sara')}`)).count).toBe(1);
    await age(4);
    expect((await remove('ali')).status).toBe(200);
    expect((await get('sara', `message/?chat_with=${id('ali')}`)).count).toBe(0);
  });

  const attach = (as: string, name: string, bytes: BlobPart) =>
    w.form(as, '/api/chat_file/', { path: new File([bytes], name) });
  const fetchFile = (as: string, file: number) => w.call(as, 'GET', `/api/chat_file/${file}/`);
  const sendFiles = (as: string, to: string, files: number[], key?: string, text = '') =>
    w.call(as, 'POST', '/api/message/', { receiver: id(to), text, files, ...(key ? { key } : {}) });
  const usedBytes = async () =>
    Number((await w.engine.db.selectFrom('customer').select('files_bytes').where('id', '=', w.ids.customer).executeTakeFirstOrThrow()).files_bytes); // biome-ignore format: one query
  const storedKeys = async () => {
    const keys: string[] = [];
    for await (const { key } of w.backend.world.storage.list('chat/')) keys.push(key);
    return keys;
  };

  it('carry files that their two people read, and nobody else', async () => {
    const before = await usedBytes();
    const picture = (await attach('ali', 'C:\\عکس\u202e.png', PNG as BlobPart)).body;
    const text = (await attach('ali', 'متن.txt', 'سلام')).body;
    expect(picture).toMatchObject({ name: 'عکس .png', type: 'image/png' });
    expect(await usedBytes()).toBe(before + picture.size + text.size);
    // Until a message carries it, it is its sender's alone.
    expect([(await fetchFile('ali', picture.id)).status, (await fetchFile('sara', picture.id)).status]).toEqual([
      200, 404,
    ]);
    const both = await Promise.all([1, 2].map(() => sendFiles('ali', 'sara', [text.id, picture.id], 'k-12345678')));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect([both[0]?.body.text, both[0]?.body.files]).toEqual(['', [picture, text]]);
    expect((await get('sara', `message/?chat_with=${id('ali')}`)).results[0].files).toEqual([picture, text]);
    expect((await get('sara', 'lastchats/'))[0].message.files).toEqual([picture, text]);
    for (const as of ['ali', 'sara']) {
      const got = await fetchFile(as, text.id);
      expect(got.body.toString()).toBe('سلام');
      expect(got.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%D9%85/);
      expect([got.headers['content-security-policy'], got.headers['x-content-type-options']]).toEqual(["sandbox; default-src 'none'", 'nosniff']); // biome-ignore format: one list
    }
    for (const as of ['reza', 'super', 'stranger']) expect((await fetchFile(as, text.id)).status).not.toBe(200);
    expect((await w.call('reza', 'GET', `/api/chat_file/${text.id}/`)).status).toBe(404);
    for (const as of ['ali', 'sara', 'reza'])
      expect((await w.call(as, 'DELETE', `/api/chat_file/${text.id}/`)).status).toBe(404);
    // Its name is found as words of the message are.
    const matching = await get('sara', `message/search/?search=${encodeURIComponent('متن')}`);
    expect(matching.results.map((m: { id: number }) => m.id)).toEqual([both[0]?.body.id]);
    // With the message its files go, and their space is there again.
    expect((await w.call('ali', 'DELETE', `/api/message/${both[0]?.body.id}/`)).status).toBe(200);
    expect([await usedBytes(), await storedKeys(), (await fetchFile('ali', text.id)).status]).toEqual([
      before,
      [],
      404,
    ]);
  });

  it('refuse files of others, of other messages, too many, and what is no file that is taken', async () => {
    const before = await usedBytes();
    for (const [
      name,
      bytes,
    ] of [['a.html', '<script>alert(1)</script>'], ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'], ['a.png', 'text'], ['a.txt', '']] as const) // biome-ignore format: one list
      expect([name, (await attach('ali', name, bytes)).status]).toEqual([name, 400]);
    const large = await attach('ali', 'a.txt', 'x'.repeat(20 * 1024 * 1024 + 1));
    expect([large.status, await usedBytes(), await storedKeys()]).toEqual([413, before, []]);
    expect((await attach('viewer', 'a.txt', 'x')).status).toBe(403);
    const own: number[] = [];
    for (let i = 0; i < 6; i++) own.push((await attach('ali', `${i}.txt`, 'x')).body.id);
    const [first, second] = own as [number, number];
    expect((await sendFiles('ali', 'sara', own)).status).toBe(400);
    expect((await sendFiles('ali', 'sara', [])).status).toBe(400);
    expect((await sendFiles('reza', 'sara', [first])).body.code).toBe(412);
    expect((await sendFiles('ali', 'sara', [first])).status).toBe(200);
    // A message is whole or not there.
    expect((await sendFiles('ali', 'sara', [first, second])).body.code).toBe(412);
    expect((await get('sara', `message/?chat_with=${id('ali')}`)).count).toBe(1);
    expect((await w.call('reza', 'DELETE', `/api/chat_file/${second}/`)).status).toBe(404);
    expect((await w.call('ali', 'DELETE', `/api/chat_file/${second}/`)).status).toBe(200);
    expect((await sendFiles('ali', 'sara', [second])).body.code).toBe(412);
    const limit = (config: object) => w.engine.db.updateTable('customer').set({ config: JSON.stringify(config) as never }).where('id', '=', w.ids.customer).execute(); // biome-ignore format: one query
    const { config } = await w.engine.db.selectFrom('customer').select('config').where('id', '=', w.ids.customer).executeTakeFirstOrThrow(); // biome-ignore format: one query
    await limit({ ...(config as object), disk_limit: 0 });
    const [space, keys] = [await usedBytes(), await storedKeys()];
    expect((await attach('ali', 'a.txt', 'x')).body.code).toBe(412);
    expect([await usedBytes(), await storedKeys()]).toEqual([space, keys]);
    await limit(config as object);
  });

  it('tell of somebody whether a message can be sent there', async () => {
    const canChat = async (name: string) => (await get('ali', `contacts/${id(name)}/`)).can_chat;
    expect([await canChat('sara'), await canChat('viewer')]).toEqual([true, false]);
    await w.call('super', 'POST', `/api/users/${id('reza')}/lock/`, {});
    expect(await canChat('reza')).toBe(false);
    for (const name of ['ali', 'stranger'])
      expect((await w.call('ali', 'GET', `/api/contacts/${id(name)}/`)).status).toBe(404);
  });

  it('of somebody who is muted are listed with what is unread, and counted no more, for that person alone', async () => {
    const mute = (as: string, other: number, muted: boolean) =>
      w.call(as, 'PUT', `/api/contacts/${other}/mute/`, { muted });
    const count = async (as: string) => (await get(as, 'message/check/')).newMessageCount;
    const threads = async (as: string) =>
      (await get(as, 'lastchats/')).map((c: { contact: { username: string; muted: boolean }; unread: number }) => [c.contact.username, c.contact.muted, c.unread]); // biome-ignore format: one line
    await send('ali', 'sara', '1');
    await send('super', 'sara', '2');
    for (let i = 0; i < 2; i++) expect((await mute('sara', id('ali'), true)).status).toBe(200);
    await send('ali', 'sara', '3');
    expect(await count('sara')).toBe(1);
    expect(await threads('sara')).toEqual([['ali', true, 2], ['super', false, 1]]); // biome-ignore format: two rows
    expect((await get('sara', `contacts/${id('ali')}/`)).muted).toBe(true);
    expect((await get('ali', `contacts/${id('sara')}/`)).muted).toBe(false);
    // Others have their own choice.
    await send('ali', 'super', '4');
    await send('sara', 'ali', '5');
    expect([await count('super'), await count('ali')]).toEqual([1, 1]);
    for (const other of [id('sara'), id('stranger'), 999_999])
      expect((await mute('sara', other, true)).status).toBe(404);
    await mute('sara', id('ali'), false);
    expect(await count('sara')).toBe(3);
  });
});
