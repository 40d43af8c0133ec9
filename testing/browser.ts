// A browser's side of the protocol: cookies, CSRF token, the exchange of keys at a sign-in.
import { type Dispatcher, FormData, request } from 'undici';
import { CAPTCHA, PASSWORD } from './people';
import { oneTimeKey } from './sign-in';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  json: any;
}

/** The Cookie header of a jar. */
export const cookieHeader = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/**
 * A browser's cookies and CSRF token. `web.host` is where it connects, with TLS where `web.tls` are the connections for it; `host` is
 * the name by which it knows the deployment.
 */
export function createBrowser(web: { host: string; tls?: Dispatcher }, host: string = web.host) {
  const jar = new Map<string, string>();
  const scheme = web.tls ? 'https' : 'http';
  let csrf = '';
  const browser = {
    jar,
    get csrf() {
      return csrf;
    },
    async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
      const unsafe = method !== 'GET' && method !== 'HEAD';
      const response = await request(`${scheme}://${web.host}${path}`, {
        ...(web.tls ? { dispatcher: web.tls } : {}),
        method: method as 'GET',
        headers: {
          host,
          ...(jar.size ? { cookie: cookieHeader(jar) } : {}),
          ...(unsafe ? { origin: `${scheme}://${host}`, 'sec-fetch-site': 'same-origin', 'x-csrftoken': csrf } : {}),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      for (const line of [response.headers['set-cookie'] ?? []].flat()) {
        const [pair = '', ...flags] = line.split('; ');
        const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        if (flags.includes('Max-Age=0')) jar.delete(name);
        else jar.set(name, value);
      }
      const text = await response.body.text();
      let json: unknown = null;
      try {
        json = JSON.parse(text);
      } catch {
        json = null;
      }
      return { status: response.statusCode, headers: response.headers, text, json };
    },
    /** Prepares, solves the captcha and signs in; answers the sign-in's own answer and the opened grants. */
    async signIn(username: string, password = PASSWORD) {
      const captcha = await browser.send('GET', '/api/captcha/');
      csrf = captcha.json.login_xsrf;
      const { document: otp, open } = await oneTimeKey();
      const answer = await browser.send('POST', '/api/atoken/', {
        username,
        password,
        captcha_key: captcha.json.captcha_key,
        captcha_value: CAPTCHA,
        otp,
      });
      if (answer.status === 200) csrf = answer.json.data;
      return {
        ...answer,
        grants: answer.status === 200 ? ((await open(answer.json.access)) as Record<string, unknown>) : null,
      };
    },
    async refresh() {
      return browser.send('POST', '/api/token/refresh/', { otp: (await oneTimeKey()).document });
    },
  };
  return browser;
}
