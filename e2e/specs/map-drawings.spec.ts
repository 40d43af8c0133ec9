// Drawings in a real browser: drawn by mouse and by written places, styled, renamed, cut, brought from a file, exported, deleted; read back from the server.
import { readFileSync } from 'node:fs';
import type { Drawing } from '../../contract/schemas/drawing';
import { serious } from '../axe';
import { clickAt, expect, look, say, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const { map } = text;
const { drawings } = map.tools;
const name = (label: string) => ({ name: label, exact: true });

test.beforeEach(async ({ page }) => {
  await signIn(page, 'super');
  await toMap(page);
  await look(page, TEHRAN, 9);
  await page.keyboard.press('Shift+KeyD');
  await expect(page.getByRole('complementary').getByText(drawings.hints.choose)).toBeVisible();
});

test('a polygon and a text, styled, kept over a reload, renamed, exported, deleted and taken back', async ({
  page,
}) => {
  const panel = page.getByRole('complementary');
  const kept = async () => (await (await page.request.get('/api/drawing/')).json()) as Drawing[];
  const shown = () => page.evaluate(() => window.__map?.drawings().length);
  await panel.getByRole('button', name(drawings.types.polygon)).click();
  await panel.getByRole('spinbutton', name(drawings.look.width)).fill('۵');
  await panel.getByRole('combobox', name(drawings.look.dash)).click();
  await page.getByRole('option', name(drawings.look.dashes.dash)).click();
  for (const at of [[51.2, 35.6], [51.5, 35.6], [51.5, 35.8]] as const) await clickAt(page, at); // biome-ignore format: three corners
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await kept()).length).toBe(1);
  expect((await kept())[0]).toMatchObject({ type: 'polygon', style: { width: 5, dash: [4, 2] } });

  await panel.getByRole('button', name(drawings.types.text)).click();
  await panel.getByRole('textbox', name(drawings.look.text)).fill('مزرعه «الف»');
  await clickAt(page, [51.3, 35.7]);
  await expect.poll(async () => (await kept()).map(({ style }) => style.text)).toEqual([undefined, 'مزرعه «الف»']);
  await expect.poll(shown).toBe(2);
  // The last act goes and comes back by keys, while the next text waits for its place.
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(async () => (await kept()).length).toBe(1);
  await page.keyboard.press('Control+KeyY');
  await expect.poll(async () => (await kept()).length).toBe(2);
  expect(await serious(page)).toEqual([]);

  await page.reload();
  await toMap(page);
  await expect.poll(shown).toBe(2);
  await page.keyboard.press('Shift+KeyD');
  const list = panel.getByRole('list', name(drawings.list));
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const first = say(drawings.named, { type: drawings.types.polygon, n: '۱' });
  await list.getByRole('button', { name: new RegExp(`^${first}`) }).press('Enter');
  await page.keyboard.press('F2');
  await page.getByLabel(drawings.name, { exact: true }).fill('زمین بالا');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await kept())[0]?.label).toBe('زمین بالا');

  const download = page.waitForEvent('download');
  await panel.getByRole('button', name(drawings.export)).click();
  await page.getByRole('menuitem', name(map.export.formats.geojson)).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(file.features.map((f: { properties: { label: string } }) => f.properties.label)).toEqual(['زمین بالا']);

  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await kept()).length).toBe(1);
  await page.getByRole('status').getByRole('button', name(drawings.undo)).click();
  await expect.poll(async () => (await kept()).map(({ label }) => label)).toContain('زمین بالا');
  await panel.getByRole('button', name(drawings.deleteAll)).click();
  await page.getByRole('dialog').getByRole('button', name(drawings.deleteAll)).click();
  await expect.poll(async () => (await kept()).length).toBe(0);
});

test('a file comes in, is chosen on the map, cut, joined and reshaped', async ({ page }) => {
  const panel = page.getByRole('complementary');
  const kept = async () => (await (await page.request.get('/api/drawing/')).json()) as Drawing[];
  await panel.getByRole('button', name(drawings.import)).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'two.wkt',
    mimeType: 'text/plain',
    buffer: Buffer.from('POLYGON((51.2 35.6, 51.5 35.6, 51.5 35.8, 51.2 35.8, 51.2 35.6))\nPOINT(51.7 35.7)'),
  });
  await page.getByRole('dialog').getByRole('button', name(drawings.importDo)).click();
  const list = panel.getByRole('list', name(drawings.list));
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => window.__map?.drawings().length)).toBe(2);

  const chosen = list.getByRole('checkbox', { checked: true });
  await expect(chosen).toHaveCount(2);
  await expect(page.getByRole('dialog')).toBeHidden();
  await clickAt(page, [51.4, 35.7]);
  await expect(chosen).toHaveCount(1);
  await panel.getByRole('button', name(drawings.split)).click();
  for (const at of [[51.35, 35.5], [51.35, 35.9]] as const) await clickAt(page, at); // biome-ignore format: a blade
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await kept()).filter(({ type }) => type !== 'point').length).toBe(2);
  await panel.getByRole('button', name(drawings.merge)).click();
  await expect.poll(async () => (await kept()).length).toBe(2);
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(async () => (await kept()).length).toBe(3);

  await clickAt(page, [51.7, 35.7]);
  await panel.getByRole('button', name(drawings.edit)).click();
  const box = page.getByLabel(map.coordinates.label);
  await box.fill('۳۵٫۹، ۵۱٫۸');
  await box.press('Enter');
  await panel.getByRole('button', name(drawings.done)).click();
  await expect
    .poll(async () => (await kept()).find(({ type }) => type === 'point')?.geometry.coordinates)
    .toEqual([51.8, 35.9]);
  await page.getByRole('button', name(drawings.deleteAll)).click();
  await page.getByRole('dialog').getByRole('button', name(drawings.deleteAll)).click();
  await expect.poll(async () => (await kept()).length).toBe(0);
});
