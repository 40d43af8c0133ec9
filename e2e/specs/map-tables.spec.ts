// Tables below the map: tabs, columns as the reader wants them, many records changed, deleted and pasted at once, and taken back.
import type { Page } from '@playwright/test';
import type { LayerRecord } from '../../contract/schemas/record';
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { expect, num, say, signIn, test, text, toMap } from '../fixtures';

const words = text.records;
const CITIES = 'شهرها';
const layerId = 1;

/** What the server holds of the cities now, by name. */
async function cities(page: Page): Promise<Record<string, LayerRecord>> {
  const answer = await page.request.get(`/api/layerdata/?layer=${layerId}&limit=100`);
  const { results } = (await answer.json()) as { results: LayerRecord[] };
  return Object.fromEntries(results.map((record) => [String(record.value.name), record]));
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const grid = (page: Page) => page.getByRole('tabpanel').getByRole('grid');
const headings = async (page: Page) =>
  (await grid(page).getByRole('columnheader').allInnerTexts()).map((one) => one.trim());
/** A choice of a column's menu. */
async function column(page: Page, label: string, deed: string): Promise<void> {
  await grid(page).getByRole('columnheader', { name: label }).hover();
  await grid(page)
    .getByRole('button', { name: say(words.column.menu, { column: label }) })
    .click();
  await page.getByRole('menuitem', { name: deed }).click();
}
/** The toast's way back; the map's own button may bear the same name, and comes before it. */
const undo = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
const more = async (page: Page, deed: string) => {
  await page.getByRole('button', { name: words.actions.more }).click();
  await page.getByRole('menuitem', { name: deed }).click();
};

test.describe('tables below the map', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await toMap(page);
    await page.getByRole('button', { name: say(text.home.layers.menu, { label: CITIES }) }).click();
    await page.getByRole('menuitem', { name: text.home.layers.table }).click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  });

  test('are tabs that keep what was done in them; the active layer has one under a key', async ({ page }) => {
    const sort = grid(page).getByRole('columnheader', { name: 'جمعیت' });
    await sort.getByRole('button').first().click();
    await expect(sort).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: say(text.home.layers.menu, { label: 'راه‌ها' }) }).click();
    await page.getByRole('menuitem', { name: text.home.layers.table }).click();
    await expect(tab(page, 'راه‌ها')).toHaveAttribute('aria-selected', 'true');
    await tab(page, CITIES).click();
    await expect(sort).toHaveAttribute('aria-sort', 'ascending');
    expect(await serious(page)).toEqual([]);
    await tab(page, CITIES).press('Delete');
    await expect(tab(page, CITIES)).toHaveCount(0);
    await expect(tab(page, 'راه‌ها')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tabpanel').getByRole('grid').press('Shift+KeyT');
    await expect(page.getByRole('tab')).toHaveCount(2);
    await page.keyboard.press('Shift+KeyT');
    await expect(page.getByRole('tab')).toHaveCount(1);
  });

  test('have columns that are moved, pinned, hidden and summed up', async ({ page }) => {
    const before = await headings(page);
    await column(page, 'جمعیت', words.column.back);
    await page.keyboard.press('Escape');
    const after = await headings(page);
    expect(after.indexOf('جمعیت')).toBe(before.indexOf('جمعیت') - 1);
    await column(page, 'جمعیت', words.column.pin);
    expect((await headings(page))[0]).toBe('جمعیت');
    await column(page, 'جمعیت', words.column.statistics);
    const dialog = page.getByRole('dialog', { name: say(words.statistics.title, { column: 'جمعیت' }) });
    // Other tests may have changed the numbers: what the database holds is what must stand here.
    const response = await page.request.get('/api/layerdata/?layer=1&limit=100');
    const { results } = (await response.json()) as { results: { value: { population: number } }[] };
    const numbers = results.map((r) => r.value.population);
    const formatCount = (n: number) => num(new Intl.NumberFormat('fa').format(n));
    await expect(dialog.getByText(formatCount(numbers.reduce((a, b) => a + b, 0)))).toBeVisible();
    await expect(dialog.getByText(formatCount(Math.max(...numbers))).first()).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await column(page, 'جمعیت', words.column.hide);
    expect(await headings(page)).not.toContain('جمعیت');
  });

  test('change all that is filtered, after a look, and take it back', async ({ page }) => {
    const before = await cities(page);
    await grid(page).focus();
    await page.keyboard.press('Control+KeyA');
    await expect(page.getByText(say(words.foot.selected, { n: '۳' }))).toBeVisible();
    await page.getByRole('button', { name: words.actions.edit, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: say(words.bulk.title, { n: '۳' }) });
    await dialog.getByRole('combobox', { name: words.bulk.add }).click();
    await page.getByRole('option', { name: 'جمعیت' }).click();
    await dialog.getByLabel('جمعیت', { exact: true }).fill('-۵');
    await dialog.getByRole('button', { name: words.bulk.preview }).click();
    await expect(dialog.getByText(say(text.common.valueProblem.min, { n: '۰' }))).toBeVisible();
    await dialog.getByLabel('جمعیت', { exact: true }).fill('۱۲۳');
    await dialog.getByRole('button', { name: words.bulk.preview }).click();
    await expect(dialog.getByText(say(words.bulk.changes, { n: '۳' }))).toBeVisible();
    expect((await cities(page)).تهران?.value.population).toBe(before.تهران?.value.population);
    await dialog.getByRole('button', { name: say(words.bulk.run, { n: '۳' }) }).click();
    await expect(page.getByText(say(words.bulk.done, { n: '۳' }))).toBeVisible();
    expect(Object.values(await cities(page)).map(({ value }) => value.population)).toEqual([123, 123, 123]);
    await undo(page, words.bulk.undo);
    await expect(page.getByText(say(words.bulk.undone, { n: '۳' }))).toBeVisible();
    for (const [name, { value }] of Object.entries(await cities(page))) expect(value).toEqual(before[name]?.value);
  });

  test('delete what is marked with its number, and bring it back', async ({ page }) => {
    const rows = grid(page).getByRole('row');
    await rows.nth(1).getByRole('gridcell').first().click();
    await rows.nth(2).getByRole('gridcell').first().click();
    await page.getByRole('button', { name: words.actions.only }).click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
    await page.getByRole('button', { name: words.actions.remove, exact: true }).click();
    await page.getByRole('button', { name: say(words.removal.confirm, { n: '۲' }) }).click();
    await expect(page.getByText(say(words.removal.done, { n: '۲' }))).toBeVisible();
    expect(Object.keys(await cities(page))).toHaveLength(1);
    await undo(page, words.removal.undo);
    await expect(page.getByText(say(words.removal.undone, { n: '۲' }))).toBeVisible();
    expect(Object.keys(await cities(page))).toHaveLength(3);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  });

  test('take rows from a spreadsheet, say what is wrong with some, and give them back', async ({ page }) => {
    await more(page, words.actions.paste);
    const dialog = page.getByRole('dialog', { name: say(words.paste.title, { layer: CITIES }) });
    await dialog
      .getByRole('textbox', { name: words.paste.rows })
      .fill('نام\tجمعیت\tX\tY\nقم\t۱٬۲۰۰\t۵۰٫۸۸\t۳۴٫۶۴\nیزد\t-4\t54.36\t31.89\nکرمان\t۷۰۰\t57.07\t۳۰٫۲۸');
    await expect(dialog.getByText(say(words.paste.ready, { n: '۲' }))).toBeVisible();
    await expect(dialog.getByText(say(text.common.valueProblem.min, { n: '۰' }))).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await dialog.getByRole('button', { name: say(words.paste.run, { n: '۲' }) }).click();
    await expect(page.getByText(say(words.paste.done, { n: '۲' }))).toBeVisible();
    const now = await cities(page);
    expect(now.قم).toMatchObject({ value: { population: 1200 }, geometry: { coordinates: [50.88, 34.64] } });
    expect(now.کرمان?.value.population).toBe(700);
    expect(now.یزد).toBeUndefined();
    await undo(page, words.paste.undo);
    await expect(page.getByText(say(words.paste.undone, { n: '۲' }))).toBeVisible();
    expect(Object.keys(await cities(page))).toHaveLength(3);
  });
});

