// What this browser remembers of a session: hints for the screen, never an input to any decision (the sealed cookie decides).
import { safeReturn } from '@/lib/routes/rules';

const TOKEN = 'token';
const LAST = 'last_token';
/** The address to open after signing in; a cookie, because the server's `/` and middleware use it too. */
export const INIT_URL = 'initURL';

/** Storage that may be switched off: then nothing is remembered and nothing breaks. */
const quietly = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** Marks this browser as signed in, at this moment. */
export const markSignedIn = (now = Date.now()): void =>
  quietly(() => {
    localStorage.setItem(TOKEN, 'LoggedIn');
    localStorage.setItem(LAST, String(now));
  });

/** Whether a session was here when the browser last looked. */
export const isMarkedSignedIn = (): boolean => quietly(() => localStorage.getItem(TOKEN) === 'LoggedIn') ?? false;

/** When any tab last renewed; 0 where unknown. */
export const lastRenewal = (): number => quietly(() => Number(localStorage.getItem(LAST))) || 0;

/** Forgets the markers. Theme, base layer and map view stay: they belong to the person's browser, not to the session. */
export const clearMarkers = (): void =>
  quietly(() => {
    for (const key of [TOKEN, LAST]) localStorage.removeItem(key);
  });

const VIEWING = 'viewing';
/** Marks this tab as one that sees as somebody else; it tells the others when that is over. */
export const markViewing = (isViewing: boolean): void =>
  quietly(() => (isViewing ? sessionStorage.setItem(VIEWING, '1') : sessionStorage.removeItem(VIEWING)));
export const wasViewing = (): boolean => quietly(() => sessionStorage.getItem(VIEWING) === '1') ?? false;

/** Remembers where to go after signing in; only addresses of our own screens. */
export function storeAddress(address: string): void {
  const safe = safeReturn(address);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  if (safe) document.cookie = `${INIT_URL}=${encodeURIComponent(safe)}; path=/; max-age=3600; samesite=lax`;
}

export const removeAddress = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${INIT_URL}=; path=/; max-age=0; samesite=lax`;
};
