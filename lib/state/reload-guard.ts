// After a release, an open page may ask for code files that are gone: reload once, and never in a circle.
import { RELOAD_GUARD_MS } from '../config/constants';

const KEY = 'last_reload';
const MISSING = /ChunkLoadError|Loading (?:CSS )?chunk|dynamically imported module|Importing a module script failed/i;

/** Whether an error is a code file that could not be loaded. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && MISSING.test(`${error.name} ${error.message}`);

/** Reloads for a missing code file, unless the network is gone, if the last such reload is more than 100 seconds ago. True when it does. */
export function reloadOnce(error: unknown, now = Date.now()): boolean {
  if (!isMissingCode(error) || !navigator.onLine) return false;
  try {
    if (now - Number(sessionStorage.getItem(KEY) ?? 0) <= RELOAD_GUARD_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
