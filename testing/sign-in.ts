// Signing in to a backend in process, as the browser does it: captcha, one-time key, sealed answer.
import type { FastifyInstance } from 'fastify';
import { oneTimeKey } from './keys';
import { CAPTCHA, PASSWORD } from './people';

/** The access token of somebody where every captcha reads CAPTCHA. */
export async function signedIn(
  app: FastifyInstance,
  username: string,
  host = 'localhost',
  password = PASSWORD,
): Promise<string> {
  const { document: otp, open } = await oneTimeKey();
  const captcha = await app.inject({ url: '/api/captcha/', headers: { host } });
  const response = await app.inject({
    method: 'POST',
    url: '/api/atoken/',
    headers: { host },
    payload: {
      username,
      password,
      captcha_key: captcha.json().captcha_key,
      captcha_value: CAPTCHA,
      otp,
    },
  });
  if (response.statusCode !== 200) throw new Error(`${username} could not sign in: ${response.body}`);
  return ((await open(response.json().access)) as { token: string }).token;
}
