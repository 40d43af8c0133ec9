// Signing in to a backend in process, as the browser does it: captcha, one-time key, sealed answer.
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { keyDocument, openAccess } from '../contract/access';
import { CAPTCHA, PASSWORD } from './people';

/** The access token of somebody where every captcha reads CAPTCHA. */
export async function signedIn(
  app: FastifyInstance,
  username: string,
  host = 'localhost',
  password = PASSWORD,
): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
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
      otp: keyDocument(await exportJWK(publicKey)),
    },
  });
  if (response.statusCode !== 200) throw new Error(`${username} could not sign in: ${response.body}`);
  return ((await openAccess(response.json().access, privateKey)) as { token: string }).token;
}
