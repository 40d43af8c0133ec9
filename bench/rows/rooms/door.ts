// Row: published layers as programs outside read them, through the web process: by pages, in a small box, as tiles, and in large pages; the
// interface meanwhile; and GDAL reading the same table from the database.
import { join } from 'node:path';
import { fetch } from 'undici';
import * as make from '../../../backend/seed/builders';
import { createDoorKey, publishLayer } from '../../../testing/outside/door';
import { startWeb, type Web } from '../../../testing/web';
import { createWorld, type TestWorld } from '../../../testing/world';
import { denseSpot, FORM, points, polygons } from '../../data';
import { load, typical } from '../../load';
import { has, NO_OGR2OGR, ogr2ogr } from '../../peers';
import { atLeast, atMost, type Line, ms, rate } from '../../report';
import { NO_POSTGRES, type Stage } from '../../stage';
import { tileList, tilePath } from '../../tile-list';
import { signedIn, startWebProcess } from '../../web-call';

const PAGE = 1_000;
const LIMITS = { server: 10_000, embedded: 4_000 };
/** Records that are walked through; the rate of a million is that of its pages. */
const WALKED = 200_000;
const BOX_DEGREES = 0.01;
const BOX_MS = 300;
const TIMES = 9;
const KEYS = 50;
const POLYGONS = 10_000;
const PAGE_MIB = 150;
const MIB = 1024 * 1024;
const SAMPLE_MS = 10;
const UI_PATH = '/api/layer/?limit=5';

interface Door {
  web: Web;
  key: string;
  layer: number;
}

const itemsOf = ({ web, layer }: Door, query: string) =>
  `http://${web.host}/ogc/collections/layer_${layer}/items?${query}`;

