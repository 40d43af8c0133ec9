// The build that this web process runs, by which pages see that a newer one is deployed. Server only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let cachedId: string | undefined;

/** The build's own name, read once: a newer build in the same folder is not the one that runs. Empty where there is none. */
export function buildId(): string {
  if (cachedId !== undefined) return cachedId;
  try {
    cachedId = readFileSync(join(process.env.NEXT_DIST || '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    cachedId = '';
  }
  return cachedId;
}
