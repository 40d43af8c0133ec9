// Signing in to a backend in process, as the browser does it: captcha, one-time key, sealed answer.
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { keyDocument, openAccess } from '../contract/access';
import { CAPTCHA, PASSWORD } from './people';

/** Making a key takes longer than all the rest of a sign-in, so a process has one. */
async function make() {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  return { document: keyDocument(await exportJWK(publicKey)), key: privateKey };
}
let pair: ReturnType<typeof make> | undefined;

/** A key document, its private key, and what opens an answer that was sealed for it. */
export async function oneTimeKey() {
  pair ??= make();
  const { document, key } = await pair;
  return { document, key, open: (access: string) => openAccess(access, key) };
}

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