test('in a supervised layer approved records stay until their deletion is approved', async ({ page }) => {
  const owner = createBrowser(new URL(test.info().project.use.baseURL ?? ''));
  await owner.signIn('super');
  const { id, config } = (await owner.send('POST', '/api/copylayer/', { layer: layerId, label: 'زیر نظر' })).json;
  expect((await owner.send('PATCH', `/api/layer/${id}/`, { config: { ...config, supervised: true } })).status).toBe(
    200,
  );
  await signIn(page, 'super', `/app/layer-data/${id}`);
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toContainText(/\p{L}/u);
  await rows.nth(1).getByRole('gridcell').first().click();
  await page.getByRole('button', { name: words.actions.remove, exact: true }).click();
  await expect(page.getByText(words.removal.supervised)).toBeVisible();
  await page.getByRole('button', { name: say(words.removal.confirm, { n: '۱' }) }).click();
  await expect(page.getByText(say(words.removal.waits, { n: '۱' }))).toBeVisible();
  await expect(page.getByRole('button', { name: words.removal.undo, exact: true })).toHaveCount(0);
  await expect(rows.nth(1)).toContainText(words.waiting.deletion);
  // A double click on a cell that may be edited edits it; one on the id opens the record.
  await rows.nth(1).getByRole('gridcell').nth(1).dblclick();
  const panel = page
    .getByRole('complementary')
    .filter({ has: page.getByRole('button', { name: words.form.withdraw }) });
  await expect(panel.getByText(words.waiting.deletion)).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await panel.getByRole('button', { name: words.form.withdraw }).click();
  await expect(page.getByText(words.form.withdrawn)).toBeVisible();
  await expect(rows.nth(1)).not.toContainText(words.waiting.deletion);
  await page.getByRole('button', { name: words.form.remove, exact: true }).click();
  await expect(panel.getByText(words.waiting.deletion)).toBeVisible();
  expect((await owner.send('DELETE', `/api/layer/${id}/`)).status).toBe(200);
});
