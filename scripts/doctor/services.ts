// What a deployment leans on beyond its own computer: a PostgreSQL server, certificates, and a store of files.
import { randomUUID } from 'node:crypto';
import { connect as connectTls } from 'node:tls';
import { sql } from 'kysely';
import type { Config } from '../../backend/config';
import { compareMigrations, MIGRATIONS } from '../../backend/db/migrate';
import { INTERACTIVE, withScope } from '../../backend/db/scope';
import { openServer, REQUEST_CONNECTIONS, WORK_CONNECTIONS } from '../../backend/db/server';
import { openStorage } from '../../backend/storage';
import { type Finding, fail, messageOf, ok, warn } from './finding';

const MIN_POSTGRES = 15;
const MIN_POSTGIS = 3.3;
const SECOND = 1_000;
/** Clocks that differ by more make sessions, locks and one-time codes end at other moments than people read. */
const MAX_CLOCK_MS = 2 * SECOND;
const TLS_MS = 5 * SECOND;
const DAY = 86_400 * SECOND;
/** Days before its end at which a certificate is told. */
const TLS_DAYS = 14;

interface Server {
  number: number;
  version: string;
  encoding: string;
  connections: number;
  isFsync: boolean;
  mayCreate: boolean;
  /** Whether statements and waits for locks end by themselves; a pooler between does not pass our limits on. */
  isLimited: boolean;
  hasPersian: boolean;
  postgis: string | null;
  available: string | null;
  now: Date;
}

const SERVER = sql<Server>`select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
  current_setting('server_encoding') as encoding, current_setting('max_connections')::int as connections,
  current_setting('fsync')::bool as "isFsync", has_database_privilege(current_database(), 'create') as "mayCreate",
  current_setting('statement_timeout') <> '0' and current_setting('lock_timeout') <> '0' as "isLimited",
  exists (select 1 from pg_collation where collname = 'fa-x-icu') as "hasPersian",
  (select extversion from pg_extension where extname = 'postgis') as postgis,
  (select default_version from pg_available_extensions where name = 'postgis') as available, clock_timestamp() as now`;

function checkPostgis({ postgis, available }: Server): Finding {
  if (postgis === null)
    return available === null
      ? fail(
          'postgis',
          'is not installed on the server',
          "install it there: Debian's package is postgresql-NN-postgis-3",
        )
      : warn(
          'postgis',
          `${available} is there, not yet in this database`,
          'let a superuser of the server run: create extension postgis',
        );
  return Number.parseFloat(postgis) < MIN_POSTGIS
    ? fail('postgis', `PostGIS ${postgis}`, `update to ${MIN_POSTGIS} or newer, then: alter extension postgis update`)
    : ok('postgis', `PostGIS ${postgis}`);
}

function checkServer(s: Server): Finding[] {
  const findings: Finding[] = [];
  if (s.number < MIN_POSTGRES * 10_000)
    findings.push(fail('database', `PostgreSQL ${s.version}`, `update to ${MIN_POSTGRES} or newer`));
  if (s.encoding !== 'UTF8')
    findings.push(
      fail(
        'database',
        `encoding ${s.encoding}`,
        "make a new one: create database … encoding 'UTF8' template template0",
      ),
    );
  if (!s.hasPersian)
    findings.push(fail('database', 'the collation fa-x-icu is missing', 'use a PostgreSQL that was built with ICU'));
  if (!s.isFsync) findings.push(fail('database', 'fsync is off', 'turn it on: a power failure would destroy the data'));
  if (!s.mayCreate)
    findings.push(
      fail('database', 'this user may not create a schema in it', 'grant create on database … to this user'),
    );
  if (!s.isLimited)
    findings.push(
      warn('database', 'no statement ends by itself', 'set the limits on the role, as docs/scaling.md says of poolers'),
    );
  const needed = REQUEST_CONNECTIONS + WORK_CONNECTIONS;
  if (s.connections < 2 * needed)
    findings.push(
      warn(
        'database',
        `max_connections is ${s.connections}`,
        `${needed} for every backend, twice while one is replaced`,
      ),
    );
  return findings.length > 0 ? findings : [ok('database', `PostgreSQL ${s.version}, ${s.connections} connections`)];
}

/** `localMs` is this computer's clock at the moment at which the server read its own. */
export function checkClock(server: Date, localMs: number): Finding {
  const apart = server.getTime() - localMs;
  const text = `the database's clock is ${Math.abs(apart / SECOND).toFixed(1)} s ${apart < 0 ? 'behind' : 'ahead'}`;
  return Math.abs(apart) > MAX_CLOCK_MS
    ? fail('clock', text, 'run a time service on both computers')
    : ok('clock', text);
}

async function checkSchema(engine: ReturnType<typeof openServer>): Promise<Finding> {
  const { missing, unknown } = await compareMigrations(engine);
  if (unknown.length > 0)
    return fail(
      'schema',
      `the database is newer: ${unknown.join(', ')}`,
      'run the version that made it, or a newer one',
    );
  if (missing.length === MIGRATIONS) return ok('schema', 'is empty: the first start makes it');
  return missing.length > 0
    ? warn(
        'schema',
        `${missing.length} steps are missing, from ${missing[0]}`,
        'make a backup; the next start takes the steps',
      )
    : ok('schema', 'is that of this version');
}

/** A PostgreSQL server and the database in it, by its address. Reads only. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const engine = openServer(url);
  try {
    const before = Date.now();
    // As a request connects, whose start parameters a pooler must let through.
    const scope = { requestId: 'doctor', seconds: INTERACTIVE.seconds };
    const { rows } = await withScope(scope, () => SERVER.execute(engine.db));
    const server = rows[0] as Server;
    const clock = checkClock(server.now, (before + Date.now()) / 2);
    return [...checkServer(server), checkPostgis(server), clock, await checkSchema(engine)];
  } catch (error) {
    const { host } = new URL(url);
    return [
      fail(
        'database',
        `${host || 'the server'}: ${messageOf(error)}`,
        'compare DATABASE_URL, pg_hba.conf, the firewall, and docs/scaling.md for a pooler',
      ),
    ];
  } finally {
    await engine.close();
  }
}

/** Puts a small file into the store, reads it and takes it away. */
export async function checkStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<Finding> {
  const name = config.s3 ? `bucket ${config.s3.bucket}` : 'folder of DATA_DIR';
  const key = `doctor/${randomUUID()}`;
  try {
    const storage = await openStorage(config);
    await storage.put(key, key);
    const text = (await storage.getBytes(key)).toString();
    await storage.delete(key);
    return text === key
      ? ok('store', name)
      : fail('store', `${name} gives out other bytes`, 'look at what stands before it');
  } catch (error) {
    return fail('store', `${name}: ${messageOf(error)}`, 'compare S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET');
  }
}

/** The certificate that a host shows to browsers. `authority` is trusted beside the system's own. */
export function checkCertificate(host: string, port = 443, now = Date.now(), authority?: string): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, servername: host, ...(authority ? { ca: authority } : {}) });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(TLS_MS, () => end(fail('tls', `${host}: no answer`, 'look at the proxy and the firewall')));
    socket.once('error', (error) =>
      end(fail('tls', `${host}: ${messageOf(error)}`, 'look at the proxy and its certificate')),
    );
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now) / DAY);
      const text = `${host}: the certificate is good for ${days} days`;
      end(days < TLS_DAYS ? warn('tls', text, 'renew it') : ok('tls', text));
    });
  });
}
