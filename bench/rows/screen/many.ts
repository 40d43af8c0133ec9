// Row: the map screen before somebody who has thousands of layers, forty of them on, beside the same screen with a few more than these.
import type { Page } from '@playwright/test';
import * as make from '../../../backend/seed/builders';
import text from '../../../messages/fa/home.json';
import { FORM, points } from '../../data';
import { atMost, type Line, ms } from '../../report';
import { allOn, type Counted, createScreen, firstRecords, IDLE, median, switchedOn } from '../../screen';
import { NO_POSTGRES, type ServerSide, type Stage } from '../../stage';

const ON = 40;
const FEW = 200;
const MANY = 2000;
const RECORDS = 300;
const ROUNDS = 3;
const LIST = '[data-testid=layer-list]';

interface Seen {
  first: number;
  scroll: number;
  typed: number;
  on: number;
}
const label = (i: number) => `many ${i}`;

/** Types the name of the first layer at once; answers how long it took until it alone is left, with the group above it. */
const TYPED = `new Promise((resolve) => {
  const from = performance.now();
  const box = document.querySelector('[data-typed]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '${label(0)}');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  const look = () => {
    if (document.querySelectorAll('${LIST} li').length === 2) resolve(performance.now() - from);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** What a person does with the list, in milliseconds. */
async function measureView(page: Page, origin: string, id: number): Promise<Seen> {
  const all: Seen[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const first = await firstRecords(page, `${origin}/app/home`);
    await page.evaluate(IDLE);
    await page.evaluate('window.__count()');
    await page.locator(LIST).hover();
    for (let step = 0; step < 40; step++) await page.mouse.wheel(0, step < 20 ? 400 : -400);
    const { p95 } = (await page.evaluate('window.__counted()')) as Counted;
    const box = page.getByRole('textbox', { name: text.layers.search, exact: true });
    await box.evaluate((element) => element.setAttribute('data-typed', ''));
    const typed = (await page.evaluate(TYPED)) as number;
    const on = await switchedOn(page, label(0), `layer:${id}:`);
    all.push({ first, scroll: p95, typed, on });
  }
  const of = (key: keyof Seen) => median(all.map((one) => one[key]));
  return { first: of('first'), scroll: of('scroll'), typed: of('typed'), on: of('on') };
}

/** Milliseconds of one call of the backend. */
async function called(side: ServerSide, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const from = performance.now();
    const { status } = await side.world.call('super', method, path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - from);
  }
  return median(times);
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'thousands of layers', value: '', beside: NO_POSTGRES };
  const common = { customer: side.world.ids.customer, owner: side.account, type: 1 as const, form: FORM };
  const ids: number[] = [];
  const until = async (n: number) => {
    for (let i = ids.length; i < n; i++)
      ids.push(
        await make.createLayer(side.engine, { ...common, label: label(i), records: i < ON ? points(RECORDS) : [] }),
      );
  };
  const calls = async () => {
    const geometry = { type: 'Point', coordinates: [51.4, 35.7] };
    const own = await side.world.call('super', 'GET', `/api/layerdata/get_ids/?layer=${ids[0]}`);
    const records: number[] = own.body.ids.slice(0, 3);
    return {
      identify: await called(side, 'POST', '/api/identify/', { geometry, layers: ids.slice(0, ON), tolerance: 5000 }),
      search: await called(side, 'POST', '/api/search/?search=12', { layers: [] }),
      tip: await called(side, 'POST', '/api/datavalues/', { ids: records }),
      open: await called(side, 'GET', `/api/layerdata/${records[0]}/`),
      save: await called(side, 'PUT', `/api/layerdata/${records[0]}/`, { value: { name: 'x' } }),
    };
  };
  await until(FEW);
  await allOn(side, ids.slice(0, ON));
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'thousands of layers', value: '', beside: 'no Chromium' };
  const { page } = await screen.page();
  const id = ids[0] as number;
  await firstRecords(page, `${screen.origin}/app/home`);
  const few = { ...(await measureView(page, screen.origin, id)), ...(await calls()) };
  await until(MANY);
  stage.say(`made ${MANY} layers`);
  const many = { ...(await measureView(page, screen.origin, id)), ...(await calls()) };
  const line = (name: string, key: keyof typeof few, most: number): Line => ({
    name,
    value: ms(many[key]),
    beside: `${FEW} layers: ${ms(few[key])}`,
    ratio: many[key] / few[key],
    target: atMost(most),
  });
  yield line(`the map screen's first records, ${MANY} layers in the list, ${ON} on`, 'first', 2);
  yield line(`scrolling the list of ${MANY} layers, the slowest of twenty frames`, 'scroll', 1.25);
  yield line(`a name typed into the search of ${MANY} layers, until it alone is left`, 'typed', 2);
  yield line(`a layer of ${MANY} switched on, until its first pixel`, 'on', 1.5);
  yield line(`identify on ${ON} layers of ${MANY}, the call`, 'identify', 2);
  yield line(`a map tip of three records among ${MANY} layers, the call`, 'tip', 2);
  yield line(`a record by its id among ${MANY} layers, the call`, 'open', 2);
  yield line(`a record saved among ${MANY} layers, the call`, 'save', 2);
  yield line(`a text searched in all ${MANY} layers, the call`, 'search', MANY / FEW);
}
