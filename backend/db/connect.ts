// Opens the engine that the configuration names, migrated and ready.
import { join } from 'node:path';
import type { Config } from '../config';
import { joinCluster } from '../private/cluster';
import { openEmbedded } from './embedded';
import type { Engine } from './engine';
import { migrateUp } from './migrate';
import { openServer } from './server';

export interface DatabaseConfig {
  /** Address of a PostgreSQL server; null for the embedded engine. */
  url: string | null;
  /** Its replicas, which share its reads. */
  readUrls?: readonly string[];
  /** Receives a line when a replica is left out or taken back. */
  report?: (line: string) => void;
  /** Folder of the embedded engine's data; null keeps them in memory. */
  dir: string | null;
  /** A migrated template that makes a first start quick. */
  template: string | null;
}

export async function connect({ url, readUrls, report, dir, template }: DatabaseConfig): Promise<Engine> {
  const engine = url ? openServer(url, { readUrls, report }) : await openEmbedded({ dir, template });
  await migrateUp(engine);
  return engine;
}

/**
 * The same for a program of the command line, with the settings of the environment. A database that cannot be opened ends the program
 * with one line that says why, and what to do where the product itself has it.
 */
export async function connectCommand(
  settings: Pick<Config, 'engine' | 'databaseUrl' | 'dataDir' | 'template'>,
): Promise<Engine> {
  const { databaseUrl: url, dataDir, template } = settings;
  try {
    const leave = await joinCluster(settings);
    const engine = await connect({ url, dir: url ? null : join(dataDir, 'db'), template });
    return { ...engine, close: () => engine.close().finally(leave) };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [, pid] = /^DATA_IN_USE ?(.*)$/.exec(said) ?? [];
    process.stderr.write(
      pid === undefined
        ? `the database could not be opened: ${said}\n`
        : `the data in ${dataDir} are in use (process ${pid || 'unknown'}): stop the product first, then run this again\n`,
    );
    return process.exit(1);
  }
}
