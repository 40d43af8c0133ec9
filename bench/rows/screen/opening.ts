// Row: what a person waits for from the sign-in form to a map that can be used, after a reload, and until a layer's records stand in
// their table and its last row is reached, each beside a bare page of the same run.
import type { Page } from '@playwright/test';
import * as make from '../../../backend/seed/builders';
import { CAPTCHA, PASSWORD } from '../../../testing/world';
import { FORM, points } from '../../data';
import { atMost, type Line, ms } from '../../report';
import { allOn, BARE, bareRoutes, createScreen, firstRecords, IDLE, MAP, median, READY } from '../../screen';
import { NO_POSTGRES, type Stage } from '../../stage';

const RECORDS = 135_000;
const LABEL = 'opening';
const ROUNDS = 5;
/** Milliseconds between the keys of a person who types. */
const KEY_MS = 80;
const SETTLE_MS = 500;

/** Milliseconds that a piece of work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** From Enter in the sign-in form until the map can be used, in a browser that has seen nothing of the product. */
async function signIn(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/signin`);
  await page.locator('input[name=username]').pressSequentially('super', { delay: KEY_MS });
  await page.locator('input[name=password]').pressSequentially(PASSWORD, { delay: KEY_MS });
  const code = page.locator('input[name=captcha]');
  await code.pressSequentially(CAPTCHA, { delay: KEY_MS });
  return timed(async () => {
    await code.press('Enter');
    await page.locator(READY).waitFor();
  });
}

/** From the address until something stands on the page. The page before it has ended by then: a map takes a while to go. */
async function opened(page: Page, address: string, selector: string): Promise<number> {
  await page.goto('about:blank');
  await page.waitForTimeout(SETTLE_MS);
  return timed(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(selector).first().waitFor();
  });
}

/** A row whose record is there. */
const ROW = '[role=grid] tbody tr[aria-selected]';

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'opening', value: '', beside: NO_POSTGRES };
  const { engine, world, account } = side;
  const layer = await make.createLayer(engine, { customer: world.ids.customer, owner: account, label: LABEL, type: 1, form: FORM, records: points(RECORDS) }); // biome-ignore format: one layer
  await allOn(side, [layer]);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'opening', value: '', beside: 'no Chromium' };
  const { origin } = screen;
  const { context, page } = await screen.page();
  await firstRecords(page, `${origin}/app/home`);
  await page.evaluate(IDLE);
  const style = await page.evaluate(`${MAP}.getStyle()`);
  await bareRoutes(context, style);

  const cold: [number[], number[]] = [[], []];
  const warm: [number[], number[]] = [[], []];
  const list: [number[], number[]] = [[], []];
  const last: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const newcomer = await screen.page(false);
    cold[0].push(await signIn(newcomer.page, origin));
    await newcomer.context.close();
    const stranger = await screen.page();
    await bareRoutes(stranger.context, style);
    cold[1].push(await firstRecords(stranger.page, `${origin}${BARE}page`));
    await stranger.context.close();

    warm[0].push(await opened(page, `${origin}/app/home`, READY));
    warm[1].push(await firstRecords(page, `${origin}${BARE}page`));

    list[0].push(await opened(page, `${origin}/app/layer-data/${layer}`, ROW));
    await page.locator('[role=grid]').focus();
    last.push(
      await timed(async () => {
        await page.keyboard.press('Control+End');
        await page
          .locator(`${ROW}[aria-rowindex="${RECORDS + 1}"]`)
          .first()
          .waitFor();
      }),
    );
    list[1].push(await opened(page, `${origin}/app/layers`, `main >> text=${LABEL}`));
  }
  yield {
    name: 'from Enter in the sign-in form to a map that can be used, empty cache',
    value: ms(median(cold[0])),
    beside: `bare MapLibre page, empty cache: ${ms(median(cold[1]))}`,
    ratio: median(cold[0]) / median(cold[1]),
    target: atMost(2),
  };
  yield {
    name: 'a reload, until the map can be used',
    value: ms(median(warm[0])),
    beside: `bare MapLibre page with its first records: ${ms(median(warm[1]))}`,
    ratio: median(warm[0]) / median(warm[1]),
    target: atMost(2),
  };
  yield {
    name: `the records of a layer of ${RECORDS}, from the address to the first row`,
    value: ms(median(list[0])),
    beside: `the list of layers, one call: ${ms(median(list[1]))}`,
    ratio: median(list[0]) / median(list[1]),
    target: atMost(1.5),
  };
  yield {
    name: `from the first row to the last of ${RECORDS}`,
    value: ms(median(last)),
    beside: `opening the list: ${ms(median(list[0]))}`,
    ratio: median(last) / median(list[0]),
    target: atMost(0.5),
  };
}
