// Measuring, coordinates and the map grid in a real browser: by mouse, by written places and by keys; drawings read back from the server.
import { serious } from '../axe';
import { clickAt, expect, look, num, say, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const { map } = text;
const { measure, coordinates, grid } = map.tools;
const name = (label: string) => ({ name: label, exact: true });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, TEHRAN, 9);
});

test('measures by mouse and by written places, in other units, copies and keeps', async ({ page }) => {
  const panel = page.getByRole('complementary');
  await page.keyboard.press('KeyR');
  await expect(page.getByText(measure.emptyTitle)).toBeVisible();
  for (const at of [[51, 35.5], [51.5, 35.5], [51.5, 35.9]] as const) await clickAt(page, at); // biome-ignore format: three points
  await expect.poll(() => page.evaluate(() => window.__map?.texts().length)).toBeGreaterThan(1);
  await page.keyboard.press('Enter');
  const list = panel.getByRole('region', name(measure.results));
  await expect(
    list.getByText(say(measure.readings.length, { value: say(map.units.km, { value: '۸۹٫۷' }) })),
  ).toBeVisible();

  await panel.getByText(measure.kinds.area, { exact: true }).click();
  const box = page.getByLabel(map.coordinates.label);
  for (const corner of ['35, 51', '۳۵، ۵۲', '36N 52E', '36, 51']) {
    await box.fill(corner);
    await box.press('Enter');
    await expect(box).toHaveValue('');
  }
  await box.press('Enter');
  await expect(
    list.getByText(say(measure.readings.area, { value: say(map.units.km2, { value: '۱۰٬۰۶۶' }) })),
  ).toBeVisible();

  await look(page, TEHRAN, 9);
  await panel.getByText(measure.kinds.bearing, { exact: true }).click();
  for (const at of [[51.2, 35.6], [51.2, 35.8]] as const) await clickAt(page, at); // biome-ignore format: two points
  await expect(
    list.getByText(say(measure.readings.bearing, { value: say(map.units.degree, { value: '۰' }) })),
  ).toBeVisible();

  await panel.getByRole('combobox', name(measure.lengthUnit)).click();
  await page.getByRole('option', name(measure.unit.nmi)).click();
  await expect(
    list.getByText(new RegExp(say(measure.readings.length, { value: say(map.units.nmi, { value: '۴۸٫[۰-۹]+' }) }))),
  ).toBeVisible();
  expect(await serious(page)).toEqual([]);

  await list.getByRole('button', name(measure.moreAll)).click();
  await page.getByRole('menuitem', name(measure.copyGeoJson)).click();
  await expect(page.getByText(measure.copied)).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied.features.map((f: { geometry: { type: string } }) => f.geometry.type)).toEqual([
    'LineString',
    'Polygon',
    'LineString',
  ]);
  await list.getByRole('button', name(measure.moreAll)).click();
  await page.getByRole('menuitem', name(measure.keepAll)).click();
  const listDrawings = async () => (await (await page.request.get('/api/drawing/')).json()) as { type: string }[];
  await expect
    .poll(async () => (await listDrawings()).map(({ type }) => type).sort())
    .toEqual(['line', 'line', 'polygon']);
  const toast = page.getByRole('status').filter({ hasText: say(measure.kept, { count: '۳' }) });
  await toast.getByRole('button', name(measure.undo)).click();
  await expect.poll(async () => (await listDrawings()).length).toBe(0);

  // The tool remembers its list, and the map shows it for as long as the person wants it to.
  const texts = () => page.evaluate(() => window.__map?.texts().length);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect.poll(texts).toBeGreaterThan(3);
  await page.keyboard.press('KeyR');
  await panel.getByRole('switch', name(measure.stay)).press(' ');
  await page.keyboard.press('Escape');
  await expect.poll(texts).toBe(0);
  await page.keyboard.press('KeyR');
  await expect(list.getByRole('listitem')).toHaveCount(3);
});

