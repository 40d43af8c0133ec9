// Row: what the BFF's own door costs, beside nginx as a proxy before the same upstream.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Pool } from 'undici';
import { MVT } from '../../contract/ogc';
import { TILE_SCOPE } from '../../lib/bff/tiles/tile-memory';
import { startWeb, startWebAt } from '../../testing/web';
import { type Load, load, serving } from '../load';
import { has, NO_NGINX, nginx } from '../peers';
import { atLeast, atMost, type Line, ms, rate } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';
import { tilePath } from '../tile-list';
import { signedIn } from '../web-call';

const TILE_BYTES = 200_000;
const TILE = tilePath(1, { z: 10, x: 650, y: 400 });
/** The same tile of an upstream that says what it is made of, as ours does: the web process remembers it. */
const WARM = `${TILE}&V=warm`;
const SCOPE = `${'s'.repeat(24)} 1000`;
const JSON_PATH = '/api/layer/?limit=5';
const JSON_TEXT = JSON.stringify({ count: 5, results: Array.from({ length: 5 }, (_, id) => ({ id, label: 'لایه'.repeat(20) })) }); // biome-ignore format: one answer

/** The least that a proxy in Node costs: the same server and client, and nothing of what the product does between them. */
async function bareProxy(stage: Stage, origin: string): Promise<string> {
  const pool = new Pool(origin, { connections: 64 });
  const proxy = await serving(async ({ url = '/' }, response) => {
    const { statusCode, headers, body } = await pool.request({ method: 'GET', path: url });
    const bytes = await body.bytes();
    response.writeHead(statusCode, { 'content-type': String(headers['content-type']), 'content-length': bytes.length });
    response.end(bytes);
  });
  stage.ends(proxy.close);
  return proxy.origin;
}

/** An nginx with a tile and a JSON answer as files, and a second port that is a proxy before the first. */
export function upstream(stage: Stage) {
  const files = join(stage.folder, 'answers');
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, 'tile'), randomBytes(TILE_BYTES));
  writeFileSync(join(files, 'json'), JSON_TEXT);
  return nginx(
    stage,
    (port, second) => `
  upstream files { server 127.0.0.1:${port}; keepalive 64; }
  server { listen 127.0.0.1:${port}; root ${files};
    location /geoserver/ { default_type ${MVT}; if ($arg_V = warm) { add_header ${TILE_SCOPE} "${SCOPE}"; } rewrite ^ /tile break; }
    location /api/ { default_type application/json; rewrite ^ /json break; } }
  server { listen 127.0.0.1:${second};
    location / { proxy_pass http://files; proxy_http_version 1.1; proxy_set_header Connection ""; } }`,
  );
}

async function* throughput(stage: Stage): AsyncGenerator<Line> {
  if (!has('nginx')) return yield { name: 'through the web process', value: '', beside: NO_NGINX };
  const files = await upstream(stage);
  const web = await startWebAt(files.origin);
  stage.ends(web.close);
  const bare = await bareProxy(stage, files.origin);
  const headers = await signedIn(web.config, web.host, 'bench');
  const common: Pick<Load, 'connections' | 'cheap' | 'seconds'> = { connections: 16, cheap: true, seconds: 3 };
  for (const [said, path, least] of [
    ['a tile of 200 kB', TILE, 0.3],
    ['a warm tile of 200 kB', WARM, 1],
    ['JSON', JSON_PATH, 0.3],
  ] as const) {
    // biome-ignore format: one line
    const paths = [path];
    const limit = await load({ ...common, origin: files.origin, paths });
    const proxy = await load({ ...common, origin: files.second, paths });
    const node = await load({ ...common, origin: bare, paths });
    const own = await load({ ...common, origin: `http://${web.host}`, paths, headers });
    yield {
      name: `${said} through the BFF's node door`,
      value: rate(own.rate),
      beside: `nginx proxy_pass: ${rate(proxy.rate)} (the upstream itself: ${rate(limit.rate)}; a proxy in Node that does nothing else: ${rate(node.rate)})`,
      ratio: own.rate / proxy.rate,
      target: atLeast(least),
    };
  }
}

/** Milliseconds allowed for a call's way through the web process. */
export const ADDED_MS = 3;

export async function* run(stage: Stage): AsyncGenerator<Line> {
  yield* throughput(stage);
  const side = await stage.server();
  if (!side) return yield { name: 'a JSON call, added p50', value: '', beside: NO_POSTGRES };
  const web = await startWeb(side.world);
  stage.ends(web.close);
  const { app } = side.world.backend;
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const token = await side.world.token('super');
  const one: Pick<Load, 'connections' | 'paths' | 'seconds'> = { connections: 1, paths: [JSON_PATH], seconds: 3 };
  const headers = { ...(await signedIn(web.config, web.host, token)) };
  await load({ ...one, origin, headers: { host: 'localhost', authorization: `Bearer ${token}` }, seconds: 1 });
  const direct = await load({ ...one, origin, headers: { host: 'localhost', authorization: `Bearer ${token}` } });
  const through = await load({ ...one, origin: `http://${web.host}`, headers });
  const added = through.p50 - direct.p50;
  yield {
    name: "a JSON call through the BFF's node door, added p50, one client",
    value: ms(added),
    beside: `${ADDED_MS} ms; the backend directly: ${ms(direct.p50)}`,
    ratio: added / ADDED_MS,
    target: atMost(1),
  };
}
