// Row: the map screen in a browser, beside a bare MapLibre page with the same layers, tiles and session: moving about, the first pixels, a
// layer switched on, a million records, and what stays in memory after many openings.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import * as make from '../../backend/seed/builders';
import text from '../../messages/fa/home.json';
import { build } from '../../scripts/build.mjs';
import { findChromium } from '../../scripts/chromium.mjs';
import { aBrowser } from '../../testing/browser';
import { denseSpot, FORM, points, polygons } from '../data';
import { atMost, type Line, ms } from '../report';
import { freePort, NO_POSTGRES, type ServerSide, type Stage } from '../stage';

const LAYERS = 200;
/** Layers whose range of scales holds the views below; the others are on, and say that they are out of it. */
const SHOWN = 50;
const RECORDS = 300;
const ZOOM = 9;
const ROUNDS = 3;
const OPENINGS = Number(process.env.BENCH_OPENINGS ?? 200);
/** From here on every opening should leave what the one before left. */
const WARM = 20;
const READY = '[data-testid=map][data-ready=true]';
const BARE = '/bare/';
const BROWSER = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-background-networking', '--js-flags=--expose-gc']; // biome-ignore format: one list

/** Scripts of the pages stand as text: a build tool's helpers do not exist there. */
const COUNTER = `window.__count = () => {
  const at = [], long = [];
  const seen = new PerformanceObserver((list) => long.push(...list.getEntries().map((e) => e.duration)));
  seen.observe({ type: 'longtask' });
  let on = true;
  const frame = (t) => { at.push(t); if (on) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.__counted = () => {
    on = false; seen.disconnect();
    const gaps = at.slice(1).map((t, i) => t - at[i]).sort((a, b) => a - b);
    return { frames: gaps.length, p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0, long: long.reduce((s, d) => s + d, 0) };
  };
};`;
const PAGE = `<!doctype html><meta charset="utf-8"><style>html,body,#m{margin:0;width:100%;height:100%}</style><div id="m"></div>
<script type="module">
import { Map as M, setWorkerUrl } from '${BARE}maplibre-gl.mjs';
setWorkerUrl('${BARE}maplibre-gl-worker.mjs');
const { style, center, zoom } = await (await fetch('${BARE}style')).json();
const map = new M({ container: 'm', style, center, zoom, maxZoom: 22, maxPitch: 0, transformRequest: (url) => ({ url: new URL(url, location.href).href }) });
window.__bare = map;
</script>`;
const MAP = '(window.__bare ?? window.__map?.bare())';
/** Waits until records of layers whose name begins so are on screen; answers the page's own time then. */
const drawnSince = (prefix: string) => `new Promise((resolve) => {
  const look = () => {
    const map = ${MAP};
    const ids = map?.getStyle?.() ? map.getLayersOrder().filter((id) => id.startsWith(${JSON.stringify(prefix)})) : [];
    if (ids.length && map.queryRenderedFeatures({ layers: ids }).length) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;
const IDLE = `new Promise((resolve) => { const map = ${MAP}; if (map.loaded() && !map.isMoving()) resolve(); else map.once('idle', () => resolve()); })`;

interface Counted {
  frames: number;
  p95: number;
  long: number;
}
const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] as number;

/** Layers of points and polygons, a quarter of them in the range of the views below. */
async function manyLayers(side: ServerSide): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < LAYERS; i++)
    ids.push(
      await make.aLayer(side.engine, {
        customer: side.world.ids.customer,
        owner: side.account,
        label: `map ${i}`,
        type: i % 2 ? 1 : 3,
        form: FORM,
        config: { scale: i < SHOWN ? { min_zoom: 0, max_zoom: 24 } : { min_zoom: 20, max_zoom: 24 } },
        records: i % 2 ? points(RECORDS) : polygons(RECORDS),
      }),
    );
  return ids;
}

/** The arrangement with which the map opens: these layers are on. */
async function allOn(side: ServerSide, ids: readonly number[], hidden?: number): Promise<void> {
  const layers = { order: hidden === undefined ? ids : [...ids, hidden], hidden: hidden === undefined ? [] : [hidden], opacity: {}, off: {} }; // biome-ignore format: one arrangement
  const kept = await side.world.call('super', 'POST', '/api/envs/', { label: `bench ${ids.length}`, data: { layers }, is_default: true }); // biome-ignore format: one call
  if (kept.status >= 300) throw new Error(JSON.stringify(kept.body));
}

/** The built interface before the world's backend. */
async function web(stage: Stage, side: ServerSide): Promise<string> {
  const { app } = side.world.backend;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['dist/web.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_DIST: '.next-test',
      PORT: String(port),
      UPSTREAM_URL: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      SESSION_KEYS: `t:${randomBytes(32).toString('base64url')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stage.ends(() => child.kill('SIGTERM'));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (line) => String(line).startsWith('ready ') && resolve());
    child.once('exit', (code) => reject(new Error(`the web process stopped with ${code}`)));
  });
  return `http://localhost:${port}`;
}

