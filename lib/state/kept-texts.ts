// Texts that outlive a page and even a crash of it, and go with the session: IndexedDB, with a copy in memory that answers at once.

const DATABASE = 'drafts';
const STORE = 'texts';

const texts = new Map<string, string>();

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;
/** A session has ended on this page: what is still under way of it is kept no more. */
let isOver = false;

function open(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const db = await done(request);
    // Another tab that signs out wants the database gone.
    db.onversionchange = () => db.close();
    const store = db.transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    keys.forEach((key, i) => {
      if (!texts.has(String(key))) texts.set(String(key), String(values[i]));
    });
    return db;
  })();
  return opened;
}

/** Resolves when what was kept before this page is known; also where a browser keeps nothing. */
export function textsReady(): Promise<void> {
  isOver = false;
  return open().then(
    () => undefined,
    () => undefined,
  );
}

/** Resolves when the change would outlive a crash: it is committed at once, since a page that ends takes back what is not. */
const change = (work: (store: IDBObjectStore) => IDBRequest): Promise<void> =>
  // Without a database a text lives as long as the page.
  open()
    .then((db) => {
      const transaction = db.transaction(STORE, 'readwrite');
      work(transaction.objectStore(STORE));
      transaction.commit();
      return new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
    })
    .catch(() => undefined);

export const keptText = (key: string): string | null => texts.get(key) ?? null;

/** The names of the texts that begin so. */
export const keptKeys = (prefix: string): string[] => [...texts.keys()].filter((key) => key.startsWith(prefix));

/** Resolves when the text would outlive a crash, or this browser keeps nothing. */
export function keepText(key: string, text: string): Promise<void> {
  if (isOver) return Promise.resolve();
  texts.set(key, text);
  return change((store) => store.put(text, key));
}

export function dropText(key: string): void {
  texts.delete(key);
  void change((store) => store.delete(key));
}

/** Forgets all texts, at sign-out; none is kept any more until somebody asks for what is kept. */
export async function forgetTexts(): Promise<void> {
  isOver = true;
  texts.clear();
  try {
    const db = await opened;
    db?.close();
    opened = undefined;
    await done(indexedDB.deleteDatabase(DATABASE));
  } catch {
    // Nothing was kept.
  }
}
