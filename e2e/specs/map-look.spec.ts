// Looking at the map: layers and arrangements, identify, search by query, the search over everything, the map's menu.
import { serious } from '../axe';
import { clickAt, expect, look, renderedIds, say, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const { home, map } = text;
const { identify, query } = map.tools;

const name = (label: string) => ({ name: label, exact: true });

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, TEHRAN, 9);
});

test('layers: opacity, order and visibility are kept as an arrangement, opened again, and the map opens with it', async ({
  page,
}) => {
  const cities = 'شهرها';
  await page.getByRole('button', { name: new RegExp(`^${cities}`) }).click();
  await page.getByRole('slider', { name: say(home.layers.opacityOf, { label: cities }) }).press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => window.__map?.paint('layer:1:circle', 'circle-opacity'))).toBeLessThan(1);
  await page.getByRole('button', name(say(home.layers.menu, { label: 'زمین‌ها' }))).click();
  await page.getByRole('menuitem', name(home.layers.top)).click();
  await page.getByRole('button', name(say(home.layers.hide, { label: 'راه‌ها' }))).click();

  await page.getByRole('button', name(home.env.title)).click();
  await page.getByRole('menuitem', name(home.env.manage)).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', name(home.env.name)).fill('چیدمان من');
  await dialog.getByRole('checkbox', name(home.env.first)).check();
  await dialog.getByRole('button', name(home.env.save)).click();
  await expect(page.getByText(home.env.saved)).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', name(say(home.layers.show, { label: 'راه‌ها' }))).click();
  await page.reload();
  await toMap(page);
  await expect(page.getByRole('button', name(say(home.layers.show, { label: 'راه‌ها' })))).toBeVisible();
  const rows = page.getByRole('complementary').getByRole('button', { name: /^(شهرها|زمین‌ها)/ });
  await expect(rows.first()).toContainText('زمین‌ها');

  await page.getByRole('button', name(home.env.title)).click();
  await page.getByRole('menuitem', name(home.env.manage)).click();
  await dialog.getByRole('button', name(say(home.env.more, { name: 'چیدمان من' }))).click();
  await page.getByRole('menuitem', name(home.env.remove)).click();
  await expect(dialog.getByText(home.env.emptyTitle)).toBeVisible();
});

