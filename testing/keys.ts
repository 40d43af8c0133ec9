// The one-time key of test sign-ins. Making one takes longer than all the rest of a sign-in, so a process has one.
import { exportJWK, generateKeyPair } from 'jose';
import { keyDocument, openAccess } from '../contract/access';

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
