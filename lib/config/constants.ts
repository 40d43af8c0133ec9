// Numbers that the product fixes (its chapter on constants), in one place.

/** Idle sign-out, in minutes, and the debounce of the activity that prevents it, in ms. */
export const IDLE_MINUTES = 120;
export const IDLE_DEBOUNCE_MS = 250;
/** A session ends after this many hours, however busy. */
export const ABSOLUTE_HOURS = 12;
/** Refresh calls within this time are one. */
export const REFRESH_MEMO_MS = 10_000;
export const REFRESH_FAILED_REDIRECT_MS = 1500;
export const AFTER_LOGOUT_MS = 1000;
export const INFO_HIDE_MS = 3000;
export const TOAST_MS = 3000;
/** A page that fails to load reloads once, if the last reload is longer ago than this. */
export const RELOAD_GUARD_MS = 100_000;
export const DRAWER_BREAKPOINT_PX = 1200;
/** A telephone: panels stand below the map, not beside it. The style sheets say the same bound. */
export const PHONE = '(max-width: 48em) and (max-aspect-ratio: 1 / 1)';
export const VERSION = '1.16.2';
export const VERSION_CODE = 16.2;
export const RELEASE_DATE = '1404/07/17';