test('a layer goes through time: only its features of a month are drawn, also on a telephone, and all come back', async ({
  page,
}) => {
  const cities = 'شهرها';
  await look(page, [55, 35], 4);
  await expect.poll(async () => (await renderedIds(page, 1)).length).toBeGreaterThan(1);
  const all = (await renderedIds(page, 1)).length;
  await page.getByRole('button', name(say(home.layers.menu, { label: cities }))).click();
  await page.getByRole('menuitem', name(home.time.open)).click();
  const slider = page.getByRole('slider', name(text.common.time.title));
  // Mashhad alone has a day.
  await expect(slider).toHaveAttribute('aria-valuetext', /^(دی ۱۳۹۸|January 2020)$/);
  await expect.poll(async () => (await renderedIds(page, 1)).length).toBe(1);
  expect(await serious(page)).toEqual([]);
  await page.screenshot({ path: 'out/time-wide.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole('region', name(text.common.time.title));
  const box = await bar.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: 'out/time-phone.png' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await slider.press('Escape');
  await expect(slider).toBeHidden();
  await expect.poll(async () => (await renderedIds(page, 1)).length).toBe(all);
});

test('a layer that an address names comes on top, shown and unfolded', async ({ page }) => {
  const cities = 'شهرها';
  await page.getByRole('button', name(say(home.layers.menu, { label: cities }))).click();
  await page.getByRole('menuitem', name(home.layers.bottom)).click();
  await page.getByRole('button', name(say(home.layers.hide, { label: cities }))).click();
  await page.goto('/app/home?layer=1');
  await toMap(page);
  const row = page.getByRole('complementary').getByRole('button', { name: new RegExp(`^${cities}`) });
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', name(say(home.layers.hide, { label: cities })))).toBeVisible();
  const layers = await page.evaluate(() => (window.__map?.layers() ?? []).filter((id) => /^layer:\d+:/.test(id)));
  expect(layers.at(-1)).toMatch(/^layer:1:/);
});

test('arrangements are given to people who are searched for on the server, by keys and by pointer', async ({
  page,
}) => {
  await signIn(page, 'super');
  await toMap(page);
  await page.getByRole('button', name(home.env.title)).click();
  await page.getByRole('menuitem', name(home.env.manage)).click();
  // Of each attempt its own: one that failed leaves its arrangement behind.
  const label = `چیدمان ${test.info().retry}`;
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('textbox', name(home.env.name)).fill(label);
  await dialog.getByRole('button', name(home.env.save)).click();
  await dialog.getByRole('button', name(say(home.env.giveTo, { name: label }))).click();
  // Who is chosen stays when others are looked for.
  const people = page.getByRole('combobox', name(home.env.people));
  await people.pressSequentially('REGION');
  await expect(page.getByRole('option')).toHaveText(['regional']);
  await people.press('ArrowDown');
  await people.press('Enter');
  await people.pressSequentially('nobody at all');
  await expect(page.getByText(text.common.people.nobody)).toBeVisible();
  await people.fill('');
  await expect(page.getByRole('option', name('viewer'))).toBeVisible();
  await expect(page.getByRole('option', name('regional'))).toHaveCount(0);
  await page.getByRole('option', name('viewer')).click();
  await people.press('Tab');
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', name(home.env.give)).click();
  await expect(page.getByText(say(home.env.given, { name: label, count: '۲' }))).toBeVisible();
});

test('identify: by a click and by a rectangle, next and previous, its table; by keys alone', async ({ page }) => {
  await page.keyboard.press('KeyI');
  await clickAt(page, TEHRAN);
  await expect(page.getByText(say(identify.found, { shown: '۱' }))).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('button', { name: /تهران/ })).toBeVisible();

  await page.getByRole('radio', name(identify.shapes.rectangle)).press(' ');
  const box = page.getByLabel(map.coordinates.label);
  for (const corner of ['34.9, 50.9', '35.8, 51.5']) {
    await box.fill(corner);
    await box.press('Enter');
  }
  await expect(page.getByRole('complementary').getByRole('button', { name: /^زمین/ }).first()).toBeVisible();
  await page.getByRole('button', name(identify.next)).click();
  await page.getByRole('button', name(say(identify.table, { label: 'زمین‌ها' }))).click();
  await expect(page.getByRole('tab', { name: say(identify.tableTitle, { label: 'زمین‌ها' }) })).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row', { name: /زمین/ }).first()).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test('a form that comes late does not cover the tool that was taken meanwhile', async ({ page }) => {
  let answer = () => {};
  const requestSent = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/layerdata\/\d+\/$/, async (route) => {
    await requestSent;
    await route.continue();
  });
  const record = page.waitForRequest(/\/api\/layerdata\/\d+\/$/);
  const came = page.waitForResponse(/\/api\/layerdata\/\d+\/$/);
  await clickAt(page, TEHRAN);
  await record;
  await page.keyboard.press('KeyI');
  await expect(page.getByRole('heading', name(identify.title))).toBeVisible();
  answer();
  await (await came).finished();
  await clickAt(page, TEHRAN);
  await expect(page.getByText(say(identify.found, { shown: '۱' }))).toBeVisible();
  await expect(page.getByRole('heading', name(identify.title))).toBeVisible();
});

