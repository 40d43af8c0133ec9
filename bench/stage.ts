// What the benchmarks share: engines with their layers, made when first asked for, and everything stopped at the end.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../backend/db/connect';
import type { Engine } from '../backend/db/engine';
import { openServer } from '../backend/db/server';
import { partition } from '../backend/geo/tiles';
import * as make from '../backend/seed/builders';
import { DEMO_CONFIG } from '../backend/seed/demo';
import type { LayerConfig } from '../contract/schemas/layer';
import { findPostgres, startPostgres } from '../scripts/postgres.mjs';
import { template } from '../testing/template';
import { createWorld, type TestWorld } from '../testing/world';
import { COLUMNS, FORM, points } from './data';
import { seconds } from './report';

const A_DAY = 86_400;
/** How long one thing may take to end before the next one is ended. */
const END_MS = 10_000;

/** A layer of points and the table that holds it. */
export interface PointLayer {
  id: number;
  table: string;
  rows: number;
  account: number;
}
export interface ServerSide {
  url: URL;
  /** The database of the world below. */
  database: string;
  world: TestWorld;
  engine: Engine;
  /** The account that owns the benchmark's layers. */
  account: number;
}
export interface Stage {
  rows: number;
  embeddedRows: number;
  folder: string;
  /** Null where the machine has no PostgreSQL with PostGIS. */
  server(): Promise<ServerSide | null>;
  /** A layer of so many points on the server engine. */
  points(rows: number): Promise<PointLayer>;
  embedded(): Promise<{ engine: Engine; layer: PointLayer }>;
  /** What shall be ended with the run, the newest first. */
  ends(work: () => Promise<unknown> | unknown): void;
  say(text: string): void;
  close(): Promise<void>;
}

export const NO_POSTGRES = 'peer not installed (Debian packages postgresql, postgresql-15-postgis-3)';

/** A port of the loopback that nobody uses. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Remembers what the first call gave. */
const once = <T>(work: () => Promise<T>) => {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= work();
    return promise;
  };
};

/** The layer's look: a colour by `kind` and a label from `state`, so that tiles carry exactly these two. */
const LOOK: Partial<LayerConfig> = {
  style: {
    kind: 'categorised',
    field: COLUMNS[0],
    categories: [],
    other: { color: '#4c6ef5', opacity: 0.8, size: 6, stroke: '#ffffff', stroke_width: 1 },
  },
  labels: { field: COLUMNS[1], size: 12, color: '#1f2933', halo: '#ffffff', min_zoom: 7, max_zoom: 24 },
};

async function pointsInto(engine: Engine, customer: number, owner: number, rows: number): Promise<PointLayer> {
  const id = await make.createLayer(engine, {
    customer,
    owner,
    label: `${rows}`,
    type: 1,
    form: FORM,
    config: LOOK,
    records: points(rows),
  });
  return { id, table: partition(id), rows, account: owner };
}

/**
 * An empty stage. The server's cluster keeps its promises to the disk (fsync), as one in use would; BENCH_DATABASE_URL names another
 * server of this computer, as it is, on which a database is made and dropped.
 */
export function openStage(rows: number, embeddedRows: number, say: (text: string) => void): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-bench-'));
  const endings: (() => Promise<unknown> | unknown)[] = [];
  const layers = new Map<number, Promise<PointLayer>>();

  async function cluster(): Promise<string> {
    const home = mkdtempSync(join(tmpdir(), 'pahneh-bench-'));
    endings.push(() => rmSync(home, { recursive: true, force: true }));
    const own = await startPostgres({ folder: home, port: await freePort() });
    endings.push(() => own.stop());
    return own.url;
  }

  const server = once(async (): Promise<ServerSide | null> => {
    const address = process.env.BENCH_DATABASE_URL;
    if (!address && !findPostgres()) return null;
    const at = address ?? (await cluster());
    process.env.TEST_DATABASE_URL = at;
    const world = await createWorld('server', { accessSeconds: A_DAY });
    endings.push(() => world.close());
    const { engine } = world;
    const { rows: named } = await sql<{ d: string }>`select current_database() as d`.execute(engine.db);
    const database = (named[0] as { d: string }).d;
    const owner = await engine.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'super')
      .executeTakeFirstOrThrow();
    const url = new URL(at);
    url.pathname = `/${database}`;
    return { url, database, world, engine, account: owner.id };
  });

  return {
    rows,
    embeddedRows,
    folder,
    say,
    server,
    points(n) {
      const openLayer = layers.get(n);
      if (openLayer) return openLayer;
      const making = (async () => {
        const side = await server();
        if (!side) throw new Error(NO_POSTGRES);
        // Indexes of ten million rows take longer than the product lets a statement run.
        const url = new URL(side.url);
        url.searchParams.set('statement_timeout', '0');
        const loader = openServer(url.href);
        const start = performance.now();
        const layer = await pointsInto(loader, side.world.ids.customer, side.account, n).finally(() => loader.close());
        say(`loaded ${n} points into the server engine in ${seconds(performance.now() - start)}`);
        return layer;
      })();
      layers.set(n, making);
      return making;
    },
    embedded: once(async () => {
      const engine = await connect({ url: null, dir: join(folder, 'embedded', 'data'), template: await template() });
      endings.push(() => engine.close());
      const customer = await make.createCustomer(engine, 'bench.test', DEMO_CONFIG);
      const account = await make.createPerson(engine, customer, { username: 'bench', password: 'bench-Pahneh-1' });
      const start = performance.now();
      const layer = await pointsInto(engine, customer, account, embeddedRows);
      say(`loaded ${embeddedRows} points into the embedded engine in ${seconds(performance.now() - start)}`);
      return { engine, layer };
    }),
    ends: (work) => endings.push(work),
    close: once(async () => {
      for (let end = endings.pop(); end; end = endings.pop())
        try {
          await Promise.race([end(), new Promise((resolve) => setTimeout(resolve, END_MS))]);
        } catch (error) {
          say(`not ended: ${error}`);
        }
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}
