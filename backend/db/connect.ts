// Opens the engine that the configuration names, migrated and ready.
import { openEmbedded } from './embedded';
import type { Engine } from './engine';
import { migrateUp } from './migrate';
import { openServer } from './server';

export interface DatabaseConfig {
  /** Address of a PostgreSQL server; null for the embedded engine. */
  url: string | null;
  /** Folder of the embedded engine's data; null keeps them in memory. */
  dir: string | null;
  /** A migrated template that makes a first start quick. */
  template: string | null;
}

export async function connect({ url, dir, template }: DatabaseConfig): Promise<Engine> {
  const engine = url ? openServer(url) : await openEmbedded({ dir, template });
  await migrateUp(engine);
  return engine;
}
