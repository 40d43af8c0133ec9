// Which build this web process runs: pages tell by it that a newer one has come. Server only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let known: string | undefined;

/** The build's own name, read once: a newer build in the same folder is not the one that runs. Empty where there is none. */
export function buildId(): string {
  if (known !== undefined) return known;
  try {
    known = readFileSync(join(process.env.NEXT_DIST || '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    known = '';
  }
  return known;
}
