// One-time RSA pairs, made ahead: a pair takes 135 ms to make, and a sign-in should not wait for it.
import { exportJWK, generateKeyPair } from 'jose';
import { keyDocument } from '../../../contract/access';

const READY = 4;

export interface OneTimePair {
  document: string;
  key: CryptoKey;
}

async function make(): Promise<OneTimePair> {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048, extractable: true });
  return { document: keyDocument(await exportJWK(publicKey)), key: privateKey };
}

/** Each pair is handed out once. An empty pool makes one on the spot. */
export function keyPool() {
  const ready: Promise<OneTimePair>[] = [];
  let filling = false;
  const fill = async () => {
    if (filling) return;
    filling = true;
    // One after the other, so that start-up is not all key making.
    while (ready.length < READY) {
      const pair = make();
      ready.push(pair);
      await pair;
    }
    filling = false;
  };
  return {
    take(): Promise<OneTimePair> {
      const pair = ready.shift() ?? make();
      setTimeout(() => void fill(), 0).unref?.();
      return pair;
    },
  };
}
