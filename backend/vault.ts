// Passwords of foreign databases at rest: AES-256-GCM under a key of the configuration, or one of our own making.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';

const NONCE = 12;
const TAG = 16;

export interface Vault {
  /** `owner` is bound into the seal: a sealed text that is moved to another customer does not open. */
  seal(text: string, owner: string): string;
  /** Throws where the key or the owner is another. */
  open(sealed: string, owner: string): string;
}

/** The key of the configuration; else the one in DATA_DIR/secret.key (mode 0600), made when it is missing. */
function keyOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  if (secretKey) return Buffer.from(secretKey, 'base64');
  const path = join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Two processes that start at once: one writes, the other reads what it wrote.
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
  if (key.length !== 32) throw new Error(`${path}: must hold 32 bytes in base64`);
  return key;
}

/** Opens the vault; the key is read when it is first needed. */
export function openVault(config: Pick<Config, 'secretKey' | 'dataDir'>): Vault {
  let cachedKey: Buffer | null = null;
  const key = () => {
    cachedKey ??= keyOf(config);
    return cachedKey;
  };
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      const cipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, NONCE))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(bytes.length - TAG));
      return cipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + cipher.final('utf8');
    },
  };
}
