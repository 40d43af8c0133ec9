// The cluster itself: a primary and a replica, PgBouncer, a store, two backends, two web processes, nginx with TLS. All on the loopback.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Agent } from 'undici';
import { connect } from '../../backend/db/connect';
import * as make from '../../backend/seed/builders';
import { ALL_MODULES, DEMO_CONFIG } from '../../backend/seed/demo';
import { createBrowser } from '../../testing/browser';
import { freePort, startPostgres, startReplica } from '../postgres.mjs';
import { type Balancer, HOST, startBalancer } from './balancer';
import { replicaReads } from './journey';
import { createMember, type Member } from './member';
import { type Pooler, poolerSettings, startPooler } from './pooler';
import type { Programs } from './programs';
import { startStore } from './store';
import { type Listener, openStream, type Stream } from './stream';

export type Primary = Awaited<ReturnType<typeof startPostgres>>;
export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** People who write; each has a session that several writers share, as tabs of a browser do. */
export const PEOPLE = ['ali', 'sara', 'reza', 'mina'] as const;
const PASSWORD = 'Pahneh-Cluster-1';
const DATABASE = 'pahneh';
/** No response comes later than this; one that does is told as no answer at all. */
const CLIENT_MS = 15_000;
const CONNECTIONS = 64;

export interface Cluster {
  folder: string;
  primary: Primary;
  replica: Replica;
  pooler: Pooler;
  backends: Member[];
  webs: Member[];
  balancer: Balancer;
  /** A browser that comes through nginx, not signed in. */
  browser(): ReturnType<typeof createBrowser>;
  /** The same, signed in. */
  signIn(username: string): Promise<ReturnType<typeof createBrowser>>;
  /** Rows of a statement at a server itself, past PgBouncer. */
  query(server: { url: string }, statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Whether the web processes have pages. */
  hasPages: boolean;
  /** A stream of events of somebody who is signed in. */
  listen(browser: ReturnType<typeof createBrowser>, listener: Listener): Stream;
  /** Reads that replicas have answered so far. */
  replicaReads(): Promise<number>;
  /** What the backends said of failures of their own: code and message, each once. */
  problems(): string[];
  /** Something more that is to be ended with it. */
  onStop(end: () => unknown): void;
  stop(): Promise<void>;
}

const portOf = (server: { url: string }) => new URL(server.url).port;
const addressOf = (server: { url: string }) => server.url.replace(/\/postgres$/, `/${DATABASE}`);

/** Where PgBouncer's two databases are: the one for all, and the one for reads. */
export const places = (primary: { url: string }, replica: { url: string }) => ({
  [DATABASE]: `host=127.0.0.1 port=${portOf(primary)} dbname=${DATABASE}`,
  pahneh_read: `host=127.0.0.1 port=${portOf(replica)} dbname=${DATABASE}`,
});

/** Rows of a statement at a server itself. */
async function query(server: { url: string }, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: addressOf(server) });
  await client.connect();
  const { rows } = await client.query(statement, values).finally(() => client.end());
  return rows as Record<string, unknown>[];
}

/** A database with its schema, people, and the limits of docs/scaling.md on its role. */
async function fill(primary: Primary): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  for (const [limit] of readFileSync('docs/scaling.md', 'utf8').matchAll(/^alter role pahneh set .*;$/gm))
    await client.query(limit);
  await client.end();
  const engine = await connect({ url: addressOf(primary), dir: null, template: null });
  const customer = await make.createCustomer(engine, HOST, DEMO_CONFIG);
  const role = await make.createRole(engine, customer, 'all', ALL_MODULES, ['create_statistics']);
  for (const username of PEOPLE)
    await make.createPerson(engine, customer, { username, password: PASSWORD, superuser: true, roles: [role] });
  await engine.close();
}

/** Starts everything; what had begun is ended where something does not start. `programs` are those of the product. */
export async function startCluster(programs: Programs, signal: AbortSignal): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-cluster-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let stopping: Promise<void> | undefined;
  const endAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await Promise.resolve(end()).catch(() => {});
  };
  const stop = () => {
    stopping ??= endAll();
    return stopping;
  };
  /** What starts while all is being ended is ended at once. */
  const onStop = (end: () => unknown) => {
    ends.push(quietly(end));
    if (stopping) stopping = stopping.then(endAll);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return { ...(await startAll(folder, programs, onStop)), onStop, stop };
  } catch (error) {
    await stop();
    throw signal.aborted ? signal.reason : error;
  }
}

