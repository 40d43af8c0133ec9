// Runs once before the tests: a migrated, empty embedded database that every test file starts from.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../backend/db/embedded';
import { migrateUp } from '../backend/db/migrate';

const FOLDER = 'out/template';

/** The path of the template for the present schema; made when it is missing. */
export async function template(): Promise<string> {
  const hash = createHash('sha256')
    .update(readFileSync('backend/db/embedded-worker.mjs'))
    .update(readFileSync('backend/db/migrate.ts'));
  for (const file of readdirSync('backend/db/migrations').sort())
    hash.update(readFileSync(join('backend/db/migrations', file)));
  const path = join(FOLDER, `${hash.digest('hex').slice(0, 16)}.tar`);
  if (existsSync(path)) return path;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const engine = await openEmbedded({ dir: null, template: null });
  await migrateUp(engine);
  await engine.dump(path);
  await engine.close();
  return path;
}

/** Vitest's global set-up. */
export async function setup(): Promise<void> {
  process.env.TEST_TEMPLATE = await template();
}
