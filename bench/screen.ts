// The map screen in a browser for the rows that measure it: the built interface before a bench's backend, a signed-in page, and a bare
// MapLibre page with the same style beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import text from '../messages/fa/home.json';
import { build } from '../scripts/build.mjs';
import { findChromium } from '../scripts/chromium.mjs';
import { createBrowser } from '../testing/browser';
import { denseSpot } from './data';
import { freePort, type ServerSide, type Stage } from './stage';

/** The map when it can be used. */
export const READY = '[data-testid=map][data-ready=true]';
/** Where the bare page lies, on the product's own origin. */
export const BARE = '/bare/';
const ZOOM = 9;
const BROWSER = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-gpu-rasterization', '--disable-background-networking', '--js-flags=--expose-gc']; // biome-ignore format: one list

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
/** The drawing machine of either page. */
export const MAP = '(window.__bare ?? window.__map?.bare())';
/** Waits until records of layers whose name begins so are on screen; answers the page's own time then. */
export const drawnSince = (prefix: string) => `new Promise((resolve) => {
  const look = () => {
    const map = ${MAP};
    const ids = map?.getStyle?.() ? map.getLayersOrder().filter((id) => id.startsWith(${JSON.stringify(prefix)})) : [];
    if (ids.length && map.queryRenderedFeatures({ layers: ids }).length) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;
/** Waits until all is drawn. */
export const IDLE = `new Promise((resolve) => { const map = ${MAP}; if (map.loaded() && !map.isMoving()) resolve(); else map.once('idle', () => resolve()); })`;

/** Frames of a measurement: how many, the slowest of twenty, and milliseconds in tasks longer than 50 ms. */
export interface Counted {
  frames: number;
  p95: number;
  long: number;
}
export const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] as number;

/** The arrangement with which the map opens: these layers are on. */
export async function allOn(side: ServerSide, ids: readonly number[], hidden?: number): Promise<void> {
  const layers = { order: hidden === undefined ? ids : [...ids, hidden], hidden: hidden === undefined ? [] : [hidden], opacity: {}, off: {} }; // biome-ignore format: one arrangement
  const env = await side.world.call('super', 'POST', '/api/envs/', { label: `bench ${ids.length}`, data: { layers }, is_default: true }); // biome-ignore format: one call
  if (env.status >= 300) throw new Error(JSON.stringify(env.body));
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

/** A page that looks at the dense spot and draws no base map; signed in where that is asked. */
async function opened(context: BrowserContext, origin: string, signedIn: boolean): Promise<Page> {
  if (signedIn) {
    const person = createBrowser(new URL(origin));
    const { status } = await person.signIn('super');
    if (status !== 200) throw new Error(`could not sign in: ${status}`);
    await context.addCookies([...person.jar].map(([name, value]) => ({ name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: name.includes('Http-') }))); // biome-ignore format: one list
  }
  const view = JSON.stringify({ state: { view: { center: denseSpot(), zoom: ZOOM, bearing: 0 } }, version: 0 });
  await context.addInitScript({
    content: `${COUNTER} localStorage.setItem('baseLayer', ${JSON.stringify(JSON.stringify({ state: { base: 'none' }, version: 0 }))}); localStorage.setItem('mapView', ${JSON.stringify(view)});`,
  });
  return context.newPage();
}

/** A started product and a browser before it; `page` gives one more person's page, signed in or not, with an empty cache. Null where there is no Chromium. */
export async function createScreen(stage: Stage, side: ServerSide) {
  const executablePath = await findChromium(stage.say);
  if (!executablePath) return null;
  await build({ test: true, say: stage.say });
  const origin = await web(stage, side);
  const browser = await chromium.launch({ executablePath, args: BROWSER });
  stage.ends(() => browser.close());
  const page = async (signedIn = true) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    return { context, page: await opened(context, origin, signedIn) };
  };
  return { origin, page };
}

/** Serves the bare page from the product's origin, with a style that the product made. */
export async function bareRoutes(context: BrowserContext, style: unknown): Promise<void> {
  const dist = join('node_modules', 'maplibre-gl', 'dist');
  await context.route(`**${BARE}**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    if (name === 'style') return route.fulfill({ json: { style, center: denseSpot(), zoom: ZOOM } });
    if (name === 'page') return route.fulfill({ contentType: 'text/html', body: PAGE });
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, name), 'utf8') });
  });
}

/** Drags and zooms as a hand does, for about five seconds. */
export async function roam(page: Page): Promise<Counted> {
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
export async function firstRecords(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return (await page.evaluate(drawnSince('layer:'))) as number;
}

/** A layer switched off and on again in the panel; milliseconds until something of the map's layers named so is on screen. */
export async function switchedOn(page: Page, label: string, prefix: string): Promise<number> {
  const named = (words: string) => ({ name: words.replace('{label}', label), exact: true });
  await page.getByRole('button', named(text.layers.hide)).click();
  await page.waitForTimeout(600);
  const button = page.getByRole('button', named(text.layers.show));
  await button.evaluate((element) => element.setAttribute('data-bench', ''));
  return (await page.evaluate(`(async () => { const from = performance.now(); document.querySelector('[data-bench]').click(); return (await ${drawnSince(prefix)}) - from; })()`)) as number; // biome-ignore format: one script
}
