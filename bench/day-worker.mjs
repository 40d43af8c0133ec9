// The people of a benchmark in a process of their own: each does one thing after the other, with a moment to look at what came.
import { once } from 'node:events';
import { Pool } from 'undici';

const { origin, tokens, layer, tiles, seconds, rest } = (await once(process, 'message'))[0];
const pool = new Pool(origin, { connections: tokens.length, headersTimeout: 60_000, bodyTimeout: 60_000 });
const times = {};
let calls = 0;
let failed = 0;
const until = performance.now() + seconds * 1000;

const random = (n) => Math.floor(Math.random() * n);
const spot = () => [51.2 + Math.random() * 0.4, 35.5 + Math.random() * 0.4];

async function call(kind, token, method, path, body) {
  const from = performance.now();
  calls++;
  try {
    const answer = await pool.request({
      path,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        host: 'localhost',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) {
      failed++;
      return null;
    }
    times[kind] = times[kind] ?? [];
    times[kind].push(performance.now() - from);
    return kind === 'tile' ? null : JSON.parse(text);
  } catch {
    failed++;
    return null;
  }
}

const tileOf = ([lon, lat], z) => {
  const n = 2 ** z;
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180));
  return [Math.floor(((lon + 180) / 360) * n), Math.floor(((1 - y / Math.PI) / 2) * n)];
};

/** What people do, and how often in a hundred times. */
const ACTS = [
  [
    35,
    async (t) => {
      const z = 8 + random(7);
      const [x, y] = tileOf(spot(), z);
      await call('tile', t, 'GET', tiles.replace('{z}', z).replace('{x}', x).replace('{y}', y));
    },
  ],
  [
    20,
    (t) =>
      call('list', t, 'GET', `/api/layerdata/?layer=${layer}&limit=25&offset=${random(40) * 25}&order=value__amount`),
  ],
  [
    10,
    (t) =>
      call('identify', t, 'POST', '/api/identify/', {
        geometry: { type: 'Point', coordinates: spot() },
        layers: [layer],
        tolerance: 30,
      }),
  ],
  [
    8,
    (t) =>
      call('search', t, 'POST', `/api/search/?search=${encodeURIComponent(`شماره ${random(9999)}`)}`, {
        layers: [layer],
      }),
  ],
  [
    10,
    async (t) => {
      const created = await call('create', t, 'POST', '/api/layerdata/', {
        layer,
        geometry: { type: 'Point', coordinates: spot() },
        value: { name: 'روز کار', amount: random(1000) },
      });
      if (!created) return;
      await call('read', t, 'GET', `/api/layerdata/${created.id}/`);
      await call('edit', t, 'PUT', `/api/layerdata/${created.id}/`, { value: { name: 'روز کار ۲', amount: 5 } });
      if (random(2)) await call('delete', t, 'DELETE', `/api/layerdata/${created.id}/`);
    },
  ],
  [10, (t) => call('message check', t, 'GET', '/api/message/check/')],
  [4, (t) => call('layers', t, 'GET', '/api/layer/?limit=25')],
  [3, (t) => call('overview', t, 'GET', '/api/report/overview/')],
];

async function person(token) {
  // Nobody begins with all the others.
  await new Promise((r) => setTimeout(r, rest * random(2000)));
  while (performance.now() < until) {
    let pick = random(100);
    for (const [share, act] of ACTS) {
      pick -= share;
      if (pick >= 0) continue;
      await act(token);
      break;
    }
    await new Promise((r) => setTimeout(r, rest * (200 + random(1600))));
  }
}
await Promise.all(tokens.map(person));
await pool.close();
const p95 = Object.fromEntries(
  Object.entries(times).map(([kind, list]) => {
    list.sort((a, b) => a - b);
    return [kind, list[Math.floor(list.length * 0.95)]];
  }),
);
process.send({ calls, failed, p95 }, () => process.disconnect());
