// Row: G81, a page that stays open for four hours of somebody's work, in simulated time: what the cache of answers and the timers come to.
import type { Page } from '@playwright/test';
import text from '../../../messages/fa/home.json';
import { atMost, type Line } from '../../report';
import { allOn, createScreen, READY } from '../../screen';
import { NO_POSTGRES, type Stage } from '../../stage';

const HOURS = 4;
const STEP_MINUTES = 5;
const MAX_CACHED = 500;
const RECORDS = 2000;

/** Counts the timers of a page that are still to fire. Stands as text: a build tool's helpers do not exist there. */
const COUNT_TIMERS = `(() => {
  const live = new Set();
  for (const [set, clear] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval']]) {
    const [start, stop] = [window[set].bind(window), window[clear].bind(window)];
    window[set] = (work, ...rest) => {
      const id = start((...values) => { if (set === 'setTimeout') live.delete(id); if (typeof work === 'function') work(...values); }, ...rest);
      live.add(id);
      return id;
    };
    window[clear] = (id) => { live.delete(id); stop(id); };
  }
  window.__timers = () => live.size;
})()`;

interface Counts {
  cached: number;
  timers: number;
}
const countsOf = (page: Page) =>
  page.evaluate('({ cached: window.__cachedReads(), timers: window.__timers() })') as Promise<Counts>;

/** What somebody does in five minutes: another search, the list of layers and back. */
async function work(page: Page, turn: number): Promise<void> {
  const search = page.getByPlaceholder(text.search.placeholder);
  await search.fill(`tehran ${turn}`);
  await page.clock.runFor(2000);
  await page.keyboard.press('Escape');
  await page.locator('nav a[href="/app/layers"]').click();
  await page.waitForURL('**/app/layers');
  await page.clock.runFor(2000);
  await page.locator('nav a[href="/app/home"]').click();
  await page.waitForURL('**/app/home');
  await page.clock.runFor(2000);
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'hours', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(RECORDS);
  await allOn(side, [layer.id]);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'hours', value: '', beside: 'no Chromium' };
  const { page } = await screen.page();
  await page.clock.install();
  await page.addInitScript(COUNT_TIMERS);
  await page.goto(`${screen.origin}/app/home`);
  await page.locator(READY).waitFor();
  await work(page, 0);
  const early = await countsOf(page);
  let most = early;
  const turns = (HOURS * 60) / STEP_MINUTES;
  for (let turn = 1; turn <= turns; turn++) {
    await page.clock.fastForward(STEP_MINUTES * 60_000);
    await work(page, turn);
    const now = await countsOf(page);
    most = { cached: Math.max(most.cached, now.cached), timers: Math.max(most.timers, now.timers) };
  }
  const late = await countsOf(page);
  yield {
    name: `G81 answers in the cache of a page in ${HOURS} hours of work, the most`,
    value: String(most.cached),
    beside: `limit ${MAX_CACHED}; ${early.cached} at first, ${late.cached} at the end`,
    ratio: most.cached / MAX_CACHED,
    target: atMost(1),
  };
  yield {
    name: 'G81 timers of the page that wait, at the end',
    value: String(late.timers),
    beside: `at first: ${early.timers}; the most ${most.timers}`,
    ratio: late.timers / Math.max(1, early.timers),
    target: atMost(1.5),
  };
}
