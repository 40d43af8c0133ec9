// Row: what a second person notices while one asks the heaviest that a query may be, fourteen at once. On both engines: their list, tile
// and sign-in beside the same ones in quiet.
import type { AddressInfo } from 'node:net';
import { openSession } from '../../backend/areas/session/tokens';
import * as make from '../../backend/seed/builders';
import { PASSWORD } from '../../testing/people';
import { signedIn } from '../../testing/sign-in';
import { createWorld, type TestWorld } from '../../testing/world';
import { FORM, points } from '../data';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';
import { tileList, tilePath, type Zxy } from '../tile-list';

const RECORDS = 135_000;
const AT_ONCE = 14;
const ROUNDS = 5;
/** Between an answer and the next call of the same one of the fourteen. */
const PAUSE_MS = 500;
const EMBEDDED_LIMIT_MS = 3000;

const words = (many: number, of: string) => Array.from({ length: many }, (_, i) => `${of}${i}`);
const CORNERS = 49_000;

/** What one person may ask, each the most of its kind, and what is refused at once. */
const attacks = (layer: number): [string, object][] => [
  ['layerdata_query/', { layer, query: { or: words(20, '').map((n) => ({ field: 'name', is: 'in', value: words(50, `no ${n} `) })) } }], // biome-ignore format: one call
  ['layerdata_query/', { layer, query: { or: words(40, '').map((_, i) => ({ field: 'name', is: 'contains', value: String.fromCharCode(1632 + (i % 10), 1740 + (i % 4)) })) } }], // biome-ignore format: one call
  ['layerdata_query/', { layer, query: { or: words(20, '').map(() => ({ field: 'name', is: 'in', value: words(500, 'no') })) } }], // biome-ignore format: one call
  ['layerdata_query/', { layer, query: { or: words(198, '').map((n) => ({ field: 'name', is: 'contains', value: n.padStart(2, 'x') })) } }], // biome-ignore format: one call
  ...['identify/', 'layerdata/measure/'].map((path): [string, object] => {
    const corner = (i: number) => [51 + (i % 2 ? 0.5 : 5) * Math.cos((i / CORNERS) * 2 * Math.PI), 35 + (i % 2 ? 0.5 : 5) * Math.sin((i / CORNERS) * 2 * Math.PI)]; // biome-ignore format: one corner
    const ring = Array.from({ length: CORNERS }, (_, i) => corner(i));
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
    return [path, path === 'identify/' ? { geometry, layers: [layer] } : { geometry }];
  }),
];

const middle = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;

async function* measured(world: TestWorld, name: string, limit: (quiet: number) => number): AsyncGenerator<Line> {
  const { engine, backend, ids } = world;
  const account = await engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one query
  const layer = await make.createLayer(engine, { customer: ids.customer, owner: account.id, label: 'heavy', type: 1, form: FORM, records: points(RECORDS) }); // biome-ignore format: one layer
  const role = await make.createRole(engine, ids.customer, 'heavy', [4]);
  await make.createPermission(engine, role, layer, { view: true });
  const tokens: string[] = [];
  for (const username of ['attacker', 'second']) {
    const id = await make.createPerson(engine, ids.customer, { username, password: PASSWORD, roles: [role] });
    tokens.push((await openSession(engine.db, id, new Date(), 86_400)).access);
  }
  await backend.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(backend.app.server.address() as AddressInfo).port}`;
  const call = async (token: string, path: string, body?: string) => {
    const answer = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body } : {}),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const [attacker = '', second = ''] = tokens;
  const tiles = tileList(200, [11, 12, 13]);
  let next = 0;
  const kinds: Record<string, () => Promise<unknown>> = {
    list: () => call(second, `/api/layerdata/?layer=${layer}&limit=25`),
    tile: () => call(second, tilePath(layer, tiles[next++ % tiles.length] as Zxy)),
    'sign-in': () => signedIn(backend.app, 'second', 'localhost'),
  };
  const times = async () => {
    const times: Record<string, number[]> = { list: [], tile: [], 'sign-in': [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const [kind, ask] of Object.entries(kinds)) {
        const began = performance.now();
        await ask();
        times[kind]?.push(performance.now() - began);
      }
    return times;
  };
  await times();
  const quiet = await times();
  let on = true;
  const statuses = new Map<number, number>();
  const bodies = attacks(layer).map(([path, body]) => [path, JSON.stringify(body)] as const);
  const attack = async (i: number) => {
    for (let turn = i; on; turn++) {
      const [path, body] = bodies[turn % bodies.length] as readonly [string, string];
      const status = await call(attacker, `/api/${path}`, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const all = Array.from({ length: AT_ONCE }, (_, i) => attack(i));
  const busy = await times();
  on = false;
  await Promise.allSettled(all);
  const summary = [...statuses].sort().map(([status, n]) => `${n} times ${status}`).join(', '); // biome-ignore format: one line
  for (const kind of Object.keys(kinds)) {
    const [was, is] = [middle(quiet[kind] ?? []), middle(busy[kind] ?? [])];
    yield {
      name: `${name}: ${kind} of a second person while one asks ${AT_ONCE} heavy calls at once (${summary})`,
      value: `${ms(is)}, at most ${ms(Math.max(...(busy[kind] ?? [])))}`,
      beside: `quiet: ${ms(was)}`,
      ratio: is / limit(was),
      target: atMost(1),
    };
  }
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (side) yield* measured(side.world, 'server engine', (quiet) => 2 * quiet);
  else yield { name: 'heavy calls', value: '', beside: NO_POSTGRES };
  const world = await createWorld('embedded', { accessSeconds: 86_400 });
  stage.ends(() => world.close());
  yield* measured(world, 'embedded engine', () => EMBEDDED_LIMIT_MS);
}