test('a query: counted while it is written, shown in a table, marked, kept, and sent to somebody who may see less', async ({
  page,
  browser,
}) => {
  await page.keyboard.press('KeyQ');
  const panel = page.getByRole('complementary');
  await panel.getByRole('combobox', name(query.layer)).click();
  await page.getByRole('option', name('شهرها')).click();
  await panel.getByRole('button', name(query.addRule)).click();
  // Values are offered for every comparison of words, not for equality alone.
  await panel.getByRole('combobox', name(query.subject)).click();
  await page.getByRole('option', name('نام')).click();
  await panel.getByRole('combobox', name(query.comparison)).click();
  await page.getByRole('option', name(query.is.contains)).click();
  await panel.getByLabel(query.value, { exact: true }).click();
  await expect(page.getByRole('option', name('تهران'))).toBeVisible();
  await page.keyboard.press('Escape');
  await panel.getByRole('combobox', name(query.subject)).click();
  await page.getByRole('option', name('جمعیت')).click();
  await panel.getByRole('combobox', name(query.comparison)).click();
  await page.getByRole('option', name(query.is.ge)).click();
  await panel.getByRole('textbox', name(query.value)).fill('۳٬۰۰۰٬۰۰۰');
  await expect(panel.getByText(say(query.found, { shown: '۲' }))).toBeVisible();

  await panel.getByRole('button', name(query.addPlace)).click();
  await panel.getByRole('button', name(query.draw.rectangle)).click();
  const box = panel.getByLabel(map.coordinates.label);
  for (const corner of ['35, 51', '36, 52']) {
    await box.fill(corner);
    await box.press('Enter');
  }
  await expect(panel.getByText(say(query.found, { shown: '۱' }))).toBeVisible();
  await panel.getByRole('button', name(query.table)).click();
  await expect(page.getByRole('grid').getByRole('row', { name: /تهران/ })).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await panel.getByRole('button', name(query.select)).click();
  await expect(page.getByText(say(text.records.foot.selected, { n: '۱' }))).toBeVisible();

  await panel.getByRole('button', name(query.keep)).click();
  await page.getByRole('dialog').getByRole('textbox').fill('پرجمعیت تهران');
  await page.keyboard.press('Enter');
  await expect(page.getByText(query.saved)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', name(query.copyLink)).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await page.reload();
  await toMap(page);
  await page.keyboard.press('KeyQ');
  await panel.getByText(query.kept, { exact: true }).click();
  await panel.getByRole('button', { name: /^پرجمعیت تهران/ }).click();
  await expect(panel.getByText(say(query.found, { shown: '۱' }))).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'viewer');
  await toMap(other);
  await other.goto(link);
  await other.reload();
  await toMap(other);
  await expect(other.getByRole('complementary').getByText(say(query.found, { shown: '۱' }))).toBeVisible();
  await other.context().close();
});

test('one search leads to a coordinate, a tool and a layer; the sheet of keys; the menu of a place', async ({
  page,
}) => {
  const search = page.getByRole('combobox', name(home.search.label));
  await page.keyboard.press('Control+k');
  await search.fill('۳۶.۳, ۵۹.۶');
  await page.getByRole('option', { name: new RegExp(home.search.goTo) }).click();
  await expect.poll(() => page.evaluate(() => window.__map?.getView().center[0])).toBeCloseTo(59.6, 1);
  await page.getByRole('button', name(map.controls.back)).click();
  await expect.poll(() => page.evaluate(() => window.__map?.getView().center[0])).toBeCloseTo(51.39, 1);

  await page.keyboard.press('Control+k');
  await search.fill(identify.title);
  await page
    .getByRole('option', { name: new RegExp(identify.title) })
    .first()
    .click();
  await expect(page.getByRole('heading', name(identify.title))).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Shift+Slash');
  await expect(page.getByRole('dialog', name(home.keys.title))).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expect.poll(() => renderedIds(page, 1)).toHaveLength(1);
  const point = await page.evaluate(([lng, lat]) => window.__map?.project([lng as number, lat as number]), [...TEHRAN]);
  const canvas = await page.locator('[data-testid=map] canvas').first().boundingBox();
  if (!point || !canvas) throw new Error('there is no map');
  await page.mouse.click(canvas.x + point[0], canvas.y + point[1], { button: 'right' });
  // It is read before something of it is pressed: the name of what is there comes after the menu.
  await expect(page.getByRole('menu').getByText('تهران', { exact: true })).toBeVisible();
  await page.getByRole('menuitem', name(home.menu.identify)).click();
  await expect(page.getByText(say(identify.found, { shown: '۱' }))).toBeVisible();
});
