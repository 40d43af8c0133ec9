// Row: working on the map in a browser: ten thousand records chosen, beside a bare MapLibre page that marks the same ones; a saved record,
// until it is on this screen and on that of somebody else.
import type { Page } from '@playwright/test';
import type { NewRecordData } from '../../../backend/seed/builders';
import * as make from '../../../backend/seed/builders';
import { TILE_LAYER } from '../../../contract/ogc';
import { mapTexts } from '../../../e2e/map-texts';
import home from '../../../messages/fa/home.json';
import records from '../../../messages/fa/records.json';
import { denseSpot, FORM } from '../../data';
import { atMost, type Line, ms } from '../../report';
import { allOn, BARE, bareRoutes, createScreen, firstRecords, IDLE, MAP, median, roam } from '../../screen';
import { NO_POSTGRES, type Stage } from '../../stage';

const CHOSEN = 10_000;
const ROUNDS = 5;
/** Degrees from one chosen record to the next: all of them lie in the view. */
const STEP = 0.007;
const TEXTS = mapTexts('fa');
/** How often an open map asks how new its layers are, in milliseconds (features/home/parts/use-live.ts). */
const ASKED_EVERY = 15_000;
const MARKED = 'selection:tiles:circle';

/** A square of points round the middle of the view. */
function* square(): Iterable<NewRecordData> {
  const side = Math.sqrt(CHOSEN);
  const [x, y] = denseSpot();
  for (let i = 0; i < CHOSEN; i++) {
    const at = [x + (Math.floor(i / side) - side / 2) * STEP, y + ((i % side) - side / 2) * STEP * 0.7];
    yield { geometry: { type: 'Point', coordinates: at }, value: { name: `${i}` } };
  }
}

/**
 * Watches for the first frame with so many records drawn by the layer of marks; `window.__marked` is then how long that took. The time runs from
 * `from`, a script, or without one from the next key.
 */
const watchMarks = (least: number, from = '') => `(() => {
  const map = ${MAP};
  let start = performance.now();
  window.__marked = undefined;
  if (${JSON.stringify(from)} === '') addEventListener('keydown', () => { start = performance.now(); }, { capture: true, once: true });
  const look = () => {
    const now = performance.now();
    if (!map.getLayer('${MARKED}') || map.queryRenderedFeatures({ layers: ['${MARKED}'] }).length < ${least}) return;
    map.off('render', look);
    window.__marked = now - start;
  };
  map.on('render', look);
  ${from};
})()`;

/** MapLibre draws a layer that is added again from what its tiles still hold of it. Another layer lets them be laid out without it, so that each round marks for the first time. */
const forgetMarks = (layer: number) => `new Promise((resolve) => {
  const map = ${MAP};
  map.once('idle', () => { map.removeLayer('bench'); map.once('idle', resolve); });
  map.addLayer({ id: 'bench', type: 'circle', source: 'layer-${layer}', 'source-layer': '${TILE_LAYER}', paint: { 'circle-opacity': 0 } });
})`;

/** Waits until an expression is true; answers its value. */
const until = (expression: string) => `new Promise((resolve) => {
  const look = () => { const value = ${expression}; if (value) resolve(value); else requestAnimationFrame(look); };
  look();
})`;

async function* measureSelection(page: Page, origin: string, layer: number): AsyncGenerator<Line> {
  await firstRecords(page, `${origin}/app/home`);
  await page.evaluate(IDLE);
  await bareRoutes(page.context(), await page.evaluate(`${MAP}.getStyle()`));
  await page.getByRole('button', { name: home.layers.menu.replace('{label}', 'chosen'), exact: true }).click();
  await page.getByRole('menuitem', { name: home.layers.table }).click();
  const grid = page.getByRole('tabpanel').getByRole('grid');
  await grid.getByRole('row').nth(3).waitFor();
  await page.evaluate(IDLE);
  const visibleCount = (await page.evaluate(
    `${MAP}.queryRenderedFeatures().filter((f) => f.layer.id.startsWith('layer:${layer}:')).length`,
  )) as number;
  const readTime = async (from: Page) => (await from.evaluate(until('window.__marked'))) as number;
  const own: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    await page.evaluate(watchMarks(visibleCount));
    await grid.press('Control+a');
    own.push(await readTime(page));
    if (i === ROUNDS - 1) break;
    await grid.press('Escape');
    await page.evaluate(until(`!${MAP}.getLayer('${MARKED}')`));
    await page.evaluate(forgetMarks(layer));
  }
  const parts = (await page.evaluate(`${MAP}.getStyle().layers.filter((l) => l.id.startsWith('selection:tiles'))`)) as {
    id: string;
  }[];
  const other = await page.context().newPage();
  const bare: number[] = [];
  await firstRecords(other, `${origin}${BARE}page`);
  for (let i = 0; i < ROUNDS; i++) {
    await other.evaluate(IDLE);
    await other.evaluate(watchMarks(visibleCount, `for (const l of ${JSON.stringify(parts)}) map.addLayer(l)`));
    bare.push(await readTime(other));
    if (i === ROUNDS - 1) break;
    await other.evaluate(`for (const { id } of ${JSON.stringify(parts)}) ${MAP}.removeLayer(id)`);
    await other.evaluate(forgetMarks(layer));
  }
  yield {
    name: `${CHOSEN} records chosen in the table (Ctrl+A), until a frame has all in view marked`,
    value: ms(median(own)),
    beside: `bare MapLibre, which need not ask for their ids: ${ms(median(bare))}`,
    ratio: median(own) / median(bare),
    target: atMost(2),
  };
  const beside = await roam(other);
  await other.close();
  await page.getByRole('tab', { name: 'chosen' }).press('Delete');
  await page.evaluate(IDLE);
  const all = await roam(page);
  yield {
    name: `dragging and zooming with ${CHOSEN} chosen, the slowest of twenty frames`,
    value: ms(all.p95),
    beside: `bare with the same marks: ${ms(beside.p95)}`,
    ratio: all.p95 / beside.p95,
    target: atMost(1.25),
  };
}

