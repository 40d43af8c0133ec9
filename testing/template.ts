// Runs once before the tests: a migrated, empty database of each engine, which every test file starts from.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openEmbedded } from '../backend/db/embedded';
import type { Db } from '../backend/db/engine';
import { migrateUp } from '../backend/db/migrate';
import { openServer } from '../backend/db/server';
import { createDatabase } from './database-server';

const FOLDER = 'out/template';

/** A name for the present schema. */
function version(): string {
  const hash = createHash('sha256')
    .update(readFileSync('backend/db/embedded-worker.mjs'))
    .update(readFileSync('backend/db/lean-postgis.mjs'))
    .update(readFileSync('backend/db/migrate.ts'))
    .update(readFileSync('testing/template.ts'));
  for (const file of readdirSync('backend/db/migrations', { recursive: true, encoding: 'utf8' }).sort())
    if (/\.\w+$/.test(file)) hash.update(readFileSync(join('backend/db/migrations', file)));
  return hash.digest('hex').slice(0, 16);
}

/** PostgreSQL's own templates: no test makes a database in the embedded engine, and each world would unpack their files. */
async function dropTemplates(db: Db): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** The path of the embedded engine's template for the present schema; made when it is missing. */
export async function template(): Promise<string> {
  const path = join(FOLDER, `${version()}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  for (const old of readdirSync(FOLDER)) if (!old.startsWith(version())) rmSync(join(FOLDER, old), { force: true });
  const engine = await openEmbedded({ dir: null, template: null });
  await migrateUp(engine);
  await dropTemplates(engine.db);
  // Another process may make it at the same time: it is there whole or not at all.
  const own = `${path}.${process.pid}`;
  await engine.dump(own);
  await engine.close();
  renameSync(own, path);
  return path;
}

/** Vitest's global set-up; what it answers ends it. */
export async function setup(): Promise<() => Promise<void>> {
  process.env.TEST_TEMPLATE = await template();
  if (!process.env.TEST_DATABASE_URL) return async () => {};
  const { name, url, drop } = await createDatabase(null);
  const engine = openServer(url);
  await migrateUp(engine);
  await engine.close();
  process.env.TEST_SERVER_TEMPLATE = name;
  return drop;
}
