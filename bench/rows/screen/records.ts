// Row: opening the records of a layer of a million, beside a page that has nothing but a table of twenty-five of them, and beside the same
// screen of a layer that has no more than those.
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'esbuild';
import * as make from '../../../backend/seed/builders';
import { FORM, points } from '../../data';
import { atMost, type Line, ms } from '../../report';
import { createScreen, median } from '../../screen';
import { NO_POSTGRES, type Stage } from '../../stage';

const FEW = 25;
const ROUNDS = 9;
const SETTLE_MS = 300;
/** How long a pointer is on a name before it presses: a quick hand. */
const AIM_MS = 200;
const BARE = '/bare-table/';
/** A row whose record is there. */
const ROW = 'tbody tr[aria-selected] td';

/** Serves the bare page from the product's origin, whose session it uses. */
async function bareTable(context: BrowserContext): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['bench/rows/screen/bare-table.tsx'],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'bare',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const page = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${BARE}a.css"><div id="root"></div><script type="module" src="${BARE}a.js"></script>`;
  await context.route(`**${BARE}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('.css')) return route.fulfill({ contentType: 'text/css', body: text('.css') });
    if (pathname.endsWith('.js')) return route.fulfill({ contentType: 'text/javascript', body: text('.js') });
    return route.fulfill({ contentType: 'text/html', body: page });
  });
}

/**
 * Notes in each page of a context when its first row stood there and a frame had shown it, in milliseconds since the page began or since
 * the last press in it: what the browser's driver takes to press and to look is not counted.
 */
const WATCH = `(() => {
  let from = 0;
  addEventListener('click', (event) => { from = event.timeStamp; delete window.__row; requestAnimationFrame(look); }, true);
  const look = () => {
    if (!document.querySelector(${JSON.stringify(ROW)})) return void requestAnimationFrame(look);
    setTimeout(() => { window.__row ??= performance.now() - from; });
  };
  requestAnimationFrame(look);
})()`;
/** What the page has noted, once it has. */
async function rowTime(page: Page): Promise<number> {
  await page.locator(ROW).first().waitFor();
  for (;;) {
    const time = (await page.evaluate('window.__row')) as number | undefined;
    if (time !== undefined) return time;
    await page.waitForTimeout(SETTLE_MS / 10);
  }
}

/** Milliseconds from the address until the first record stands on the page; the page before it has ended by then. */
async function opened(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.waitForTimeout(SETTLE_MS);
  await page.goto(address, { waitUntil: 'commit' });
  return rowTime(page);
}

/** The same by a press on the layer in the list of layers, as most people come there. */
async function pressed(page: Page, origin: string, layer: number): Promise<number> {
  await page.goto(`${origin}/app/layers`);
  const link = page.locator(`a[href="/app/layer-data/${layer}"]`).first();
  await link.waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await link.hover();
  await page.waitForTimeout(AIM_MS);
  await link.click();
  return rowTime(page);
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'records of a layer', value: '', beside: NO_POSTGRES };
  const { engine, world, account } = side;
  const { id: large } = await stage.points(stage.rows);
  const small = await make.createLayer(engine, { customer: world.ids.customer, owner: account, label: 'few', type: 1, form: FORM, records: points(FEW) }); // biome-ignore format: one layer
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'records of a layer', value: '', beside: 'no Chromium' };
  const { origin } = screen;
  const whole = await screen.page();
  const bare = await screen.page();
  await bareTable(bare.context);
  for (const { context } of [whole, bare]) await context.addInitScript({ content: WATCH });

  const times: Record<'large' | 'pressed' | 'small' | 'bare', number[]> = {
    large: [],
    pressed: [],
    small: [],
    bare: [],
  };
  for (let i = 0; i <= ROUNDS; i++) {
    const round = {
      large: await opened(whole.page, `${origin}/app/layer-data/${large}`),
      bare: await opened(bare.page, `${origin}${BARE}?layer=${small}`),
      small: await opened(whole.page, `${origin}/app/layer-data/${small}`),
      pressed: await pressed(whole.page, origin, large),
    };
    // The first round fills the caches.
    if (i > 0) for (const key of ['large', 'pressed', 'small', 'bare'] as const) times[key].push(round[key]);
  }
  const [one, few, table] = [median(times.large), median(times.small), median(times.bare)];
  yield {
    name: `the records of a layer of ${stage.rows}, from the address to the first row`,
    value: ms(one),
    beside: `bare table of ${FEW} rows, the same kit: ${ms(table)}`,
    ratio: one / table,
    target: atMost(2),
  };
  const press = median(times.pressed);
  yield {
    name: `the records of a layer of ${stage.rows}, from a press in the list of layers to the first row`,
    value: ms(press),
    beside: `bare table of ${FEW} rows, the same kit: ${ms(table)}`,
    ratio: press / table,
    target: atMost(2),
  };
  yield {
    name: `the records of a layer of ${stage.rows}, from the address to the first row`,
    value: ms(one),
    beside: `the same screen of ${FEW} records: ${ms(few)}`,
    ratio: one / few,
    target: atMost(2),
  };
}
