// Row: the map screen in a browser, beside a bare MapLibre page with the same layers, tiles and session: moving about, the first pixels, a
// layer switched on, a million records, and what stays in memory after many openings.
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import * as make from '../../../backend/seed/builders';
import text from '../../../messages/fa/home.json';
import { FORM, points, polygons } from '../../data';
import { atMost, type Line, ms } from '../../report';
import { allOn, BARE, bareRoutes, type Counted, createScreen, drawnSince, firstRecords, IDLE, MAP, median, READY, roam, switchedOn } from '../../screen'; // biome-ignore format: one list
import { NO_POSTGRES, type ServerSide, type Stage } from '../../stage';

const LAYERS = 200;
/** Layers whose range of scales holds the views below; the others are on, and say that they are out of it. */
const SHOWN = 50;
const RECORDS = 300;
const ROUNDS = 3;
const OPENINGS = Number(process.env.BENCH_OPENINGS ?? 200);
/** From here on every opening should leave what the one before left. */
const WARM = 20;
/** Layers of points and polygons, a quarter of them in the range of the views below. */
async function manyLayers(side: ServerSide): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < LAYERS; i++)
    ids.push(
      await make.createLayer(side.engine, {
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

/** Parts of a layer switched off and on again on the bare map; milliseconds until its records are there. */
async function switchedBare(page: Page, ids: readonly string[]): Promise<number> {
  const prefix = ids[0] as string;
  await page.evaluate(`for (const id of ${JSON.stringify(ids)}) ${MAP}.setLayoutProperty(id, 'visibility', 'none')`);
  await page.evaluate(IDLE);
  await page.waitForTimeout(300);
  return (await page.evaluate(`(async () => { const from = performance.now(); for (const id of ${JSON.stringify(ids)}) ${MAP}.setLayoutProperty(id, 'visibility', 'visible'); return (await ${drawnSince(prefix)}) - from; })()`)) as number; // biome-ignore format: one script
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
  const ids = await manyLayers(side);
  stage.say(`made ${LAYERS} layers`);
  const large = await stage.points(stage.rows);
  await allOn(side, ids, large.id);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'the map screen', value: '', beside: 'no Chromium' };
  const { origin } = screen;
  const { context, page } = await screen.page();

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
  const layerIds = (await page.evaluate(
    `[...new Set(${MAP}.queryRenderedFeatures().map((f) => f.layer.id))]`,
  )) as string[];
  const partsOf = (label: string) => {
    const id = ids[Number(label.replace('map ', ''))];
    return layerIds.filter((part) => part.startsWith(`layer:${id}:`) || part === `layer:${id}`);
  };
  const label = names.filter((name) => name.startsWith(before) && name.endsWith(after)).map((name) => name.slice(before.length, name.length - after.length)).find((name) => name.startsWith('map ') && partsOf(name).length); // biome-ignore format: one chain
  if (label) {
    const parts = partsOf(label);
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < ROUNDS; i++) times[0].push(await switchedOn(page, label, parts[0] as string));
    await firstRecords(page, `${origin}${BARE}page`);
    await page.evaluate(IDLE);
    for (let i = 0; i < ROUNDS; i++) times[1].push(await switchedBare(page, parts));
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