/** A page that is signed in, looks at the dense spot, and knows the bare page's address. */
async function opened(context: BrowserContext, origin: string): Promise<Page> {
  const person = aBrowser(new URL(origin));
  const { status } = await person.signIn('super');
  if (status !== 200) throw new Error(`could not sign in: ${status}`);
  await context.addCookies([...person.jar].map(([name, value]) => ({ name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: name.includes('Http-') }))); // biome-ignore format: one list
  const view = JSON.stringify({ state: { view: { center: denseSpot(), zoom: ZOOM, bearing: 0 } }, version: 0 });
  await context.addInitScript({
    content: `${COUNTER} localStorage.setItem('baseLayer', ${JSON.stringify(JSON.stringify({ state: { base: 'none' }, version: 0 }))}); localStorage.setItem('mapView', ${JSON.stringify(view)});`,
  });
  return context.newPage();
}

/** Serves the bare page from the product's origin, with a style that the product made. */
async function bareRoutes(context: BrowserContext, style: unknown): Promise<void> {
  const dist = join('node_modules', 'maplibre-gl', 'dist');
  await context.route(`**${BARE}**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    if (name === 'style') return route.fulfill({ json: { style, center: denseSpot(), zoom: ZOOM } });
    if (name === 'page') return route.fulfill({ contentType: 'text/html', body: PAGE });
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, name), 'utf8') });
  });
}

/** Drags and zooms as a hand does, for about five seconds. */
async function roam(page: Page): Promise<Counted> {
  const [x, y] = [720, 420];
  await page.evaluate('window.__count()');
  for (let i = 0; i < 6; i++) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (i % 2 ? -260 : 260), y + (i % 3 ? 120 : -120), { steps: 24 });
    await page.mouse.up();
    await page.mouse.wheel(0, i % 2 ? -240 : 240);
    await page.waitForTimeout(350);
  }
  return (await page.evaluate('window.__counted()')) as Counted;
}

/** Milliseconds from the start of the navigation until records are on screen. */
async function firstRecords(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return (await page.evaluate(drawnSince('layer:'))) as number;
}

/** A layer switched off and on again in the panel, or by hand on the bare map; milliseconds until its records are there. */
async function switched(page: Page, label: string, ids: readonly string[], bare: boolean): Promise<number> {
  const prefix = ids[0] as string;
  if (bare) {
    await page.evaluate(`for (const id of ${JSON.stringify(ids)}) ${MAP}.setLayoutProperty(id, 'visibility', 'none')`);
    await page.evaluate(IDLE);
    await page.waitForTimeout(300);
    return (await page.evaluate(`(async () => { const from = performance.now(); for (const id of ${JSON.stringify(ids)}) ${MAP}.setLayoutProperty(id, 'visibility', 'visible'); return (await ${drawnSince(prefix)}) - from; })()`)) as number; // biome-ignore format: one script
  }
  await page.getByRole('button', { name: text.layers.hide.replace('{label}', label), exact: true }).click();
  await page.waitForTimeout(600);
  const button = page.getByRole('button', { name: text.layers.show.replace('{label}', label), exact: true });
  await button.evaluate((element) => element.setAttribute('data-bench', ''));
  return (await page.evaluate(`(async () => { const from = performance.now(); document.querySelector('[data-bench]').click(); return (await ${drawnSince(prefix)}) - from; })()`)) as number; // biome-ignore format: one script
}

/** Bytes of the page's own objects, after everything that is gone was collected. */
async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

async function* memory(page: Page, context: BrowserContext, origin: string): AsyncGenerator<Line> {
  await page.goto(`${origin}/app/home`);
  await page.locator(READY).waitFor();
  const cdp = await context.newCDPSession(page);
  let early = 0;
  for (let i = 1; i <= OPENINGS; i++) {
    await page.locator('nav a[href="/app/settings"]').click();
    await page.waitForURL('**/app/settings');
    await page.locator('nav a[href="/app/home"]').click();
    await page.locator(READY).waitFor();
    if (i === WARM) early = await heap(cdp);
  }
  const late = await heap(cdp);
  yield {
    name: `G80 the page's memory after ${OPENINGS} openings of the map`,
    value: `${(late / 1e6).toFixed(1)} MB`,
    beside: `after ${WARM}: ${(early / 1e6).toFixed(1)} MB`,
    ratio: late / early,
    target: atMost(1.2),
  };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'the map screen', value: '', beside: NO_POSTGRES };
  const executablePath = await findChromium(stage.say);
  if (!executablePath) return yield { name: 'the map screen', value: '', beside: 'no Chromium' };
  await build({ test: true, say: stage.say });
  const ids = await manyLayers(side);
  stage.say(`made ${LAYERS} layers`);
  const large = await stage.points(stage.rows);
  await allOn(side, ids, large.id);
  const origin = await web(stage, side);
  const browser = await chromium.launch({ executablePath, args: BROWSER });
  stage.ends(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await opened(context, origin);

  // Once for the caches of the server, and for the style.
  await firstRecords(page, `${origin}/app/home`);
  await page.evaluate(IDLE);
  await bareRoutes(context, await page.evaluate(`${MAP}.getStyle()`));
  await firstRecords(page, `${origin}${BARE}page`);

  const first: [number[], number[]] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    first[0].push(await firstRecords(page, `${origin}/app/home`));
    first[1].push(await firstRecords(page, `${origin}${BARE}page`));
  }
  yield {
    name: `the map screen's first records, ${LAYERS} layers on, ${SHOWN} in their range`,
    value: ms(median(first[0])),
    beside: `bare MapLibre, same tiles: ${ms(median(first[1]))}`,
    ratio: median(first[0]) / median(first[1]),
    target: atMost(2),
  };

  const own: Counted[] = [];
  const bare: Counted[] = [];
  for (let i = 0; i < ROUNDS; i++)
    for (const [address, into] of [
      [`${origin}/app/home`, own],
      [`${origin}${BARE}page`, bare],
    ] as const) {
      // biome-ignore format: one list
      await firstRecords(page, address);
      await page.evaluate(IDLE);
      into.push(await roam(page));
    }
  const of = (list: Counted[], key: keyof Counted) => median(list.map((one) => one[key]));
  yield {
    name: 'dragging and zooming, the slowest of twenty frames',
    value: ms(of(own, 'p95')),
    beside: `bare: ${ms(of(bare, 'p95'))}; frames ${of(own, 'frames')} and ${of(bare, 'frames')}`,
    ratio: of(own, 'p95') / of(bare, 'p95'),
    target: atMost(1.25),
  };
  yield {
    name: 'dragging and zooming, time in tasks longer than 50 ms',
    value: ms(of(own, 'long')),
    beside: `bare: ${ms(of(bare, 'long'))}`,
    ratio: of(own, 'long') / Math.max(1, of(bare, 'long')),
    target: atMost(1.25),
  };

  // A layer that the panel shows at its top, and its parts on the map.
  await firstRecords(page, `${origin}/app/home`);
  await page.evaluate(IDLE);
  const [before, after] = text.layers.hide.split('{label}') as [string, string];
  const names = await page.getByRole('button').evaluateAll((all) => all.map((b) => b.getAttribute('aria-label') ?? ''));
  const drawn = (await page.evaluate(
    `[...new Set(${MAP}.queryRenderedFeatures().map((f) => f.layer.id))]`,
  )) as string[];
  const partsOf = (label: string) => {
    const id = ids[Number(label.replace('map ', ''))];
    return drawn.filter((part) => part.startsWith(`layer:${id}:`) || part === `layer:${id}`);
  };
  const label = names.filter((name) => name.startsWith(before) && name.endsWith(after)).map((name) => name.slice(before.length, name.length - after.length)).find((name) => name.startsWith('map ') && partsOf(name).length); // biome-ignore format: one chain
  if (label) {
    const parts = partsOf(label);
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < ROUNDS; i++) times[0].push(await switched(page, label, parts, false));
    await firstRecords(page, `${origin}${BARE}page`);
    await page.evaluate(IDLE);
    for (let i = 0; i < ROUNDS; i++) times[1].push(await switched(page, label, parts, true));
    yield {
      name: 'a layer switched on, until its first pixel',
      value: ms(median(times[0])),
      beside: `bare: ${ms(median(times[1]))}`,
      ratio: median(times[0]) / median(times[1]),
      target: atMost(3),
    };
  } else yield { name: 'a layer switched on', value: '', beside: 'no layer of the list is in view' };

  await allOn(side, [...ids, large.id]);
  const bySize: [number[], number[]] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    await firstRecords(page, `${origin}/app/home`);
    bySize[0].push((await page.evaluate(drawnSince(`layer:${large.id}:`))) as number);
    await page.evaluate(IDLE);
    if (i === 0) await bareRoutes(context, await page.evaluate(`${MAP}.getStyle()`));
    await firstRecords(page, `${origin}${BARE}page`);
    bySize[1].push((await page.evaluate(drawnSince(`layer:${large.id}:`))) as number);
  }
  yield {
    name: `first pixel of a layer of ${large.rows} records among them`,
    value: ms(median(bySize[0])),
    beside: `bare: ${ms(median(bySize[1]))}`,
    ratio: median(bySize[0]) / median(bySize[1]),
    target: atMost(2),
  };
  yield* memory(page, context, origin);
}
