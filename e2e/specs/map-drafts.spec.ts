// A page that dies while somebody draws or reshapes, and a server that fails while they save: the drawing is restored and saved.
import type { BrowserContext, Page, Route } from '@playwright/test';
import enRecords from '../../messages/en/records.json' with { type: 'json' };
import faRecords from '../../messages/fa/records.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { clickAt, expect, LANG, look, signIn, test, text, toMap } from '../fixtures';
import { mapTexts } from '../map-texts';

const LINES = 2;
const { drafts } = text.map.sketch;
const { form, draft } = text.records;

/** Writes past the page: what a test makes and takes away. */
async function byHand(origin: string | undefined) {
  const hand = createBrowser(new URL(origin ?? ''));
  await hand.signIn('editor');
  return {
    make: async (coordinates: number[][], name: string): Promise<number> =>
      (
        await hand.send('POST', '/api/layerdata/', {
          layer: LINES,
          value: { name },
          geometry: { type: 'LineString', coordinates },
        })
      ).json.id,
    one: async (id: number) => (await hand.send('GET', `/api/layerdata/${id}/`)).json,
    named: async (name: string): Promise<{ id: number; geometry: { coordinates: number[][] } }[]> =>
      (await hand.send('GET', `/api/layerdata/?layer=${LINES}&limit=100`)).json.results.filter(
        (r: { value: { name?: string } }) => r.value.name === name,
      ),
    remove: (id: number) => hand.send('DELETE', `/api/layerdata/${id}/`),
  };
}

/** The page's process dies: no farewell, no last write. */
async function crash(page: Page, context: BrowserContext): Promise<Page> {
  const session = await context.newCDPSession(page);
  const crashEvent = page.waitForEvent('crash');
  // Who has crashed answers no more.
  void session.send('Page.crash').catch(() => undefined);
  await crashEvent;
  const next = await context.newPage();
  await next.goto('/app/home');
  await toMap(next);
  return next;
}

/** The server does what it is asked, and the line breaks before it has said so. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

const near = (a: number[] | undefined, b: number[]) =>
  expect(Math.hypot((a?.[0] ?? 0) - (b[0] ?? 0), (a?.[1] ?? 0) - (b[1] ?? 0))).toBeLessThan(0.003);

test('a drawing outlives the page twice, and a save that never reached the server', async ({
  page,
  context,
  baseURL,
}) => {
  const hand = await byHand(baseURL);
  const name = 'راه نیمه‌کاره';
  const corners = [[55.1, 31.1], [55.2, 31.15], [55.3, 31.1]] as const; // biome-ignore format: a line
  // A second attempt begins where the first one did.
  for (const left of [name, `${name} نو`]) for (const { id } of await hand.named(left)) await hand.remove(id);
  await signIn(page);
  await toMap(page);
  await look(page, [55.2, 31.1], 10);
  await page.keyboard.press('KeyD');
  await page.getByRole('combobox', { name: text.map.tools.draw.layer }).click();
  await page.getByRole('option', { name: 'راه‌ها' }).click();
  await clickAt(page, corners[0]);
  await clickAt(page, corners[1]);
  await page.waitForTimeout(700);

  let now = await crash(page, context);
  const offer = () => now.getByRole('region', { name: drafts.title });
  await expect(offer()).toContainText('راه‌ها');
  await now.screenshot({ path: 'out/draft-offer.png' });
  await offer().getByRole('button', { name: drafts.take }).click();
  await expect(offer()).toBeHidden();
  await now.waitForTimeout(800);
  // What was there before the crash can be taken back, and done again.
  await now.keyboard.press('Control+z');
  await now.keyboard.press('Control+y');
  await look(now, [55.2, 31.1], 10);
  await clickAt(now, corners[2]);
  await now.keyboard.press('Enter');
  await expect(now.getByRole('region', { name: form.new })).toBeVisible();
  await now.waitForTimeout(700);

  now = await crash(now, context);
  await offer().getByRole('button', { name: drafts.take }).click();
  await now.getByRole('textbox', { name: /^نام/ }).first().fill(name);
  await now.route('**/api/layerdata/', (route) =>
    route.request().method() === 'POST' ? loseAnswer(route) : route.fallback(),
  );
  await now.getByRole('button', { name: form.save, exact: true }).click();
  await expect(now.getByText(form.failedNetwork)).toBeVisible();
  await now.unroute('**/api/layerdata/');
  // It is there, though nobody was told; the same record takes what is typed since then.
  expect(await hand.named(name)).toHaveLength(1);
  await now.getByRole('textbox', { name: /^نام/ }).first().fill(`${name} نو`);
  await now.getByRole('button', { name: form.again, exact: true }).click();
  await expect(now.getByText(form.created)).toBeVisible();

  expect(await hand.named(name)).toEqual([]);
  const [saved, ...others] = await hand.named(`${name} نو`);
  expect(others).toEqual([]);
  expect(saved?.geometry.coordinates).toHaveLength(3);
  for (const [i, corner] of corners.entries()) near(saved?.geometry.coordinates[i], [...corner]);
  await now.reload();
  await toMap(now);
  await now.waitForTimeout(500);
  await expect(offer()).toBeHidden();
  await hand.remove(saved?.id ?? 0);
});

