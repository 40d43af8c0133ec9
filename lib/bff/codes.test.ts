// One-time codes through the BFF: they belong to the browser that asked for them, and end in a sealed session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyDocument, nextPhone, visitors } from '../../testing/codes';
import { createBrowser, startWeb, type Web } from '../../testing/web';
import { CAPTCHA, createWorld, PASSWORD, type TestWorld } from '../../testing/world';
import { COOKIES, unseal } from './session/seal';

const FRESH = 'Clear-Water-7';

describe('one-time codes', () => {
  let w: TestWorld;
  let web: Web;
  let v: ReturnType<typeof visitors>;
  beforeAll(async () => {
    w = await createWorld();
    web = await startWeb(w);
    v = visitors(w);
  });
  afterAll(async () => {
    await web.close();
    await w.close();
  });

  /** A browser that has begun, and how it sends with its CSRF token. */
  async function begun() {
    const b = createBrowser(web);
    const { json } = await b.send('GET', '/api/captcha/');
    const send = (path: string, body: unknown) =>
      b.send('POST', `/api/${path}`, body, { 'x-csrftoken': json.login_xsrf });
    return { b, send };
  }
  const key = createKeyDocument;

  it('end in a session, without the token on the page', async () => {
    const phone = nextPhone();
    await v.prove('viewer', phone);
    const { b, send } = await begun();
    const answer = await send('atoken/otp-login/', { phone });
    expect([answer.status, answer.json.expire_seconds]).toEqual([200, 120]);
    const { document, open } = await key();
    const stranger = (await begun()).send;
    const otp = await v.code(phone);
    const { resend_token } = answer.json;
    // Another browser has neither the flow nor, with its token, the right to it.
    expect((await stranger('atoken/otp-login/', { phone, otp, jwt_otp: document })).status).toBe(400);
    expect((await stranger('atoken/otp-login/', { phone, otp, jwt_otp: document, resend_token })).status).toBe(400);
    expect((await stranger('atoken/two-factor/resend/', { resend_token })).status).toBe(400);
    expect((await send('atoken/otp-login/', { phone, otp, jwt_otp: 'x' })).status).toBe(400);
    const entered = await send('atoken/otp-login/', { phone, otp, jwt_otp: document });
    expect(entered.status).toBe(200);
    expect(await open(entered.json.access)).toEqual({ modules: '', custom_perms: '', is_superuser: false });
    const session = await unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session));
    expect([session?.uname, b.jar.has(COOKIES.pre)]).toEqual(['viewer', false]);
    expect(entered.text).not.toContain(session?.at);
    expect((await b.send('GET', '/api/user/')).json.username).toBe('viewer');
  });

  it('are the second step of a sign-in, also after another one was sent', async () => {
    const phone = nextPhone();
    await v.prove('editor', phone, true);
    const { b, send } = await begun();
    const { document } = await key();
    const captcha_key = (await b.send('GET', '/api/captcha/')).json.captcha_key;
    const first = await send('atoken/', { username: 'editor', password: PASSWORD, captcha_key, captcha_value: CAPTCHA, otp: document }); // biome-ignore format: one call
    expect([first.status, Object.keys(first.json).sort()]).toEqual([200, ['expire_seconds', 'phone', 'resend_token']]);
    expect(b.jar.has(COOKIES.session)).toBe(false);
    expect((await b.send('GET', '/api/user/')).status).toBe(401);
    expect((await send('atoken/two-factor/resend/', {})).status).toBe(200);
    expect((await send('atoken/', { verify_code: '000000', otp: document })).status).toBe(401);
    const entered = await send('atoken/', { verify_code: await v.code(phone), otp: document });
    expect([entered.status, b.jar.has(COOKIES.session)]).toEqual([200, true]);
    expect((await b.send('GET', '/api/user/')).json.username).toBe('editor');
  });

  it('reset a password without a session, and refuse what is no flow', async () => {
    const phone = nextPhone();
    await v.prove('regional', phone);
    const { b, send } = await begun();
    expect((await send('atoken/reset-password/', { phone })).status).toBe(200);
    const again = await send('atoken/two-factor/resend/', {});
    expect([again.status, Object.keys(again.json).sort()]).toEqual([200, ['expire_seconds', 'phone', 'resend_token']]);
    const fresh = { phone, otp: await v.code(phone), new_password: FRESH, new_password2: FRESH };
    expect((await send('atoken/reset-password/', fresh)).status).toBe(200);
    expect(b.jar.has(COOKIES.session)).toBe(false);
    expect((await b.signIn('regional', FRESH)).status).toBe(200);
    // Without our page's token nothing is sent at all.
    const bare = createBrowser(web);
    expect((await bare.send('POST', '/api/atoken/reset-password/', { phone })).status).toBe(403);
  });

  it('tell how long to wait', async () => {
    const phone = nextPhone();
    const { send } = await begun();
    let last = await send('atoken/otp-login/', { phone });
    for (let i = 0; i < 5; i++) last = await send('atoken/otp-login/', { phone });
    expect([last.status, last.headers['retry-after']]).toEqual([429, '60']);
  });
});