async function ask({ key }: Door, address: string): Promise<string> {
  const response = await fetch(address, { headers: { 'x-api-key': key } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} of ${address}: ${text.slice(0, 200)}`);
  return text;
}

/** Follows `next` for so many records; answers records a second. The pages are not read as JSON: that is the program's own work. */
async function walk(door: Door, records: number, onPage: (address: string) => void = () => {}): Promise<number> {
  let count = 0;
  const began = performance.now();
  for (let address = itemsOf(door, `limit=${PAGE}`); address && count < records; ) {
    onPage(address);
    const text = await ask(door, address);
    count += Number(/"numberReturned":(\d+)/.exec(text)?.[1] ?? 0);
    address = /"rel":"next"[^}]*"href":"([^"]+)"/.exec(text)?.[1] ?? '';
  }
  return (count / (performance.now() - began)) * 1000;
}

/** The slow end of calls of the interface, one after the other, from a process of their own. */
async function slowCall(host: string, headers: Record<string, string>, seconds: number): Promise<number> {
  return (await load({ origin: `http://${host}`, headers, paths: [UI_PATH], connections: 1, seconds })).p95;
}

async function publish(w: TestWorld, web: Web, layer: number): Promise<Door> {
  await publishLayer(w, layer);
  return { web, layer, key: await createDoorKey(w, [layer]) };
}

async function* pages(kind: keyof typeof LIMITS, door: Door, count: number): AsyncGenerator<Line> {
  await walk(door, 5 * PAGE);
  const own = await walk(door, Math.min(count, WALKED));
  const limit = LIMITS[kind];
  yield { name: `${count} points by pages of ${PAGE}, ${kind} engine`, value: rate(own), beside: `limit ${limit}/s`, ratio: own / limit, target: atLeast(1) }; // biome-ignore format: one row
  const [lon, lat] = denseSpot();
  const box = [lon, lat, lon + BOX_DEGREES, lat + BOX_DEGREES].join();
  const boxed = await typical(TIMES, () => ask(door, itemsOf(door, `limit=100&bbox=${box}`)));
  yield { name: `a box of ${BOX_DEGREES}° among ${count}, ${kind} engine`, value: ms(boxed), beside: `limit ${BOX_MS} ms`, ratio: boxed / BOX_MS, target: atMost(1) }; // biome-ignore format: one row
}

async function* beside(stage: Stage, w: TestWorld, door: Door): AsyncGenerator<Line> {
  // The web process stands apart, as in the product: what it does beside the backend is not what the backend waits for.
  const { host, close } = await startWebProcess(w.backend.app.listeningOrigin);
  const headers = await signedIn(door.web.config, host, await w.token('super'));
  await slowCall(host, headers, 1);
  const quiet = await slowCall(host, headers, 3);
  // The program reads from a process of its own, page after page, by its own key: beyond 600 requests a minute a key is slowed down.
  const key = await createDoorKey(w, [door.layer]);
  const paths: string[] = [];
  await walk(door, 50 * PAGE, (address) => paths.push(address.slice(`http://${door.web.host}`.length)));
  const reading = load({ origin: `http://${host}`, headers: { host, 'x-api-key': key }, paths, connections: 1, seconds: 6 }); // biome-ignore format: one load
  await slowCall(host, headers, 1);
  const busy = await slowCall(host, headers, 3);
  const read = await reading;
  close();
  yield { name: 'p95 of a call of the interface while a program reads a layer', value: ms(busy), beside: `otherwise ${ms(quiet)}; the program reads ${rate(read.rate * PAGE)} meanwhile`, ratio: busy / quiet, target: atMost(2) }; // biome-ignore format: one row
  const side = await stage.server();
  if (!has('ogr2ogr') || !side) return yield { name: 'the same table by GDAL', value: '', beside: NO_OGR2OGR };
  const own = await walk(door, WALKED);
  const { hostname, port, username } = side.url;
  const columns = FORM.map(({ name }) => `value->>'${name}' as "${name}"`).join();
  const query = `select id, ${columns}, geom from record_${door.layer} where deleted_at is null order by id limit ${WALKED}`;
  const began = performance.now();
  await ogr2ogr(['-f', 'GeoJSON', join(stage.folder, 'peer.json'), `PG:host=${hostname} port=${port} user=${username} dbname=${side.database}`, '-sql', query, '-lco', 'COORDINATE_PRECISION=7']); // biome-ignore format: one command
  const peer = (WALKED / (performance.now() - began)) * 1000;
  yield { name: `${WALKED} points as GeoJSON by the door`, value: rate(own), beside: `ogr2ogr from PostGIS itself: ${rate(peer)}`, ratio: own / peer }; // biome-ignore format: one row
}

async function* tiles(w: TestWorld, { web, layer }: Door): AsyncGenerator<Line> {
  const places = tileList(100, [8, 9, 10]);
  const keys = await Promise.all(
    Array.from({ length: KEYS + 1 }, () => createDoorKey(w, [layer], { inAddress: true })),
  );
  const [single = '', ...many] = keys;
  const pathsOf = (of: readonly string[]) =>
    places.flatMap(({ z, x, y }, i) =>
      [0, 1].map((n) => `/ogc/t/${of[(2 * i + n) % of.length]}/collections/layer_${layer}/tiles/WebMercatorQuad/${z}/${y}/${x}`),
    ); // biome-ignore format: one list
  const common = { origin: `http://${web.host}`, connections: 16, seconds: 2 };
  const signed = await load({ ...common, headers: await signedIn(web.config, web.host, await w.token('super')), paths: places.map((place) => tilePath(layer, place)) }); // biome-ignore format: one load
  const door = { ...common, headers: { host: web.host } };
  await load({ ...door, paths: pathsOf(many), seconds: 1 });
  const byOne = await load({ ...door, paths: pathsOf([single]) });
  const byMany = await load({ ...door, paths: pathsOf(many) });
  yield { name: `tiles by ${KEYS} keys`, value: rate(byMany.rate), beside: `by one key: ${rate(byOne.rate)} (a session has them from the web process's memory: ${rate(signed.rate)})`, ratio: byMany.rate / byOne.rate, target: atLeast(0.5) }; // biome-ignore format: one row
}

/** The most memory that the process takes beyond what it has, while a page is asked for. */
async function* largePage(w: TestWorld, web: Web, account: number): AsyncGenerator<Line> {
  const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: account, label: 'polygons', type: 3, form: FORM, records: polygons(POLYGONS) }); // biome-ignore format: one line
  const door = await publish(w, web, layer);
  await ask(door, itemsOf(door, 'limit=10'));
  const before = process.memoryUsage.rss();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, SAMPLE_MS);
  const text = await ask(door, itemsOf(door, `limit=${POLYGONS}`));
  clearInterval(timer);
  const grown = (most - text.length) / MIB;
  yield { name: `memory of a page of ${POLYGONS} polygons (backend and web process, ${Math.round(text.length / MIB)} MiB of text)`, value: `${Math.round(grown)} MiB`, beside: `limit ${PAGE_MIB} MiB`, ratio: grown / PAGE_MIB, target: atMost(1) }; // biome-ignore format: one row
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (side) {
    const layer = await stage.points(stage.rows);
    const web = await startWeb(side.world);
    stage.ends(web.close);
    const door = await publish(side.world, web, layer.id);
    yield* pages('server', door, layer.rows);
    yield* beside(stage, side.world, door);
    yield* tiles(side.world, door);
    yield* largePage(side.world, web, side.account);
  } else yield { name: 'published layers, server engine', value: '', beside: NO_POSTGRES };
  const w = await createWorld('embedded');
  stage.ends(() => w.close());
  const web = await startWeb(w);
  stage.ends(web.close);
  const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'points', type: 1, form: FORM, records: points(stage.embeddedRows) }); // biome-ignore format: one line
  yield* pages('embedded', await publish(w, web, layer), stage.embeddedRows);
}
