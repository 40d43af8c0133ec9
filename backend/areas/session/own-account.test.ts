// The own profile, the own password, and the days on which an account may be used.
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyDocument, openAccess } from '../../../contract/access';
import { PNG } from '../../../testing/pictures';
import { CAPTCHA, createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import { openSession } from './tokens';

const FRESH = 'Clear-Water-7';
const picture = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;

describe.each(ONE_ENGINE)('the own account on the %s engine', (kind) => {
  let w: TestWorld;
  /** 2025-11-22 is a Saturday, here at noon in Tehran. */
  const SATURDAY = new Date('2025-11-22T08:30:00Z');
  let time: Date | null = null;
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => time ?? new Date());
  });
  afterAll(() => w.close());

  const idOf = async (username: string) =>
    (await w.engine.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow())
      .id;
  const edit = (as: string, body: unknown) => w.call(as, 'PUT', '/api/user/', body);
  const setPassword = (as: string, body: Record<string, unknown>, id: string | number = 1) =>
    w.call(as, 'POST', `/api/user/${id}/set_password/`, {
      old_password: PASSWORD,
      new_password: FRESH,
      new_password2: FRESH,
      ...body,
    });
  /** The status of a sign-in. */
  async function signIn(username: string, password: string): Promise<number> {
    const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const captcha = (await w.call('nobody', 'GET', '/api/captcha/')).body.captcha_key;
    const { status, body } = await w.call('nobody', 'POST', '/api/atoken/', {
      username,
      password,
      captcha_key: captcha,
      captcha_value: CAPTCHA,
      otp: keyDocument(await exportJWK(publicKey)),
    });
    if (status === 200) await openAccess(body.access, privateKey);
    return status;
  }

  it('is changed by what is filled in, and by nothing else', async () => {
    const before = (await w.call('viewer', 'GET', '/api/user/')).body;
    const filled = { first_name: 'نام', last_name: '', phone: '۰۹۱۲۰۰۰۰۰۰۰', email: '', image: picture };
    for (const current_password of [undefined, '', 'wrong'])
      expect(Object.keys((await edit('viewer', { ...filled, current_password })).body.fields)).toEqual(['current_password']); // biome-ignore format: one line
    const changed = await edit('viewer', { ...filled, current_password: PASSWORD });
    expect(changed.body).toEqual({ ...before, first_name: 'نام', phone: '09120000000', image: `users/${before.id}/image/` }); // biome-ignore format: one line
    expect((await edit('viewer', { first_name: '', phone: '' })).body).toEqual(changed.body);
    expect((await w.call('viewer', 'GET', `/api/${changed.body.image}`)).body.equals(Buffer.from(PNG))).toBe(true);
    expect((await edit('viewer', { image: null })).body.image).toBeNull();
    expect((await w.call('viewer', 'GET', `/api/${changed.body.image}`)).status).toBe(404);
    for (const key of ['id', 'username', 'password', 'groups', 'regions', 'workdays', 'is_superuser', 'locked', 'customer', 'modules']) // biome-ignore format: one list
      expect([key, (await edit('viewer', { [key]: [1] })).status]).toEqual([key, 400]);
    for (const body of [
      { image: 'data:image/svg+xml;base64,PHN2Zy8+' },
      { image: 'x' },
      { phone: 'x' },
      { email: 'x' },
    ])
      expect([body, (await edit('viewer', body)).status]).toEqual([body, 400]);
  });

  it('takes a new password only with the old one, and ends the other sessions', async () => {
    const id = await idOf('editor');
    const other = { authorization: `Bearer ${(await openSession(w.engine.db, id, new Date(), 300)).access}` };
    const elsewhere = () => w.call('nobody', 'GET', '/api/user/', undefined, other);
    expect((await elsewhere()).body.username).toBe('editor');
    const refused: [Record<string, unknown>, string][] = [
      [{ old_password: 'wrong' }, 'old_password'],
      [{ new_password2: 'different' }, 'new_password2'],
      [{ new_password: PASSWORD, new_password2: PASSWORD }, 'new_password'],
      [{ new_password: '12345', new_password2: '12345' }, 'new_password'],
      [{ new_password: '۱۲۳۴۵۶۷۸', new_password2: '۱۲۳۴۵۶۷۸' }, 'new_password'],
      [{ new_password: 'EDITOR', new_password2: 'EDITOR' }, 'new_password'],
    ];
    for (const [body, field] of refused) {
      const { status, body: answer } = await setPassword('editor', body);
      expect([body, status, Object.keys(answer.fields)]).toEqual([body, 400, [field]]);
    }
    expect((await setPassword('editor', { user: 1 })).status).toBe(400);
    // The id means "me": nobody else's account is named by it.
    for (const wrong of [id, await idOf('viewer'), 0, -1, '01'])
      expect((await setPassword('editor', {}, wrong)).status).toBe(404);
    expect((await elsewhere()).status).toBe(200);
    expect((await setPassword('editor', {})).status).toBe(200);
    expect((await elsewhere()).status).toBe(401);
    expect((await w.call('editor', 'GET', '/api/user/')).body.username).toBe('editor');
    expect([await signIn('editor', PASSWORD), await signIn('EDITOR', FRESH)]).toEqual([401, 200]);
    expect(await signIn('super', PASSWORD)).toBe(200);
  });

  it('makes wait after five wrong old passwords, as the sign-in does', async () => {
    for (let i = 0; i < 5; i++)
      expect((await setPassword('regional', { old_password: `wrong ${i}` })).status).toBe(400);
    expect((await setPassword('regional', {})).status).toBe(429);
    time = new Date(Date.now() + 6 * 60_000);
    await w.engine.db
      .updateTable('session')
      .set({ access_until: new Date(Date.now() + 3_600_000) })
      .execute();
    expect((await setPassword('regional', {})).status).toBe(200);
    time = null;
  });

  it('answers only on its days in Tehran, and the session survives the others', async () => {
    const id = await idOf('viewer');
    await w.engine.db
      .updateTable('account')
      .set({ workdays: [1] })
      .where('id', '=', id)
      .execute();
    const { access, refresh } = await openSession(w.engine.db, id, SATURDAY, 30 * 24 * 3600);
    const me = { authorization: `Bearer ${access}` };
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await w.call('nobody', method, path, body, me);
      return [answer.status, answer.body.code];
    };
    const at = (iso: string) => {
      time = new Date(iso);
    };
    at('2025-11-21T20:29:59Z');
    const tile = '/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetCapabilities';
    for (const path of ['/api/user/', '/api/layer/', '/api/users/', tile]) expect([path, ...(await ask('GET', path))]).toEqual([path, 403, 403]); // biome-ignore format: one line
    expect(await ask('PUT', '/api/user/', { first_name: 'x' })).toEqual([403, 403]);
    // What anybody may ask is still answered, and a lack of a day is no lack of a session.
    expect((await ask('GET', '/api/userconfig/get_customer_config/'))[0]).toBe(200);
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaa' })).status).toBe(401); // biome-ignore format: one line
    at('2025-11-21T20:30:00Z');
    expect((await ask('GET', '/api/user/'))[0]).toBe(200);
    expect((await ask('GET', tile))[0]).toBe(200);
    at('2025-11-22T20:29:59Z');
    expect((await ask('GET', '/api/layer/'))[0]).toBe(200);
    at('2025-11-22T20:30:00Z');
    expect(await ask('GET', '/api/layer/')).toEqual([403, 403]);
    const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const renewed = await w.call('nobody', 'POST', '/api/token/refresh/', { otp: keyDocument(await exportJWK(publicKey)) }, { authorization: `Bearer ${refresh}` }); // biome-ignore format: one call
    expect(renewed.status).toBe(200);
    time = null;
    await w.engine.db.updateTable('account').set({ workdays: [] }).where('id', '=', id).execute();
  });

  it('can be left on any day', async () => {
    const id = await idOf('viewer');
    await w.engine.db
      .updateTable('account')
      .set({ workdays: [7] })
      .where('id', '=', id)
      .execute();
    const { access } = await openSession(w.engine.db, id, SATURDAY, 3600);
    const me = { authorization: `Bearer ${access}` };
    time = SATURDAY;
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, me)).status).toBe(403);
    expect((await w.call('nobody', 'POST', `/api/user/${id}/logout/`, {}, me)).status).toBe(200);
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, me)).status).toBe(401);
    time = null;
  });
});
