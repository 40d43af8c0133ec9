// The ground under the layers: what comes with the product, what an organisation brings, and what stands in when a server is away.
import type { Page } from '@playwright/test';
import enAccount from '../../messages/en/account.json' with { type: 'json' };
import faAccount from '../../messages/fa/account.json' with { type: 'json' };
import { expect, LANG, look, signIn, test, text, toMap } from '../fixtures';

const { base } = text.map;
const TEHRAN = [51.4, 35.7] as const;

const choose = (page: Page, id: string) =>
  page.addInitScript((base) => {
    if (localStorage.getItem('baseLayer') === null)
      localStorage.setItem('baseLayer', JSON.stringify({ state: { base }, version: 0 }));
  }, id);
const labels = (page: Page) => page.evaluate(() => window.__map?.labels() ?? []);
const ground = (page: Page) => page.evaluate(() => window.__map?.paint('base:ground', 'background-color'));
const select = (page: Page) => page.getByRole('combobox', { name: text.home.base });

test('the world that comes with the product is named in the language of the reader, and can be grey', async ({
  page,
}) => {
  await choose(page, 'natural');
  await signIn(page, 'viewer');
  await toMap(page);
  await look(page, TEHRAN, 6);
  // Where no layer of another test has names of its own.
  await expect.poll(() => labels(page)).toContain(LANG === 'fa' ? 'رشت' : 'Rasht');
  const before = await ground(page);
  const grey = page.getByRole('button', { name: base.grey });
  await grey.click();
  await expect(grey).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => ground(page)).not.toEqual(before);
  await page.reload();
  await toMap(page);
  await expect(grey).toHaveAttribute('aria-pressed', 'true');
  // Far from Iran the finer tiles end; those above stand in for them.
  await look(page, [2.35, 48.86], 9);
  await expect.poll(() => labels(page)).toContain(LANG === 'fa' ? 'پاریس' : 'Paris');
});

test('a server that is away is stood in for by the world, which is told once', async ({ page }) => {
  await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
  await choose(page, 'osm');
  const notice = page.getByRole('status').filter({ hasText: base.failed });
  await signIn(page, 'viewer');
  // It is gone after some seconds, which a slow computer takes to draw the map.
  await expect(notice).toHaveCount(1);
  await toMap(page);
  await expect.poll(() => page.evaluate(() => window.__map?.layers().includes('base:land'))).toBe(true);
  await expect(notice).toHaveCount(0);
  // The choice stays, and is tried again when the network is back.
  await expect(select(page)).toHaveValue(base.osm);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => page.evaluate(() => window.__map?.layers().includes('base:raster'))).toBe(true);
  await expect.poll(() => page.evaluate(() => window.__map?.layers().includes('base:land'))).toBe(true);
  await expect(notice).toHaveCount(0);
});

test("an organisation's own file is a base map, and one that is missing says so", async ({ page }) => {
  await signIn(page, 'viewer');
  await toMap(page);
  await look(page, TEHRAN, 7);
  await select(page).click();
  const forgotten = page.getByRole('option', { name: base.problems.missing.replace('{name}', 'Forgotten') });
  await expect(forgotten).toHaveAttribute('data-combobox-disabled', 'true');
  const ranges = page.waitForResponse((response) => /base-map\/own\/\w+\/own\.pmtiles/.test(response.url()));
  await page.getByRole('option', { name: 'Own streets' }).click();
  expect((await ranges).status()).toBe(206);
  await expect.poll(() => labels(page)).toContain(LANG === 'fa' ? 'رشت' : 'Rasht');
});

test('a superuser adds a base map in the settings, looks at it first, and everybody opens with it', async ({
  page,
}) => {
  const t = (LANG === 'fa' ? faAccount : enAccount).baseMaps;
  // What stood there unchosen before there was a default of the organisation.
  await choose(page, 'osm');
  await signIn(page, 'super', '/app/settings');
  await page.getByRole('button', { name: t.add }).click();
  const dialog = page.getByRole('dialog', { name: t.add });
  await dialog.getByRole('textbox', { name: t.nameFa }).fill('شهر ما');
  await dialog.getByRole('textbox', { name: t.nameEn }).fill('Our town');
  await dialog.getByText(t.byFile, { exact: true }).click();
  await dialog.getByRole('combobox', { name: t.file }).click();
  await page.getByRole('option', { name: 'own.pmtiles' }).click();
  await dialog.getByRole('button', { name: t.preview }).click();
  await expect(dialog.locator('canvas')).toBeVisible();
  await dialog.getByRole('switch', { name: t.isDefault }).click();
  await dialog.getByRole('button', { name: text.common.save }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t.default, { exact: true })).toBeVisible();
  await page.goto('/app/home');
  await toMap(page);
  await expect(select(page)).toHaveValue(LANG === 'fa' ? 'شهر ما' : 'Our town');
  await look(page, TEHRAN, 7);
  await expect.poll(() => labels(page)).toContain(LANG === 'fa' ? 'رشت' : 'Rasht');

  await page.goto('/app/settings');
  await page
    .getByRole('button', { name: /شهر ما|Our town/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: text.common.delete }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.common.delete }).click();
  await expect(page.getByText(t.empty)).toBeVisible();
});
