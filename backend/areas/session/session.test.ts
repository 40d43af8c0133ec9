// Captchas, refresh tokens and rights as time goes by, on both engines.
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyDocument, openAccess, readKeyDocument } from '../../../contract/access';
import { anAddress } from '../../../testing/codes';
import { aWorld, CAPTCHA, ENGINES, PASSWORD, type TestWorld } from '../../../testing/world';
import { openSession, renewSession } from './tokens';

describe.each(ENGINES)('sessions on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await aWorld(kind);
  });
  afterAll(() => w.close());

  const key = async () => {
    const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    return { otp: keyDocument(await exportJWK(publicKey)), privateKey, publicKey };
  };
  const signIn = async (body: Record<string, unknown>) => {
    const { otp, privateKey } = await key();
    const captcha = (await w.call('nobody', 'GET', '/api/captcha/')).body;
    const filled = { username: 'viewer', password: PASSWORD, captcha_key: captcha.captcha_key, captcha_value: CAPTCHA, otp, ...body }; // biome-ignore format: one body
    const answer = await w.call('nobody', 'POST', '/api/atoken/', filled, { 'x-forwarded-for': anAddress() });
    return {
      ...answer,
      open: () => openAccess(answer.body.access, privateKey) as Promise<{ token: string; refresh: string }>,
      captcha,
    };
  };

  it('takes each captcha once, and tells a wrong one from a wrong password', async () => {
    const first = await signIn({});
    expect(first.status).toBe(200);
    expect((await signIn({ captcha_key: first.captcha.captcha_key })).status).toBe(406);
    expect((await signIn({ captcha_value: '00000' })).status).toBe(406);
    expect((await signIn({ captcha_value: '۱۲۳۴۵' })).status).toBe(200);
    const [wrong, unknown] = [
      await signIn({ password: 'x' }),
      await signIn({ username: 'no-such-person', password: 'x' }),
    ];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
  });

  it('refuses keys that are weak, private or not keys', async () => {
    const { publicKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 4096, extractable: true });
    const { privateKey } = await key();
    const documents = [
      keyDocument(await exportJWK(publicKey)),
      btoa(JSON.stringify(await exportJWK(privateKey))),
      btoa('{"kty":"EC"}'),
      btoa('[]'),
      'x'.repeat(200),
    ];
    for (const otp of documents) {
      expect(readKeyDocument(otp)).toBeNull();
      expect((await signIn({ otp })).status).toBe(400);
    }
  });

  it('rotates refresh tokens: the same answer within the grace time, the end after it', async () => {
    const { db } = w.engine;
    const start = new Date();
    const first = await openSession(db, 2, start, 60);
    const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
    const [one, two] = await Promise.all([
      renewSession(db, first.refresh, at(1), 60),
      renewSession(db, first.refresh, at(1), 60),
    ]);
    expect(one?.tokens).toEqual(two?.tokens);
    expect((await renewSession(db, first.refresh, at(10), 60))?.tokens).toEqual(one?.tokens);
    expect(await renewSession(db, first.refresh, at(30), 60)).toBeNull();
    // The reuse has ended the session, for the thief and for the owner.
    expect(await renewSession(db, one?.tokens.refresh ?? '', at(31), 60)).toBeNull();
    expect(await renewSession(db, 'x'.repeat(43), at(31), 60)).toBeNull();
  });

  it('are written down: who came in, who was refused, who rests, and a token that came twice', async () => {
    const id = async (username: string) => (await w.engine.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id; // biome-ignore format: one question
    const lines = async (account: number | null, since: number) => (await w.engine.db.selectFrom('audit').select(['call', 'object', 'status']).where('account_id', account === null ? 'is' : '=', account).where('id', '>', since).orderBy('id').execute()).map((l) => [l.call, l.object, l.status]); // biome-ignore format: one question
    const last = async () => Number((await w.engine.db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0); // biome-ignore format: one question
    const editor = await id('editor');
    let since = await last();
    const { refresh } = await (await signIn({ username: 'editor' })).open();
    for (let i = 0; i < 10; i++) await signIn({ username: 'editor', password: 'x' });
    const wrong = Array(9).fill(['session.signIn', '', 401]);
    expect(await lines(editor, since)).toEqual([['session.signIn', '', 200], ...wrong, ['session.signIn', 'rest', 429], ['session.signIn', '', 401]]); // biome-ignore format: one line
    since = await last();
    await renewSession(w.engine.db, refresh, new Date(Date.now() - 60_000), 60);
    const again = await w.call('nobody', 'POST', '/api/token/refresh/', { otp: (await key()).otp }, { authorization: `Bearer ${refresh}` }); // biome-ignore format: one call
    expect([again.status, await lines(editor, since)]).toEqual([401, [['session.refresh', 'reuse', 401]]]);
    await w.engine.db.updateTable('account').set({ failures: 0 }).where('id', '=', editor).execute();
  });

  it('ends at a lock within a second, and at sign-out at once', async () => {
    const { token } = await (await signIn({})).open();
    const me = { authorization: `Bearer ${token}` };
    const { body } = await w.call('nobody', 'GET', '/api/user/', undefined, me);
    expect(body.username).toBe('viewer');
    await w.engine.db.updateTable('account').set({ locked: true }).where('username', '=', 'viewer').execute();
    await new Promise((r) => setTimeout(r, 1100));
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, me)).status).toBe(401);
    expect((await signIn({})).body.code).toBe(412);
    await w.engine.db.updateTable('account').set({ locked: false }).where('username', '=', 'viewer').execute();
    const again = { authorization: `Bearer ${(await (await signIn({})).open()).token}` };
    expect((await w.call('nobody', 'POST', '/api/user/1/logout/', {}, again)).status).toBe(403);
    expect((await w.call('nobody', 'POST', `/api/user/${body.id}/logout/`, {}, again)).status).toBe(200);
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, again)).status).toBe(401);
  });

  it('ends on this device alone, or on all of them where that is asked', async () => {
    const open = async () => ({ authorization: `Bearer ${(await (await signIn({})).open()).token}` });
    const [first, second, third] = [await open(), await open(), await open()];
    const { body } = await w.call('nobody', 'GET', '/api/user/', undefined, first);
    const out = (query: string, as: typeof first) =>
      w.call('nobody', 'POST', `/api/user/${body.id}/logout/${query}`, {}, as);
    const status = async (as: typeof first) => (await w.call('nobody', 'GET', '/api/user/', undefined, as)).status;
    expect((await out('', first)).status).toBe(200);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    expect((await out('?everywhere=true', second)).status).toBe(200);
    expect([await status(second), await status(third)]).toEqual([401, 401]);
  });
});