test('a reshape outlives the page, on the map and in the form, and a save without a server', async ({
  page,
  context,
  baseURL,
}) => {
  const hand = await byHand(baseURL);
  const before = [[56.1, 31.1], [56.3, 31.1]]; // biome-ignore format: a line
  const id = await hand.make(before, 'راه کج');
  await signIn(page, 'editor', `/app/home?layer=${LINES}&record=${id}`);
  await toMap(page);
  await page.waitForTimeout(800);
  await page.keyboard.press('KeyM');
  await page.getByRole('button', { name: text.map.sketch.turnRight }).click();
  await expect(page.getByText(form.unsaved)).toBeVisible();
  await page.waitForTimeout(700);

  const now = await crash(page, context);
  const offer = now.getByRole('region', { name: drafts.title });
  await offer.getByRole('button', { name: drafts.open }).click();
  await now.getByRole('button', { name: draft.take, exact: true }).click();
  await expect(now.getByText(form.unsaved)).toBeVisible();
  await expect(now.getByRole('button', { name: text.map.sketch.undo, exact: true }).first()).toBeEnabled();
  await now.screenshot({ path: 'out/draft-reshape.png' });
  await now.route(`**/api/layerdata/${id}/`, (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionreset') : route.fallback(),
  );
  await now.getByRole('button', { name: form.save, exact: true }).click();
  await expect(now.getByText(form.failedNetwork)).toBeVisible();
  await now.unroute(`**/api/layerdata/${id}/`);
  await now.route(`**/api/layerdata/${id}/`, (route) =>
    route.request().method() === 'PUT' ? loseAnswer(route) : route.fallback(),
  );
  // The words of the first failure stand until the second try has begun.
  const lost = now.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await now.getByRole('button', { name: form.again, exact: true }).click();
  await lost;
  await expect(now.getByText(form.failedNetwork)).toBeVisible();
  await now.unroute(`**/api/layerdata/${id}/`);
  // What was saved unheard is no conflict with oneself.
  await now.getByRole('button', { name: form.again, exact: true }).click();
  await expect(now.getByText(form.edited)).toBeVisible();
  const { geometry } = await hand.one(id);
  const [[, one], [, two]] = geometry.coordinates;
  expect(Math.abs(one - two)).toBeGreaterThan(0.02);
  expect(geometry.coordinates).toHaveLength(2);
  await hand.remove(id);
});

/** The texts after the language was changed on the way. */
const OTHER =
  LANG === 'fa'
    ? { lang: 'en', name: 'English', map: mapTexts('en'), records: enRecords }
    : { lang: 'fa', name: '\u0641\u0627\u0631\u0633\u06cc', map: mapTexts('fa'), records: faRecords };

/** Another window of the same person makes the theme light, and this one follows at once. */
async function lightFromElsewhere(page: Page, context: BrowserContext) {
  const window = await context.newPage();
  await window.goto('/version');
  await window.evaluate(() => localStorage.setItem('theme', 'light-indigo'));
  await expect(page.locator('[data-testid=map]')).toHaveAttribute('data-theme', 'light');
  await window.close();
}

/** Leaves the map for the settings by the menu, changes language and theme there, and comes back. */
async function otherLanguage(page: Page) {
  const link = (path: string) => page.locator(`nav a[href="${path}"]`).first();
  await link('/app/settings').click();
  await page.getByRole('radio', { name: OTHER.name }).press(' ');
  await expect(page.locator('html')).toHaveAttribute('lang', OTHER.lang);
  await link('/app/home').click();
  await toMap(page);
}

test('a drawing and what is typed for it outlive a change of theme, and one of language on another screen', async ({
  page,
  context,
  baseURL,
}) => {
  const hand = await byHand(baseURL);
  const name = 'راه دوزبانه';
  const corners = [[55.1, 31.5], [55.2, 31.55], [55.3, 31.5]] as const; // biome-ignore format: a line
  await signIn(page);
  await toMap(page);
  await look(page, [55.2, 31.5], 10);
  await page.keyboard.press('KeyD');
  await page.getByRole('combobox', { name: text.map.tools.draw.layer }).click();
  await page.getByRole('option', { name: 'راه‌ها' }).click();
  await clickAt(page, corners[0]);
  await clickAt(page, corners[1]);
  await lightFromElsewhere(page, context);
  await page.evaluate(() => window.__map?.idle());
  await page.screenshot({ path: 'out/draft-light.png' });
  await clickAt(page, corners[2]);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^نام/ }).first().fill(name);

  await otherLanguage(page);
  await page
    .getByRole('region', { name: OTHER.map.sketch.drafts.title })
    .getByRole('button', { name: OTHER.map.sketch.drafts.take })
    .click();
  await page.getByRole('button', { name: OTHER.records.draft.take, exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^نام/ }).first()).toHaveValue(name);
  await page.getByRole('button', { name: OTHER.records.form.save, exact: true }).click();
  await expect(page.getByText(OTHER.records.form.created)).toBeVisible();
  const [saved, ...others] = await hand.named(name);
  expect(others).toEqual([]);
  expect(saved?.geometry.coordinates).toHaveLength(3);
  for (const [i, corner] of corners.entries()) near(saved?.geometry.coordinates[i], [...corner]);
  await hand.remove(saved?.id ?? 0);
});

