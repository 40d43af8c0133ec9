// The map in the hand: everything by fingers on a telephone's screen, with the data read back from the server.
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { fingers } from '../finger';
import { expect, look, num, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const { home, map, records } = text;
const { sketch } = map;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const view = () => window.__map?.getView();

test('is moved, pinched, asked and pressed by fingers, and its sheet is dragged', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, TEHRAN, 9);
  const hand = await fingers(page);
  const [x, y] = await hand.spot(TEHRAN);

  const first = await page.evaluate(view);
  await hand.drag([x, y], [x + 80, y + 60]);
  const moved = await page.evaluate(view);
  expect(moved?.center[0]).toBeLessThan((first?.center[0] ?? 0) - 0.1);
  expect(moved?.center[1]).toBeGreaterThan((first?.center[1] ?? 0) + 0.05);
  await hand.pinch([195, 300], 80, 240);
  await expect.poll(async () => (await page.evaluate(view))?.zoom ?? 0).toBeGreaterThan((moved?.zoom ?? 0) + 0.8);
  await hand.pinch([195, 300], 240, 80);

  await look(page, TEHRAN, 9);
  await hand.press(await hand.spot([51.3, 35.85]));
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  for (const item of await menu.getByRole('menuitem').all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.screenshot({ path: 'out/touch-menu.png' });
  await hand.tap([370, 640]);
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: map.tools.identify.title }).first().tap();
  await hand.tap(await hand.spot(TEHRAN));
  const side = page.getByRole('complementary');
  await expect(side.getByRole('button', { name: /تهران/ }).first()).toBeVisible();
  const grip = page.getByRole('separator', { name: home.sheet });
  const height = async () => (await side.boundingBox())?.height ?? 0;
  const half = await height();
  const box = await grip.boundingBox();
  const at = [195, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
  await hand.drag(at, [195, 120]);
  await expect.poll(height).toBeGreaterThan(half + 150);
  await page.screenshot({ path: 'out/touch-identify.png' });
  expect(await serious(page)).toEqual([]);
  const up = await grip.boundingBox();
  await hand.drag([195, (up?.y ?? 0) + (up?.height ?? 0) / 2], [195, 640]);
  await expect.poll(height).toBeLessThan(half);
});

