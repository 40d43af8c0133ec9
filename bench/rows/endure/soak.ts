// Row: so many calls a second for SOAK_MINUTES with faults in between; memory, open files, connections and the database stay.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Agent } from 'undici';
import { atMost, type Line } from '../../report';
import type { ServerSide } from '../../stage';
import { type Product, saveCall, statusOf, withProduct } from './product';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const PER_SECOND = Number(process.env.SOAK_RATE ?? 50);
/** One call of so many saves a new record. */
const SAVE_EACH = 50;
/** From one fault to the next: the time is divided into so many parts, by default five minutes in an hour. */
const FAULT_MS = (MINUTES * 60_000) / Number(process.env.SOAK_FAULTS ?? 12);
const FAULT_LASTS_MS = 2000;
/** Memory settles before it is compared. */
const WARM_UP = 0.3;
const SLOPE_LIMIT_MB = 1;

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const filesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

interface Look {
  /** Minutes since the beginning. */
  at: number;
  /** Resident memory, MB. */
  backend: number;
  web: number;
  files: number;
  connections: number;
  /** Bytes of the database, and the records that were saved by then. */
  database: number;
  saves: number;
}

/** Change for each ten minutes by the line of least squares; `at` in minutes. */
function slope(points: readonly { at: number; value: number }[]): number {
  const mean = (of: (p: { at: number; value: number }) => number) =>
    points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [x, y] = [mean((p) => p.at), mean((p) => p.value)];
  const [up, down] = [mean((p) => (p.at - x) * (p.value - y)), mean((p) => (p.at - x) ** 2)];
  return down ? (up / down) * 10 : 0;
}

/** Means of equal parts of all looks: whether what rises still rises in the last one. */
function meansOf(values: readonly number[], parts: number): number[] {
  const at = (part: number) => Math.round((values.length * part) / parts);
  return Array.from({ length: parts }, (_, i) => {
    const part = values.slice(at(i), at(i + 1));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/** In turn: the database drops its connections, nobody listens at the backend's port, answers are late. */
const faultsOf = (all: Product, outside: pg.Client, database: string) => {
  let count = 0;
  const next = async () => {
    const kind = count++ % 3;
    if (kind === 0)
      await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'pahneh'", [database]); // biome-ignore format: one statement
    else if (kind === 1)
      void all.proxy.refuse().then(() => pause(FAULT_LASTS_MS)).then(() => all.proxy.listen()); // biome-ignore format: one line
    else {
      all.proxy.faults = [{ kind: 'latency', ms: 800 }];
      void pause(FAULT_LASTS_MS).then(() => {
        all.proxy.faults = [];
      });
    }
  };
  return { next, count: () => count };
};

/** Asks and saves for all the time; what came back, by status, and what was looked at meanwhile. */
async function endure({ database }: ServerSide, all: Product) {
  const [person = all.headers] = await all.people(1);
  const agent = new Agent({ connections: 64 });
  const outside = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await outside.connect();
  const statuses = new Map<number, number>();
  const looks: Look[] = [];
  const faults = faultsOf(all, outside, database);
  const began = performance.now();
  const minutes = () => (performance.now() - began) / 60_000;
  const open = new Set<Promise<void>>();
  let [n, saves, nextFault, nextLook] = [0, 0, FAULT_MS, 0];
  const call = async (i: number) => {
    const isSave = i % SAVE_EACH === 0;
    const status = isSave
      ? await statusOf(all, '/api/layerdata/', agent, saveCall(all, i, person))
      : await statusOf(all, all.path(i), agent, { headers: all.headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (isSave && status === 200) saves++;
  };
  const look = async () => {
    const { rows: [row] } = await outside.query("select count(*)::int as connections, pg_database_size($1)::float8 as size from pg_stat_activity where datname = $1 and application_name = 'pahneh'", [database]); // biome-ignore format: one query
    looks.push({ at: minutes(), backend: memoryOf(all.backend.pid), web: memoryOf(all.web.pid), files: filesOf(all.backend.pid) + filesOf(all.web.pid), connections: row.connections, database: row.size, saves }); // biome-ignore format: one look
  };
  while (minutes() < MINUTES) {
    const one = call(n++);
    open.add(one);
    void one.finally(() => open.delete(one));
    if (performance.now() - began > nextFault) {
      nextFault += FAULT_MS;
      await faults.next();
    }
    if (minutes() > nextLook) {
      nextLook += MINUTES / 120;
      await look();
    }
    await pause(Math.max(0, (n / PER_SECOND) * 1000 - (performance.now() - began)));
  }
  await Promise.all(open);
  await look();
  void agent.destroy();
  await outside.end();
  return { statuses, looks, faults: faults.count() };
}

/** Bytes by which the database grew for each record that was saved between two looks. */
const growth = (from: Look, to: Look) => (to.database - from.database) / Math.max(1, to.saves - from.saves);

async function* soak(side: ServerSide, all: Product): AsyncGenerator<Line> {
  const { statuses, looks, faults } = await endure(side, all);
  const settled = looks.filter(({ at }) => at > MINUTES * WARM_UP);
  const total = [...statuses.values()].reduce((a, b) => a + b, 0);
  const failed = [...statuses]
    .filter(([status]) => status === 0 || status >= 400)
    .reduce((sum, [, count]) => sum + count, 0);
  yield { name: `soak: ${total} calls in ${MINUTES} minutes, ${faults} faults, refused or failed`, value: String(failed), beside: [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'broken'}: ${count}`).join(', ') }; // biome-ignore format: one line
  for (const who of ['backend', 'web'] as const) {
    const tenths = meansOf(
      looks.map((look) => look[who]),
      10,
    ).map((mean) => mean.toFixed(0));
    const rise = slope(settled.map((look) => ({ at: look.at, value: look[who] })));
    yield { name: `soak: memory of the ${who} process after the first ${WARM_UP * 100} %`, value: `${rise.toFixed(2)} MB in ten minutes`, beside: `limit ${SLOPE_LIMIT_MB} MB; by tenths of the time ${tenths.join(', ')} MB`, ratio: Math.max(0, rise) / SLOPE_LIMIT_MB, target: atMost(1) }; // biome-ignore format: one line
  }
  for (const [what, of] of [
    ['open files', 'files'],
    ['connections of the database', 'connections'],
  ] as const) {
    const values = settled.map((look) => look[of]);
    yield {
      name: `soak: ${what}`,
      value: `${Math.min(...values)} to ${Math.max(...values)}`,
      beside: `at the end ${values.at(-1)}`,
    };
  }
  const [first, middle, last] = [settled[0], settled[settled.length >> 1], settled.at(-1)] as [Look, Look, Look];
  const [before, after] = [growth(first, middle), growth(middle, last)];
  yield { name: 'soak: the database grows by so much for each record saved, in the last third', value: `${(after / 1024).toFixed(1)} kB`, beside: `the third before: ${(before / 1024).toFixed(1)} kB; ${(first.database / 1e6).toFixed(0)} to ${(last.database / 1e6).toFixed(0)} MB, ${last.saves} records saved`, ratio: after / before, target: atMost(1.5) }; // biome-ignore format: one line
}

export const run = withProduct(soak);
