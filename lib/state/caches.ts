// The browser's caches of responses. Nothing private is ever cached; it all goes at sign-out and when the worker is switched off.

/** Removes every cache of this origin. */
export async function forgetCaches(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Plain http and some private windows have no caches.
  }
}
