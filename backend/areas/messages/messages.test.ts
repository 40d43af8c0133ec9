// Chats and notices: one's own threads only, read marks, counts, and nobody of another organisation.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { sendNotice as tell } from './notices';

describe.each(ONE_ENGINE)('messages on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const chatting = await make.createRole(w.engine, w.ids.customer, 'chatting', [8, 9]);
    for (const username of ['ali', 'sara', 'reza'])
      await make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [chatting] });
    const rows = await w.engine.db.selectFrom('account').select(['id', 'username', 'customer_id']).execute();
    for (const { id, username } of rows) ids[username] = id;
    const foreign = rows.find((r) => r.username === 'stranger')?.customer_id as number;
    const role = await make.createRole(w.engine, foreign, 'chatting', [8, 9]);
    await w.engine.db
      .insertInto('account_role')
      .values({ account_id: id('stranger'), role_id: role })
      .execute();
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    await sql`delete from message`.execute(w.engine.db);
    await sql`delete from notice`.execute(w.engine.db);
  });
  const id = (name: string) => ids[name] as number;
  const get = async (as: string, path: string) => (await w.call(as, 'GET', `/api/${path}`)).body;
  const send = (as: string, to: string, text: string) =>
    w.call(as, 'POST', '/api/message/', { receiver: id(to), text });
  const notify = (as: string, to: number[], subject = 'جلسه') =>
    w.call(as, 'POST', '/api/notiffication/', { subject, text: 'ساعت ده', recipient_user: to });

  it('go to whoever may chat in the own organisation, and to nobody else', async () => {
    const names = (await get('ali', 'contacts/')).map((c: { username: string }) => c.username);
    expect([...names].sort()).toEqual(['reza', 'sara', 'super']);
    const some = async (query: string) =>
      (await get('ali', `contacts/?${query}`)).map((c: { username: string }) => c.username);
    expect([await some('search=SAR'), await some('limit=2'), await some('limit=2&offset=2')]).toEqual([['sara'], names.slice(0, 2), names.slice(2)]); // biome-ignore format: one row
    expect(await some(`ids=${id('reza')},${id('ali')},${id('stranger')},${id('viewer')}`)).toEqual(['reza']);
    expect((await send('ali', 'sara', '  سلام  ')).body).toMatchObject({ sender: id('ali'), receiver: id('sara'), text: 'سلام', read_date: null }); // biome-ignore format: one row
    expect((await send('ali', 'stranger', 'x')).status).toBe(404);
    expect((await send('ali', 'ali', 'x')).body.code).toBe(412);
    expect((await send('ali', 'viewer', 'x')).body.code).toBe(412);
    expect((await w.call('ali', 'POST', '/api/message/', { receiver: 999_999, text: 'x' })).status).toBe(404);
    for (const bad of [{ receiver: id('sara') }, { receiver: id('sara'), text: ' ' }, { receiver: id('sara'), text: 'x'.repeat(4001) }, { receiver: 2 ** 31, text: 'x' }, { receiver: id('sara'), text: 'a\0b' }, { receiver: id('sara'), text: 'x', sender: 1 }]) // biome-ignore format: one row
      expect((await w.call('ali', 'POST', '/api/message/', bad)).status).toBe(400);
    expect((await send('ali', 'sara', 'x'.repeat(4000))).status).toBe(200);
    expect((await send('ali', 'sara', '<script>alert(1)</script>')).body.text).toBe('<script>alert(1)</script>');
  });

  it('are read by their two people alone, and marked by reading', async () => {
    await send('ali', 'sara', 'CANARY یک');
    await send('ali', 'sara', 'CANARY دو');
    await send('sara', 'ali', 'CANARY سه');
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 2 });
    expect(await get('ali', 'message/check/')).toEqual({ newMessageCount: 1 });
    // The sender's reading marks nothing of what he wrote himself.
    await get('ali', `message/?chat_with=${id('sara')}`);
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 2 });
    const page = await get('sara', `message/?chat_with=${id('ali')}&limit=2`);
    expect([page.count, page.results.map((m: { text: string }) => m.text)]).toEqual([3, ['CANARY سه', 'CANARY دو']]);
    expect(page.results[1].read_date).not.toBeNull();
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 0 });
    const next = await w.call('sara', 'GET', page.next);
    expect(next.body.results.map((m: { text: string }) => m.text)).toEqual(['CANARY یک']);
    for (const as of ['reza', 'super'])
      for (const other of ['ali', 'sara'])
        expect(JSON.stringify(await get(as, `message/?chat_with=${id(other)}`))).not.toContain('CANARY');
    for (const path of [`message/?chat_with=${id('ali')}`]) {
      const foreign = await w.call('stranger', 'GET', `/api/${path}`);
      expect(foreign.status).toBe(404);
    }
    expect((await w.call('ali', 'GET', `/api/message/?chat_with=${id('ali')}`)).status).toBe(404);
    expect((await w.call('ali', 'GET', '/api/message/')).status).toBe(400);
    expect((await w.call('viewer', 'GET', `/api/message/?chat_with=${id('ali')}`)).status).toBe(403);
  });

  it('show the last of each thread, the newest first, with what is unread', async () => {
    await send('ali', 'sara', 'الف');
    await send('reza', 'sara', 'ب');
    await send('reza', 'sara', 'پ');
    await send('sara', 'super', 'ت');
    const chats = await get('sara', 'lastchats/');
    expect(
      chats.map((c: { contact: { username: string }; message: { text: string }; unread: number }) => [c.contact.username, c.message.text, c.unread]), // biome-ignore format: one row
    ).toEqual([['super', 'ت', 0], ['reza', 'پ', 2], ['ali', 'الف', 1]]); // biome-ignore format: one row
    expect((await get('ali', 'lastchats/')).length).toBe(1);
    expect(await get('stranger', 'lastchats/')).toEqual([]);
  });

  it('are counted, listed and marked as a plain model of them says', async () => {
    const names = ['ali', 'sara', 'reza'] as const;
    const who = fc.constantFrom(...names);
    const step = fc.record({ read: fc.boolean(), me: who, other: who }).filter((s) => s.me !== s.other);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        await sql`delete from message`.execute(w.engine.db);
        const history: { from: string; to: string; text: string; read: boolean }[] = [];
        for (const { read, me, other } of steps) {
          if (!read) {
            const text = String(history.length);
            await send(me, other, text);
            history.push({ from: me, to: other, text, read: false });
            continue;
          }
          const page = await get(me, `message/?chat_with=${id(other)}`);
          const thread = history.filter((m) => [m.from, m.to].sort().join() === [me, other].sort().join()).reverse();
          expect(page.results.map((m: { text: string }) => m.text)).toEqual(thread.map((m) => m.text));
          for (const m of thread) m.read ||= m.to === me;
          expect(page.results.map((m: { read_date: unknown }) => m.read_date !== null)).toEqual(
            thread.map((m) => m.read),
          );
        }
        for (const me of names) {
          const unread = history.filter((m) => m.to === me && !m.read);
          expect(await get(me, 'message/check/')).toEqual({ newMessageCount: unread.length });
          const chats = await get(me, 'lastchats/');
          for (const { contact, unread: n } of chats)
            expect(n).toBe(unread.filter((m) => m.from === contact.username).length);
          const last = new Map(history.filter((m) => m.from === me || m.to === me).map((m) => [m.from === me ? m.to : m.from, m.text])); // biome-ignore format: one row
          expect(Object.fromEntries(chats.map((c: { contact: { username: string }; message: { text: string } }) => [c.contact.username, c.message.text]))).toEqual(Object.fromEntries(last)); // biome-ignore format: one row
        }
      }),
      { numRuns: 15 },
    );
  });

  it('say who was seen in the last half hour', async () => {
    await w.token('sara');
    const online = async () =>
      (await get('ali', 'contacts/')).find((c: { username: string }) => c.username === 'sara').online;
    expect(await online()).toBe(true);
    const ago = (minutes: number) =>
      sql`update session set last_refresh = now() - make_interval(mins => ${minutes}::int) where account_id = ${id('sara')}::int`.execute(w.engine.db); // biome-ignore format: one row
    await ago(29);
    expect(await online()).toBe(true);
    await ago(31);
    expect(await online()).toBe(false);
  });

  it('keep ten thousand in one thread quick to page and to search', async () => {
    await sql`
      insert into message (sender_id, receiver_id, text, at) select case when i % 2 = 0 then ${id('ali')}::int else ${id('reza')}::int end,
        case when i % 2 = 0 then ${id('reza')}::int else ${id('ali')}::int end, 'm' || i, now() from generate_series(1, 10001) i`.execute(
      w.engine.db,
    );
    const page = await get('ali', `message/?chat_with=${id('reza')}`);
    expect([page.count, page.count_capped, page.results.length, page.results[0].text]).toEqual([10_000, true, 25, 'm10001']); // biome-ignore format: one row
    expect(await get('ali', 'message/check/')).toEqual({ newMessageCount: 0 });
    const [chat] = await get('ali', 'lastchats/');
    expect([chat.contact.username, chat.message.text]).toEqual(['reza', 'm10001']);
    const search = async (words: string) => (await get('ali', `message/search/?search=${words}`)).count;
    expect([await search('m9999'), await search('m77777')]).toEqual([1, 0]);
  });

  it('sent at the same time all arrive', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => send(i % 2 ? 'ali' : 'reza', 'sara', String(i))));
    expect(await get('sara', 'message/check/')).toEqual({ newMessageCount: 20 });
  });

  it('as notices reach each receiver once, who reads them himself', async () => {
    const { body, status } = await notify('ali', [id('viewer'), id('sara'), id('viewer')]);
    expect([status, body.recipients, body.read, body.sender.username]).toEqual([200, 2, 0, 'ali']);
    const received = await get('viewer', 'notiffication/received/');
    expect([received.count, received.results[0].subject, received.results[0].read_date]).toEqual([1, 'جلسه', null]);
    expect((await w.call('viewer', 'POST', `/api/notiffication/${body.id}/read/`)).status).toBe(200);
    const first = (await get('viewer', 'notiffication/received/')).results[0].read_date;
    expect((await w.call('viewer', 'POST', `/api/notiffication/${body.id}/read/`)).status).toBe(200);
    expect((await get('viewer', 'notiffication/received/')).results[0].read_date).toBe(first);
    const recipients = await get('ali', `messagerecipient/?notiffication=${body.id}`);
    expect(recipients.results.map((r: { user: { username: string }; read_date: string | null }) => [r.user.username, r.read_date !== null]).sort()).toEqual([['sara', false], ['viewer', true]]); // biome-ignore format: one row
    for (const as of ['editor', 'super', 'stranger'])
      expect((await w.call(as, 'POST', `/api/notiffication/${body.id}/read/`)).status).toBe(404);
  });

  it('as notices are seen by their sender and by superusers of his organisation', async () => {
    const { body } = await notify('ali', [id('viewer')], 'CANARY-NOTICE');
    expect((await get('ali', 'notiffication/?search=canary')).count).toBe(1);
    expect((await get('ali', 'notiffication/?search=%25')).count).toBe(0);
    expect((await get('super', 'notiffication/')).count).toBe(1);
    for (const as of ['sara', 'stranger']) {
      expect((await get(as, 'notiffication/')).count).toBe(0);
      expect((await w.call(as, 'GET', `/api/messagerecipient/?notiffication=${body.id}`)).status).toBe(404);
      expect((await w.call(as, 'DELETE', `/api/notiffication/${body.id}/`)).status).toBe(404);
    }
    expect((await notify('viewer', [id('ali')])).status).toBe(403);
    expect((await notify('ali', [id('stranger')])).status).toBe(404);
    expect((await notify('ali', [id('viewer'), 999_999])).status).toBe(404);
    expect((await notify('ali', [])).status).toBe(400);
    expect(
      (
        await notify(
          'ali',
          Array.from({ length: 10_001 }, (_, i) => i + 1),
        )
      ).status,
    ).toBe(400);
    expect((await w.call('ali', 'DELETE', `/api/notiffication/${body.id}/`)).status).toBe(200);
    expect((await get('viewer', 'notiffication/received/')).count).toBe(0);
  });

  it('as notices of the product itself are read, searched and removed by each in the own language', async () => {
    const event = { recipients: [id('viewer')], link: '/app/layer-data/7', at: new Date() };
    const by = { id: id('ali'), customer: w.ids.customer };
    const args = { layer: 'شهرهای ۱۲', count: 3, reason: 'نام کامل نیست' };
    const notice = await tell(w.engine.db, by, { ...event, code: 'record_returned', args });
    await tell(w.engine.db, by, { ...event, code: 'project_returned', args: { name: 'Canal' } });
    await notify('ali', [id('viewer')]);
    // What was written before there were codes stays as it was written.
    await sql`insert into notice (customer_id, sender_id, subject, text, link, at, automatic)
      values (${by.customer}::int, ${by.id}::int, 'رد شدن', '1 رکورد', '/app/layer-data/7', now(), true)`.execute(w.engine.db); // biome-ignore format: one row
    const in_ = async (as: string, lang: string, path: string) =>
      (await w.call(as, 'GET', `/api/notiffication/${path}`, undefined, { 'accept-language': lang })).body;
    const first = async (lang: string) => (await in_('viewer', lang, 'received/?kind=automatic')).results[1];
    expect(await first('fa')).toMatchObject({ kind: 'automatic', code: 'record_returned', subject: 'بازگشت برای اصلاح در لایه «شهرهای ۱۲»', text: '۳ عارضه از لایه «شهرهای ۱۲» برای اصلاح بازگشت. دلیل:\nنام کامل نیست' }); // biome-ignore format: one row
    expect(await first('en')).toMatchObject({ subject: 'Sent back for correction in layer “شهرهای ۱۲”', text: 'Features of layer “شهرهای ۱۲” sent back for correction: 3. Reason:\nنام کامل نیست' }); // biome-ignore format: one row
    const searchNotices = async (lang: string, search: string) =>
      (await in_('ali', lang, `?search=${encodeURIComponent(search)}`)).results.map((n: { code: string }) => n.code);
    expect(await searchNotices('fa', 'شهرهاي 12 اصلاح')).toEqual(['record_returned']);
    expect(await searchNotices('fa', '3 عارضه')).toEqual(['record_returned']);
    expect(await searchNotices('en', 'sent back ۳')).toEqual(['record_returned']);
    expect(await searchNotices('en', 'sent back')).toEqual(['project_returned', 'record_returned']);
    expect(await searchNotices('en', 'اصلاح')).toEqual([]);
    expect(await searchNotices('en', 'نام كامل')).toEqual(['record_returned']);
    expect(await searchNotices('en', 'رکورد')).toEqual([null]);
    expect([(await in_('ali', 'fa', '?kind=sent')).count, (await in_('ali', 'fa', '?kind=automatic')).count]).toEqual([1, 3]); // biome-ignore format: one row
    expect((await w.call('ali', 'GET', '/api/notiffication/?kind=other')).status).toBe(400);
    const persian = (await in_('ali', 'fa', '')).results;
    expect(persian.every((n: { can_delete: boolean }) => n.can_delete)).toBe(true);
    // Out of the judge's list, and still with whom it was meant for.
    expect((await w.call('ali', 'DELETE', `/api/notiffication/${notice}/`)).status).toBe(200);
    expect((await w.call('ali', 'DELETE', `/api/notiffication/${notice}/`)).status).toBe(404);
    expect((await in_('ali', 'fa', '?kind=automatic')).count).toBe(2);
    expect((await in_('viewer', 'fa', 'received/')).count).toBe(3);
    expect((await w.call('viewer', 'POST', `/api/notiffication/${notice}/read/`)).status).toBe(200);
  });

  it('as a notice go to ten thousand people at once', async () => {
    await sql`
      insert into account select (jsonb_populate_record(a, jsonb_build_object('id', 1000000 + i, 'username', 'many' || i) || extra)).*
        from account a, generate_series(1, 9999) i,
          lateral (select coalesce(jsonb_object_agg(key, 'many' || i), '{}'::jsonb) as extra from jsonb_each(to_jsonb(a)) where key = 'name_key') e
        where a.id = ${id('viewer')}::int`.execute(w.engine.db);
    const many = Array.from({ length: 9999 }, (_, i) => 1_000_001 + i);
    const { status, body } = await notify('ali', [...many, id('sara')]);
    expect([status, body.recipients]).toEqual([200, 10_000]);
    const page = await get('ali', `messagerecipient/?notiffication=${body.id}&limit=1000&offset=9500`);
    expect([page.count, page.results.length, page.next]).toEqual([10_000, 500, null]);
  });
});