test('takes a line by taps under a slim bar, then its form, and its corner by a drag', async ({ page, baseURL }) => {
  const clear = createBrowser(new URL(baseURL ?? ''));
  await clear.signIn('editor');
  await signIn(page);
  await toMap(page);
  const corners = [[57.05, 30.42], [57.2, 30.46], [57.3, 30.35]] as const; // biome-ignore format: a line
  const middle = [57.18, 30.42] as const;
  await look(page, middle, 9);
  const hand = await fingers(page);
  await page.getByRole('button', { name: map.tools.draw.title }).first().tap();
  await page.getByRole('combobox', { name: map.tools.draw.layer }).tap();
  await page.getByRole('option', { name: 'راه‌ها' }).tap();
  const side = page.getByRole('complementary');
  const height = async () => (await side.boundingBox())?.height ?? 0;
  const far = await hand.spot(corners[2]);
  for (const corner of corners) {
    await hand.tap(await hand.spot(corner));
    // Two taps within a moment would be one double tap.
    await page.waitForTimeout(400);
  }
  // The panel gave way to a bar, and the ground stayed where it was under the finger.
  expect(await height()).toBeLessThan(150);
  const still = await hand.spot(corners[2]);
  expect(Math.hypot(still[0] - far[0], still[1] - far[1])).toBeLessThan(2);
  const bar = page.getByRole('region', { name: sketch.bar.title });
  await expect(bar.getByRole('status')).toContainText(num('۳۰'));
  await page.screenshot({ path: 'out/touch-draw.png' });
  expect(await serious(page)).toEqual([]);
  await bar.getByRole('button', { name: sketch.undo }).tap();
  await bar.getByRole('button', { name: sketch.redo }).tap();
  await bar.getByRole('button', { name: sketch.bar.settings }).tap();
  await expect(page.getByRole('combobox', { name: map.tools.draw.layer })).toBeVisible();
  await page.getByRole('button', { name: sketch.bar.back }).tap();
  await bar.getByRole('button', { name: sketch.bar.finish }).tap();
  // What is typed waits while one looks at the shape again.
  await page.getByRole('textbox', { name: /^نام/ }).first().fill('راه انگشتی');
  await page.getByRole('button', { name: sketch.bar.back }).tap();
  expect(await height()).toBeLessThan(150);
  await bar.getByRole('button', { name: sketch.bar.form }).tap();
  await expect(page.getByRole('textbox', { name: /^نام/ }).first()).toHaveValue('راه انگشتی');
  await page.screenshot({ path: 'out/touch-form.png' });
  await page.getByRole('button', { name: records.form.save, exact: true }).tap();
  await expect(page.getByText(records.form.created)).toBeVisible();
  const findLine = async () =>
    (await (await page.request.get('/api/layerdata/?layer=2&limit=100')).json()).results.find(
      (one: { value: { name: string } }) => one.value.name === 'راه انگشتی',
    );
  const line = await findLine();
  expect(line.geometry.coordinates).toHaveLength(3);

  await page.goto(`/app/home?layer=2&record=${line.id}`);
  await toMap(page);
  await look(page, middle, 9);
  await page.getByRole('button', { name: map.toolbar.more }).tap();
  await page.getByRole('menuitem', { name: map.tools.modify.title }).tap();
  await page.waitForTimeout(400);
  const from = await hand.spot(corners[1]);
  await hand.drag(from, [from[0] + 20, from[1] - 50]);
  await page.screenshot({ path: 'out/touch-reshape.png' });
  await bar.getByRole('button', { name: sketch.bar.form }).tap();
  await expect(page.getByText(records.form.unsaved)).toBeVisible();
  await page.getByRole('button', { name: records.form.save, exact: true }).tap();
  await expect(page.getByText(records.form.edited)).toBeVisible();
  const after = await findLine();
  expect(after.geometry.coordinates).toHaveLength(3);
  expect(after.geometry.coordinates[1][1]).toBeGreaterThan(line.geometry.coordinates[1][1] + 0.03);
  await clear.send('DELETE', `/api/layerdata/${line.id}/`);
});

test('gives a table and a panel the same place in turn, and a form before both', async ({ page }) => {
  await signIn(page, 'editor', '/app/home?layer=1');
  await toMap(page);
  const grid = page.getByRole('tabpanel').getByRole('grid');
  const side = page.getByRole('complementary');
  const identify = side.getByRole('region', { name: map.tools.identify.title });
  const table = page.getByRole('button', { name: home.table.open });
  await table.tap();
  await expect(grid).toBeVisible();
  await page.getByRole('button', { name: map.tools.identify.title }).first().tap();
  await expect(identify).toBeVisible();
  await expect(grid).toBeHidden();
  await table.tap();
  await expect(grid).toBeVisible();
  await expect(identify).toBeHidden();
  const row = grid.getByRole('row').nth(1);
  const boxOf = async (part: typeof row) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [heads, first, second] = [await boxOf(grid.getByRole('row').first()), await boxOf(row), await boxOf(grid.getByRole('row').nth(2))]; // biome-ignore format: one line
  expect([heads.height, first.height, second.y - first.y]).toEqual([44, 44, 44]);
  expect(first.y).toBeGreaterThanOrEqual(heads.y + heads.height);
  await row.getByRole('gridcell').first().tap();
  // Both of its buttons stand inside the row.
  for (const button of await row.getByRole('button').all()) expect(await boxOf(button)).toMatchObject({ width: 44, height: 44 }); // biome-ignore format: one line
  await row.getByRole('button', { name: records.table.open }).tap();
  const form = side.getByRole('button', { name: records.form.save, exact: true });
  await expect(form).toBeVisible();
  await expect(grid).toBeHidden();
  await expect(table).toBeDisabled();
  await page.screenshot({ path: 'out/touch-form-over-table.png' });
  await page.keyboard.press('Escape');
  await expect(grid).toBeVisible();
  await table.tap();
  await expect(grid).toBeHidden();
});
