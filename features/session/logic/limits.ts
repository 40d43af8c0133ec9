// The session room's own times in milliseconds; those that the product fixes stand in lib/config/constants.

/** How long a tab waits to hear the result of another tab's renewal before it asks itself. */
export const REFRESH_HEAR_MS = 300;
/** A person who only types or draws tells the server so at most this often. */
export const HEARTBEAT_MS = 5 * 60_000;
/** From a new account to its map (the product's own time). */
export const AFTER_REGISTER_MS = 1000;
