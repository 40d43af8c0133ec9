// The person's display fields, encrypted under a key of this session that cannot leave the browser; both go at sign-out.
import { fromBase64, toBase64, utf8 } from '@/lib/crypto/base64';

/** What may be kept: names, picture, modules. No phone, no e-mail, no token. */
export interface UserRecord {
  id: number;
  username: string;
  name: string;
  image: string | null;
  modules: number[];
}

const KEY = 'user';
const DATABASE = 'session';
const STORE = 'keys';
const NAME = 'record';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

async function key(make: boolean): Promise<CryptoKey | null> {
  const database = await open();
  try {
    const stored: unknown = await done(database.transaction(STORE).objectStore(STORE).get(NAME));
    if (stored instanceof CryptoKey) return stored;
    if (!make) return null;
    const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(fresh, NAME));
    return fresh;
  } finally {
    database.close();
  }
}

/** Keeps the record. On plain http, or without storage, nothing is kept. */
export async function saveRecord(record: UserRecord): Promise<void> {
  try {
    const secret = await key(true);
    if (!secret) return;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, utf8(JSON.stringify(record)));
    localStorage.setItem(KEY, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`);
  } catch {
    clearRecordText();
  }
}

/** The kept record; null where there is none or it cannot be opened. */
export async function loadRecord(): Promise<UserRecord | null> {
  try {
    const [iv, sealed] = localStorage.getItem(KEY)?.split('.') ?? [];
    const secret = iv && sealed ? await key(false) : null;
    if (!iv || !sealed || !secret) return null;
    const algorithm = { name: 'AES-GCM', iv: fromBase64(iv) };
    const plain = await crypto.subtle.decrypt(algorithm, secret, fromBase64(sealed));
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return null;
  }
}

function clearRecordText(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes record and key. */
export async function clearRecord(): Promise<void> {
  clearRecordText();
  try {
    const database = await open();
    await done(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(NAME));
    database.close();
  } catch {
    // Without IndexedDB there was no key.
  }
}
