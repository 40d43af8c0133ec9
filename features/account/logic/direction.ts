// The direction that a person wants of the page, where it should not follow the language. A cookie: the server draws by it.
import { DIRECTION_COOKIE, type Direction } from '@/lib/i18n/lang';

export type Wanted = 'language' | Direction;

/** Seconds. */
const YEAR = 31_536_000;

/** The direction that a cookie text holds. */
export function wantedOf(cookies: string): Wanted {
  const value = new RegExp(`(?:^|; )${DIRECTION_COOKIE}=(\\w+)`).exec(cookies)?.[1];
  return value === 'rtl' || value === 'ltr' ? value : 'language';
}

export const keptDirection = (): Wanted => wantedOf(document.cookie);

/**
 * Keeps the wish; the page turns when it is drawn again. Nobody turns it by hand: React, which holds what the server drew last, would not
 * turn it back where a change of language follows at once.
 */
export function keepDirection(direction: Wanted): void {
  const age = direction === 'language' ? 0 : YEAR;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${DIRECTION_COOKIE}=${direction}; path=/; max-age=${age}; samesite=lax`;
}
