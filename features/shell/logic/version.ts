// Reads the running version from /version.

/** How often a page asks (the product's own time). */
export const VERSION_CHECK_MS = 30_000;

export interface ServerVersion {
  version: string;
  /** Whether files may be kept in a worker. */
  worker: boolean;
}

/** What an answer says; null where it is not ours (a proxy's page, a server without a build). */
export function parseVersion(answer: unknown): ServerVersion | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { version, worker } = answer as Partial<ServerVersion>;
  return typeof version === 'string' && version !== '' ? { version, worker: worker !== false } : null;
}

/** Asks once; a server that is not reached says nothing. */
export async function readVersion(signal: AbortSignal): Promise<ServerVersion | null> {
  try {
    const answer = await fetch('/version', { cache: 'no-store', credentials: 'omit', signal });
    return answer.ok ? parseVersion(await answer.json()) : null;
  } catch {
    return null;
  }
}