/** Sets `window.__at` to the time of day at which a record of the layer is on screen that was not when this was asked. */
const watch = (layer: number) => `(() => {
  const map = window.__map.bare();
  const ids = () => {
    const parts = map.getLayersOrder().filter((id) => id.startsWith('layer:${layer}:') || id.startsWith('records:${layer}:'));
    return new Set(map.queryRenderedFeatures({ layers: parts }).map((f) => f.id));
  };
  const before = ids();
  window.__at = undefined;
  const look = () => {
    if ([...ids()].some((id) => !before.has(id))) window.__at = Date.now();
    else requestAnimationFrame(look);
  };
  look();
})()`;
const at = async (page: Page) => (await page.evaluate(until('window.__at'))) as number;

async function* saved(mine: Page, other: Page, origin: string, layer: number): AsyncGenerator<Line> {
  for (const page of [mine, other]) {
    await firstRecords(page, `${origin}/app/home`);
    await page.evaluate(IDLE);
  }
  const here: number[] = [];
  const there: number[] = [];
  const calls: number[] = [];
  const [x, y] = denseSpot();
  for (let i = 0; i < ROUNDS; i++) {
    await mine.keyboard.press('KeyD');
    const target = mine.getByRole('combobox', { name: TEXTS.tools.draw.layer });
    await target.waitFor();
    if ((await target.inputValue()) !== 'edited') {
      await target.click();
      await mine.getByRole('option', { name: 'edited' }).click();
    }
    const place = mine.getByLabel(TEXTS.coordinates.label);
    await place.fill(`${y + 0.02 * i}, ${x + 0.5}`);
    await place.press('Enter');
    await mine.getByRole('region', { name: records.form.new }).waitFor();
    await other.evaluate(watch(layer));
    // The drawn point is not a record yet.
    await mine.evaluate(watch(layer));
    const answered = mine.waitForResponse(
      (r) => r.url().endsWith('/api/layerdata/') && r.request().method() === 'POST',
    );
    const start = Date.now();
    await mine.keyboard.press('Control+s');
    const response = await answered;
    await response.finished();
    calls.push(response.request().timing().responseEnd);
    here.push((await at(mine)) - start);
    there.push((await at(other)) - start);
    await mine.keyboard.press('Escape');
    await mine.evaluate('document.activeElement?.blur()');
  }
  yield {
    name: 'a new record, from the key that saves it to its pixel on this screen',
    value: ms(median(here)),
    beside: `the call itself: ${ms(median(calls))}`,
    ratio: median(here) / median(calls),
    target: atMost(10),
  };
  yield {
    name: "the same, to its pixel in somebody else's browser, the slowest",
    value: ms(Math.max(...there)),
    beside: `asked every ${ASKED_EVERY} ms; median ${ms(median(there))}`,
    ratio: Math.max(...there) / ASKED_EVERY,
    target: atMost(1.2),
  };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'work on the map', value: '', beside: NO_POSTGRES };
  const common = { customer: side.world.ids.customer, owner: side.account, type: 1 as const, form: FORM };
  const layer = await make.createLayer(side.engine, { ...common, label: 'chosen', records: square() });
  const [x, y] = denseSpot();
  // A page is ready when something of its layers is drawn.
  const first: NewRecordData = { geometry: { type: 'Point', coordinates: [x + 0.3, y] }, value: { name: '0' } };
  const edited = await make.createLayer(side.engine, { ...common, label: 'edited', records: [first] });
  await allOn(side, [edited, layer]);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'work on the map', value: '', beside: 'no Chromium' };
  const { page } = await screen.page();
  yield* measureSelection(page, screen.origin, layer);
  await allOn(side, [edited]);
  const fresh = (await screen.page()).page;
  const other = (await screen.page()).page;
  await page.close();
  yield* saved(fresh, other, screen.origin, edited);
}
