// Row: a busy customer's day in a minute, or DAY_SECONDS: 50 people (DAY_PEOPLE, DAY_REST) at once list, look, search, identify, write and draw reports on one layer. Failed
// share, p95 of each kind of call, and what the memory of the backend does.
import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { openSession } from '../../backend/areas/session/tokens';
import * as make from '../../backend/seed/builders';
import { tileTemplate } from '../../contract/ogc';
import { serverSeconds } from '../cpu';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';

const PEOPLE = Number(process.env.DAY_PEOPLE ?? 50);
const SECONDS = Number(process.env.DAY_SECONDS ?? 60);
/** Seconds that a person looks at what came, on average, before the next act. */
const REST = Number(process.env.DAY_REST ?? 1);
/** First guesses of the project's goals, in milliseconds: tiles and lists; all else as lists. */
const LIMITS: Record<string, number> = { tile: 300 };
const LIMIT = 400;
const FAILED_LIMIT = 0.001;
/** Growth of resident memory that no leak needs. */
const GROWTH_MB = 150;

interface Day {
  calls: number;
  failed: number;
  p95: Record<string, number>;
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'a busy day', value: '', beside: NO_POSTGRES };
  const { world, engine } = side;
  const layer = await stage.points(Math.min(stage.rows, 1_000_000));
  const role = await make.createRole(engine, world.ids.customer, 'day', [4, 8, 15]);
  await make.createPermission(engine, role, layer.id, { view: true, add: true, edit: true, delete: true });
  const tokens: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const id = await make.createPerson(engine, world.ids.customer, {
      username: `day${i}`,
      password: 'Clear-Water-7',
      roles: [role],
    });
    tokens.push((await openSession(engine.db, id, new Date(), 86_400)).access);
  }
  await world.backend.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(world.backend.app.server.address() as AddressInfo).port}`;
  const day = (seconds: number) =>
    new Promise<Day>((resolve, reject) => {
      const child = fork(new URL('../day-worker.mjs', import.meta.url), { execArgv: [] });
      child.once('message', (report) => resolve(report as Day));
      child.once('exit', (code) => reject(new Error(`the people left with code ${code}`)));
      child.send({ origin, tokens, layer: layer.id, tiles: tileTemplate(layer.id), seconds, rest: REST });
    });
  await day(5);
  const memory = [process.memoryUsage()];
  const watch = setInterval(() => memory.push(process.memoryUsage()), 10_000);
  const spent = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(engine.db);
    return { database: serverSeconds(rows[0]?.pid ?? 0), backend: process.cpuUsage() };
  };
  const first = await spent();
  const { calls, failed, p95 } = await day(SECONDS);
  const database = (await spent()).database - first.database;
  const { user, system } = process.cpuUsage(first.backend);
  const backend = (user + system) / 1e6;
  clearInterval(watch);
  memory.push(process.memoryUsage());
  yield {
    name: `a busy day: ${PEOPLE} people, ${calls} calls in ${SECONDS} s, failed`,
    value: String(failed),
    beside: `limit ${FAILED_LIMIT * 100} %`,
    ratio: failed / calls / FAILED_LIMIT,
    target: atMost(1),
  };
  yield {
    name: 'a busy day: processor time of a call',
    value: ms(((backend + database) / calls) * 1000),
    beside: `backend ${ms((backend / calls) * 1000)}, database ${ms((database / calls) * 1000)}; ${((backend + database) / SECONDS).toFixed(2)} cores in all, ${(calls / SECONDS).toFixed(0)} calls a second`,
  };
  for (const [kind, value] of Object.entries(p95).sort()) {
    const limit = LIMITS[kind] ?? LIMIT;
    yield {
      name: `a busy day: p95 of ${kind}`,
      value: ms(value),
      beside: `limit ${ms(limit)}`,
      ratio: value / limit,
      target: atMost(1),
    };
  }
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const at = (i: number) => memory.at(i) as NodeJS.MemoryUsage;
  const [start, middle, end] = [at(0), at(memory.length >> 1), at(-1)] as const;
  yield {
    name: 'a busy day: memory of the backend',
    value: `${megabytes(end.rss - start.rss)} more, of it ${megabytes(end.rss - middle.rss)} in the second half`,
    beside: `limit ${GROWTH_MB} MB in that half, since tiles are kept up to a size; buffers ${megabytes(end.arrayBuffers - start.arrayBuffers)} more, heap ${megabytes(end.heapUsed - start.heapUsed)}`,
    ratio: Math.max(0, end.rss - middle.rss) / 2 ** 20 / GROWTH_MB,
    target: atMost(1),
  };
}