test('takes places, writes them in other systems everywhere, and goes where it is told', async ({ page }) => {
  const panel = page.getByRole('complementary');
  await page.keyboard.press('KeyX');
  await clickAt(page, TEHRAN);
  const places = panel.getByRole('region', name(coordinates.places));
  await expect(places.getByText(new RegExp(num('۳۵[٫.][۷۶]')))).toBeVisible();

  await panel.getByRole('combobox', name(coordinates.system)).click();
  await page.getByRole('option', name(coordinates.systems.auto)).click();
  await expect(places.getByText(new RegExp(num('^۳۹N ۵۳۵')))).toBeVisible();
  await expect(page.getByTestId('readout')).toHaveText(new RegExp(num('^[۳۴][۹۰]N ')));

  const box = page.getByLabel(map.coordinates.labelMetres);
  await box.fill('۳۹N ۵۶۲۷۱۷ ۳۶۱۲۸۰۷');
  await box.press('Enter');
  await expect
    .poll(() => page.evaluate(() => window.__map?.getView().center.map((n) => n.toFixed(1))))
    .toEqual(['51.7', '32.7']);
  await expect(places.getByRole('listitem')).toHaveCount(2);
  await box.fill('nonsense');
  await box.press('Enter');
  await expect(page.getByText(map.coordinates.wrong)).toBeVisible();
  await box.fill('');
  expect(await serious(page)).toEqual([]);

  await places.getByRole('button', name(coordinates.copyAll)).click();
  await expect(page.getByText(coordinates.copied)).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(2);

  // The search and the menu of a place speak the same system.
  const search = page.getByRole('combobox', name(text.home.search.label));
  await search.fill('۳۹N ۵۳۵۲۸۷ ۳۹۵۰۸۰۳');
  const option = page.getByRole('option', { name: new RegExp(text.home.search.goTo) });
  await expect(option).toContainText(num('۳۹N ۵۳۵۲۸۷٫۰۰، ۳۹۵۰۸۰۳٫۰۰'));
  await option.click();
  const view = () => page.evaluate(() => window.__map?.getView().center.map((n) => n.toFixed(2)));
  await expect.poll(view).toEqual(['51.39', '35.70']);
  await page.evaluate(() => window.__map?.idle());
  const middle = await page.evaluate(() => window.__map?.project(window.__map.getView().center));
  const canvas = await page.locator('[data-testid=map] canvas').first().boundingBox();
  await page.mouse.click((canvas?.x ?? 0) + (middle?.[0] ?? 0), (canvas?.y ?? 0) + (middle?.[1] ?? 0), {
    button: 'right',
  });
  await page.getByRole('menuitem', { name: new RegExp(text.home.menu.copy) }).click();
  await expect(page.getByText(text.home.menu.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^39N 5352\d\d\.\d\d, 39508\d\d\.\d\d$/);

  await panel.getByRole('combobox', name(coordinates.system)).click();
  await page.getByRole('option', name(coordinates.systems.custom)).click();
  await expect(panel.getByLabel(coordinates.meridian)).toHaveValue(num('۵۴'));
});

test('a grid of degrees and of UTM, which stays when its panel is closed', async ({ page }) => {
  const texts = () => page.evaluate(() => window.__map?.texts() ?? []);
  await page.keyboard.press('KeyN');
  await page.getByRole('switch', name(grid.on)).press(' ');
  await expect.poll(async () => (await texts()).some((one) => new RegExp(num('^۳۵°.*N$')).test(one))).toBe(true);
  // A spacing of one's own: rubbish is refused and changes nothing; too close lines are thinned out, and told of.
  await page.getByText(grid.spacings.own, { exact: true }).click();
  const apart = page.getByRole('spinbutton', name(grid.apart));
  await apart.fill('۲۰');
  await expect.poll(texts).toContain(num('۵۱°۲۰′E'));
  await apart.fill('نه');
  await expect(apart).toHaveAttribute('aria-invalid', 'true');
  await apart.fill('0.1');
  await expect(page.getByText(grid.sparse.split('{')[0] ?? '')).toBeVisible();
  expect((await texts()).length).toBeLessThan(120);
  await page.getByText(grid.spacings.auto, { exact: true }).click();
  await page.getByText(grid.kinds.utm, { exact: true }).click();
  await expect.poll(async () => (await texts()).some((one) => new RegExp(num('^۳٬۹')).test(one))).toBe(true);
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await look(page, [54, 35], 9);
  await expect.poll(texts).toContain(num('۳۹ | ۴۰'));
  await page.keyboard.press('KeyN');
  await page.getByRole('switch', name(grid.on)).press(' ');
  await expect.poll(texts).toEqual([]);
});
