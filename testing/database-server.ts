// Creates databases on the PostgreSQL server of TEST_DATABASE_URL.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

function server(): URL {
  const at = new URL(process.env.TEST_DATABASE_URL ?? '');
  if (!['localhost', '127.0.0.1', '[::1]'].includes(at.hostname))
    throw new Error('tests run only against a database on this computer');
  return at;
}

/** The address of a database there. Throws where the server is not on this computer. */
export function addressOf(database: string): string {
  const at = server();
  at.pathname = `/${database}`;
  return at.href;
}

/** One statement there, in a connection of its own. */
export async function queryServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server().href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface ServerDatabase {
  name: string;
  url: string;
  /** Ends its connections, too. */
  drop(): Promise<void>;
}

/** A new database there: migrated and empty where the run has made a template of that kind, with nothing at all where `template` is null. */
export async function createDatabase(template = process.env.TEST_SERVER_TEMPLATE ?? null): Promise<ServerDatabase> {
  const name = `pahneh_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  // By its files: PostgreSQL's other way takes each page through its memory and its log, which costs a test four times as much processor.
  await queryServer(`create database ${name} ${template ? `template ${template}` : ''} strategy file_copy`);
  return { name, url: addressOf(name), drop: () => queryServer(`drop database if exists ${name} with (force)`) };
}