test('a reshape and what is typed beside it outlive a change of theme, and one of language on another screen', async ({
  page,
  context,
  baseURL,
}) => {
  const hand = await byHand(baseURL);
  const name = 'راه دوزبانه کج';
  const id = await hand.make([[56.1, 31.5], [56.3, 31.5]], 'راه راست'); // biome-ignore format: a line
  await signIn(page, 'editor', `/app/home?layer=${LINES}&record=${id}`);
  await toMap(page);
  await page.waitForTimeout(800);
  await page.keyboard.press('KeyM');
  await page.getByRole('button', { name: text.map.sketch.turnRight }).click();
  await page.getByRole('textbox', { name: /^نام/ }).first().fill(name);
  await lightFromElsewhere(page, context);
  await expect(page.getByText(form.unsaved)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^نام/ }).first()).toHaveValue(name);
  // The step back of before the change of theme is still there, and so is what it took back.
  await page.getByRole('button', { name: text.map.sketch.undo, exact: true }).first().click();
  await page.getByRole('button', { name: text.map.sketch.redo, exact: true }).first().click();

  // The tool is still on, and opens the form of the record that is still selected.
  await otherLanguage(page);
  await page.getByRole('button', { name: OTHER.records.draft.take, exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^نام/ }).first()).toHaveValue(name);
  await page.getByRole('button', { name: OTHER.records.form.save, exact: true }).click();
  await expect(page.getByText(OTHER.records.form.edited)).toBeVisible();
  const { geometry, value } = await hand.one(id);
  const [[, one], [, two]] = geometry.coordinates;
  expect(Math.abs(one - two)).toBeGreaterThan(0.02);
  expect(value.name).toBe(name);
  await hand.remove(id);
});