/** A failure of a backend's own in a line of its log, in a few words. */
function problemIn(line: string): string[] {
  try {
    const { level, err, msg } = JSON.parse(line) as {
      level: number;
      err?: { code?: string; message?: string };
      msg?: string;
    };
    return level >= 50 ? [`${err?.code ?? ''} ${err?.message ?? msg}`] : [];
  } catch {
    return [];
  }
}

/** A way to end something that may have ended already. */
const quietly = (end: () => unknown) => () => {
  try {
    return end();
  } catch {
    return undefined;
  }
};

const createWebs = (programs: Programs, ports: readonly number[], env: Record<string, string>): Member[] =>
  ports.map((port, i) =>
    createMember(`web process ${i + 1}`, programs.web, port, {
      PORT: String(port),
      HOSTS: HOST,
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    }),
  );

async function startAll(
  folder: string,
  programs: Programs,
  onStop: (end: () => unknown) => void,
): Promise<Omit<Cluster, 'stop' | 'onStop'>> {
  const primary = await startPostgres();
  onStop(() => primary.stop());
  await fill(primary);
  const replica = await startReplica(primary.url);
  onStop(() => replica.stop());
  const pooler = await startPooler({
    folder,
    user: DATABASE,
    databases: places(primary, replica),
    settings: ['default_pool_size = 20', ...poolerSettings()],
  });
  onStop(() => pooler.process.kill('SIGKILL'));
  mkdirSync(join(folder, 'store'));
  const store = await startStore(join(folder, 'store'));
  onStop(() => store.process.kill('SIGKILL'));

  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
  const balancer = await startBalancer(folder, ports.slice(2), ports.slice(0, 2));
  onStop(() => balancer.process.kill('SIGTERM'));
  const at = (database: string) => `postgres://${DATABASE}@127.0.0.1:${pooler.port}/${database}`;
  const [secretKey, sessionKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64url')];
  const backends = ports.slice(0, 2).map((port, i) => {
    mkdirSync(join(folder, `backend-${i}`));
    return createMember(`backend ${i + 1}`, programs.backend, port, {
      BACKEND_PORT: String(port),
      DATABASE_URL: at(DATABASE),
      DATABASE_READ_URL: at('pahneh_read'),
      DATA_DIR: join(folder, `backend-${i}`),
      ...store.env,
      SECRET_KEY: secretKey,
      CAPTCHA: 'auto',
    });
  });
  const webs = createWebs(programs, ports.slice(2), {
    UPSTREAM_URL: `http://127.0.0.1:${balancer.backends}`,
    SESSION_KEYS: `k1:${sessionKey}`,
    DATA_DIR: folder,
  });
  for (const member of [...backends, ...webs]) onStop(() => member.stop());
  await Promise.all([...backends, ...webs].map((member) => member.start()));

  const tls = new Agent({
    connections: CONNECTIONS,
    connect: { rejectUnauthorized: false, servername: HOST },
    headersTimeout: CLIENT_MS,
    bodyTimeout: CLIENT_MS,
  });
  onStop(() => tls.destroy());
  const browser = () => createBrowser({ host: `127.0.0.1:${balancer.secure}`, tls }, HOST);
  return {
    folder,
    primary,
    replica,
    pooler,
    backends,
    webs,
    balancer,
    browser,
    query,
    hasPages: programs.hasPages,
    listen: (own, listener) => openStream(`https://127.0.0.1:${balancer.secure}`, tls, own, listener),
    replicaReads: () => replicaReads(backends),
    problems: () => [...new Set(backends.flatMap((backend) => backend.lines().flatMap(problemIn)))],
    async signIn(username) {
      const own = browser();
      const answer = await own.signIn(username, PASSWORD);
      if (answer.status !== 200) throw new Error(`${username} could not sign in: ${answer.status} ${answer.text}`);
      return own;
    },
  };
}
