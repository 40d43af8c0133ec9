// Ways back to a place: bookmarks and the link that carries a whole map to somebody who may see less; the zoom box; the tip under the pointer.
import { serious } from '../axe';
import { clickAt, expect, look, say, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const ROADS = 'راه‌ها';
const { home, map } = text;
const { bookmarks } = map.tools;
const name = (label: string) => ({ name: label, exact: true });

test('a bookmark in a folder brings the whole map back, and its link tells a reader which layers he may not see', async ({
  page,
  browser,
}) => {
  await signIn(page, 'super');
  await toMap(page);
  await look(page, TEHRAN, 9);
  const hide = page.getByRole('button', name(say(home.layers.hide, { label: ROADS })));
  const show = page.getByRole('button', name(say(home.layers.show, { label: ROADS })));
  await hide.click();
  await page.keyboard.press('KeyB');
  const panel = page.getByRole('complementary');
  await expect(panel.getByText(bookmarks.emptyTitle)).toBeVisible();
  await panel.getByRole('textbox', name(bookmarks.name)).fill('دشت تهران');
  await panel.getByRole('combobox', { name: bookmarks.folder }).fill('کارهای من');
  await panel.getByRole('button', name(bookmarks.keep)).press('Enter');
  const folder = panel.getByRole('region', name('کارهای من'));
  await expect(folder.getByRole('button', name('دشت تهران'))).toBeVisible();
  expect(await serious(page)).toEqual([]);
  const items = await (await page.request.get('/api/user_items/?type=bookmark')).json();
  expect(items.map((one: { label: string; data: { folder: string } }) => [one.label, one.data.folder])).toEqual([
    ['دشت تهران', 'کارهای من'],
  ]);

  await page.keyboard.press('Escape');
  await show.click();
  await look(page, [59.6, 36.3], 6);
  await page.keyboard.press('KeyB');
  await folder.getByRole('button', name('دشت تهران')).press('Enter');
  const view = () => page.evaluate(() => window.__map?.getView());
  await expect.poll(async () => (await view())?.center[0]).toBeCloseTo(TEHRAN[0], 2);
  expect((await view())?.zoom).toBeCloseTo(9, 1);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const more = folder.getByRole('button', name(say(bookmarks.more, { name: 'دشت تهران' })));
  await more.click();
  await page.getByRole('menuitem', name(bookmarks.share)).click();
  await expect(page.getByText(bookmarks.linkCopied)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await more.click();
  await page.getByRole('menuitem', name(bookmarks.remove)).click();
  await page.getByRole('status').getByRole('button', name(bookmarks.undo)).click();
  await expect(more).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', name(bookmarks.remove)).click();
  await expect(panel.getByText(bookmarks.emptyTitle)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(show).toBeVisible();

  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, 'viewer', link);
  await toMap(reader);
  const warning = reader.getByText(bookmarks.missing.split('{')[0] ?? '').filter({ hasText: 'محرمانه' });
  await expect(warning).toBeVisible();
  await expect(reader.getByRole('button', name(say(home.layers.show, { label: ROADS })))).toBeVisible();
  const there = await reader.evaluate(() => window.__map?.getView());
  expect(there?.center[0]).toBeCloseTo(TEHRAN[0], 2);
  expect(there?.zoom).toBeCloseTo(9, 1);
  await reader.context().close();
});

test('the zoom box takes two corners, and the resting pointer is told what it rests on', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, TEHRAN, 9);
  await page.getByRole('button', { name: map.toolbar.more }).click();
  await page.getByRole('menu').locator('[data-tool=zoomBox]').click();
  await clickAt(page, [51.3, 35.65]);
  await clickAt(page, [51.48, 35.75]);
  const view = () => page.evaluate(() => window.__map?.getView());
  await expect.poll(async () => (await view())?.zoom).toBeGreaterThan(10);
  await expect.poll(async () => (await view())?.center[1]).toBeCloseTo(35.7, 1);

  await look(page, TEHRAN, 9);
  const idLists: number[][] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/datavalues/')) idLists.push(request.postDataJSON().ids);
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('KeyT');
  const box = await page.locator('[data-testid=map] canvas').first().boundingBox();
  const at = await page.evaluate((p) => window.__map?.project([p[0], p[1]]), TEHRAN);
  await page.mouse.move((box?.x ?? 0) + (at?.[0] ?? 0) + 40, (box?.y ?? 0) + (at?.[1] ?? 0));
  await page.mouse.move((box?.x ?? 0) + (at?.[0] ?? 0), (box?.y ?? 0) + (at?.[1] ?? 0), { steps: 4 });
  await expect(page.getByRole('tooltip').filter({ hasText: 'تهران' })).toBeVisible();
  expect(idLists.length).toBeGreaterThan(0);
  expect(idLists.every((ids) => ids.length <= 500)).toBe(true);
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 300, { steps: 4 });
  await expect(page.getByRole('tooltip').filter({ hasText: 'تهران' })).toBeHidden();
  await page.keyboard.press('KeyT');
});
