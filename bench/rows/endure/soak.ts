// Row: fifty calls a second for SOAK_MINUTES with faults in between; memory, open files and connections stay.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Agent } from 'undici';
import { atMost, type Line } from '../../report';
import type { ServerSide } from '../../stage';
import { type Product, statusOf, withProduct } from './product';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const PER_SECOND = 50;
/** A twelfth of the time lies between two faults: five minutes of an hour. */
const FAULT_MS = (MINUTES * 60_000) / 12;
const FAULT_LASTS_MS = 2000;
/** Memory settles before it is compared. */
const WARM_UP = 0.3;
const SLOPE_LIMIT_MB = 1;

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const filesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Change for each ten minutes by the line of least squares; `at` in minutes. */
function slope(points: readonly { at: number; value: number }[]): number {
  const mean = (of: (p: { at: number; value: number }) => number) =>
    points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [x, y] = [mean((p) => p.at), mean((p) => p.value)];
  const [up, down] = [mean((p) => (p.at - x) * (p.value - y)), mean((p) => (p.at - x) ** 2)];
  return down ? (up / down) * 10 : 0;
}

async function* soak({ database }: ServerSide, all: Product): AsyncGenerator<Line> {
  const agent = new Agent({ connections: 64 });
  const counted = new Map<number, number>();
  const looked: { at: number; backend: number; web: number; files: number; connections: number }[] = [];
  const outside = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await outside.connect();
  const connections = async () =>
    (await outside.query("select 1 from pg_stat_activity where datname = $1 and application_name = 'pahneh'", [database])).rowCount ?? 0; // biome-ignore format: one query
  const began = performance.now();
  const minutes = () => (performance.now() - began) / 60_000;
  let n = 0;
  let nextFault = FAULT_MS;
  let faults = 0;
  const open = new Set<Promise<void>>();
  let nextLook = 0;
  while (minutes() < MINUTES) {
    const call = statusOf(all, n++, agent).then((status) => void counted.set(status, (counted.get(status) ?? 0) + 1));
    open.add(call);
    void call.finally(() => open.delete(call));
    if (performance.now() - began > nextFault) {
      nextFault += FAULT_MS;
      // In turn: the database drops its connections, nobody listens at the backend's port, answers are late.
      const kind = faults++ % 3;
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
    }
    if (minutes() > nextLook) {
      nextLook += MINUTES / 120;
      looked.push({ at: minutes(), backend: memoryOf(all.backend.pid), web: memoryOf(all.web.pid), files: filesOf(all.backend.pid) + filesOf(all.web.pid), connections: await connections() }); // biome-ignore format: one look
    }
    await pause(Math.max(0, (n / PER_SECOND) * 1000 - (performance.now() - began)));
  }
  await Promise.all(open);
  void agent.destroy();
  await outside.end();
  const settled = looked.filter(({ at }) => at > MINUTES * WARM_UP);
  const total = [...counted.values()].reduce((a, b) => a + b, 0);
  const failed = [...counted]
    .filter(([status]) => status === 0 || status >= 400)
    .reduce((sum, [, count]) => sum + count, 0);
  yield { name: `soak: ${total} calls in ${MINUTES} minutes, ${faults} faults, refused or failed`, value: String(failed), beside: [...counted].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'broken'}: ${count}`).join(', ') }; // biome-ignore format: one line
  for (const who of ['backend', 'web'] as const) {
    const values = settled.map((look) => look[who]);
    const grown = slope(settled.map((look) => ({ at: look.at, value: look[who] })));
    yield { name: `soak: memory of the ${who} process after the first ${WARM_UP * 100} %`, value: `${grown.toFixed(2)} MB in ten minutes`, beside: `limit ${SLOPE_LIMIT_MB} MB; ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} MB`, ratio: Math.max(0, grown) / SLOPE_LIMIT_MB, target: atMost(1) }; // biome-ignore format: one line
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
}

export const run = withProduct(soak);
