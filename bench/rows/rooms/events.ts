// Row: streams of news that are open at once, 2,000 of 400 people: memory and processor time of the backend while nothing happens and while
// somebody writes. BENCH_STREAMS sets another number.
import type { AddressInfo } from 'node:net';
import { openSession } from '../../../backend/areas/session/tokens';
import * as make from '../../../backend/seed/builders';
import { type Listening, listen } from '../../../testing/outside/listen';
import { createWorld } from '../../../testing/world';
import { atMost, type Line } from '../../report';
import type { Stage } from '../../stage';

const STREAMS = Number(process.env.BENCH_STREAMS ?? 2_000);
const EACH = 5;
const REST_MS = 10_000;
const WRITES = 20;
const MIB = 1024 * 1024;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const lineOf = (name: string, value: number, limit: number, unit: string): Line => ({
  name,
  value: `${Math.round(value)} ${unit}`,
  beside: `limit ${limit} ${unit}`,
  ratio: value / limit,
  target: atMost(1),
});

/** The share of one core that the process uses while some work is done. It reads its own streams too: the backend alone takes less. */
async function coreShare(work: () => Promise<unknown>): Promise<number> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - began);
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  await stage.server();
  const w = await createWorld();
  const open: Listening[] = [];
  try {
    await w.backend.app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(w.backend.app.server.address() as AddressInfo).port}`;
    const role = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'viewing').executeTakeFirstOrThrow(); // biome-ignore format: one statement
    const before = process.memoryUsage().rss;
    for (let i = 0; i < STREAMS / EACH; i++) {
      const id = await make.createPerson(w.engine, w.ids.customer, {
        username: `reader${i}`,
        password: '',
        roles: [role.id],
      });
      const { access } = await openSession(w.engine.db, id, new Date(), 3600);
      open.push(...(await Promise.all(Array.from({ length: EACH }, () => listen(origin, { authorization: `Bearer ${access}` }))))); // biome-ignore format: one list
    }
    const kib = (process.memoryUsage().rss - before) / 1024 / STREAMS;
    yield lineOf(`memory of each of ${STREAMS} streams, both ends`, kib, 200, 'KiB');
    const rest = await coreShare(() => pause(REST_MS));
    yield lineOf('a core’s share at rest', rest * 100, 15, '%');
    const times: number[] = [];
    const busy = await coreShare(async () => {
      for (let i = 0; i < WRITES; i++) {
        const began = performance.now();
        for (const one of open) one.news.length = 0;
        await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.layer, value: { name: 'x' }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
        await Promise.all(open.map((one) => one.until(() => true, 10_000)));
        times.push(performance.now() - began);
      }
    });
    yield lineOf('an edit is with all of them', Math.max(...times), 2000, 'ms');
    yield lineOf('a core’s share while one writes', busy * 100, 100, '%');
    yield lineOf('memory in all', process.memoryUsage().rss / MIB, 1500, 'MiB');
  } finally {
    for (const one of open) one.cut();
    await w.close();
  }
}
