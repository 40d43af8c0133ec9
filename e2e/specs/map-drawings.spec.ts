// Drawings in a real browser: drawn by mouse and by written places, styled, renamed, cut, brought from a file, exported, deleted; read back from the server.
import { readFileSync } from 'node:fs';
import type { Drawing } from '../../contract/schemas/drawing';
import { distance } from '../../map/geo/drawings';
import type { LngLat } from '../../map/types';
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { fingers } from '../finger';
import { clickAt, expect, look, say, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const { map } = text;
const { drawings } = map.tools;
const name = (label: string) => ({ name: label, exact: true });

test.beforeEach(async ({ page, baseURL }) => {
  // Each test, and a second attempt, begins without drawings.
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('super');
  for (const { id } of (await hand.send('GET', '/api/drawing/')).json as Drawing[])
    await hand.send('DELETE', `/api/drawing/${id}/`);
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
  const listDrawings = async () => (await (await page.request.get('/api/drawing/')).json()) as Drawing[];
  const countDrawings = () => page.evaluate(() => window.__map?.drawings().length);
  await panel.getByRole('button', name(drawings.types.polygon)).click();
  await panel.getByRole('spinbutton', name(drawings.look.width)).fill('۵');
  await panel.getByRole('combobox', name(drawings.look.dash)).click();
  await page.getByRole('option', name(drawings.look.dashes.dash)).click();
  for (const at of [[51.2, 35.6], [51.5, 35.6], [51.5, 35.8]] as const) await clickAt(page, at); // biome-ignore format: three corners
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await listDrawings()).length).toBe(1);
  expect((await listDrawings())[0]).toMatchObject({ type: 'polygon', style: { width: 5, dash: [4, 2] } });

  await panel.getByRole('button', name(drawings.types.text)).click();
  await panel.getByRole('textbox', name(drawings.look.text)).fill('مزرعه «الف»');
  await clickAt(page, [51.3, 35.7]);
  await expect
    .poll(async () => (await listDrawings()).map(({ style }) => style.text))
    .toEqual([undefined, 'مزرعه «الف»']);
  await expect.poll(countDrawings).toBe(2);
  // The last act goes and comes back by keys, while the next text waits for its place.
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(async () => (await listDrawings()).length).toBe(1);
  await page.keyboard.press('Control+KeyY');
  await expect.poll(async () => (await listDrawings()).length).toBe(2);
  expect(await serious(page)).toEqual([]);

  await page.reload();
  await toMap(page);
  await expect.poll(countDrawings).toBe(2);
  await page.keyboard.press('Shift+KeyD');
  const list = panel.getByRole('list', name(drawings.list));
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const first = say(drawings.named, { type: drawings.types.polygon, n: '۱' });
  await list.getByRole('button', { name: new RegExp(`^${first}`) }).press('Enter');
  await page.keyboard.press('F2');
  await page.getByLabel(drawings.name, { exact: true }).fill('زمین بالا');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await listDrawings())[0]?.label).toBe('زمین بالا');

  const download = page.waitForEvent('download');
  await panel.getByRole('button', name(drawings.export)).click();
  await page.getByRole('menuitem', name(map.export.formats.geojson)).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(file.features.map((f: { properties: { label: string } }) => f.properties.label)).toEqual(['زمین بالا']);

  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await listDrawings()).length).toBe(1);
  await page.getByRole('status').getByRole('button', name(drawings.undo)).click();
  await expect.poll(async () => (await listDrawings()).map(({ label }) => label)).toContain('زمین بالا');

  // A circle reaches as far as was pointed: the places of whole pixels are known exactly.
  await look(page, [51.5, 35.5], 10);
  const pixels = (position: LngLat) =>
    page.evaluate((at) => {
      const [x = 0, y = 0] = window.__map?.project(at) ?? [];
      return window.__map?.unproject([Math.round(x), Math.round(y)]) ?? at;
    }, position);
  const [middle, rim] = [await pixels([51.3, 35.4]), await pixels([51.7, 35.6])];
  await panel.getByRole('button', name(drawings.types.circle)).click();
  await clickAt(page, middle);
  await clickAt(page, rim);
  await expect
    .poll(async () => (await listDrawings()).find(({ type }) => type === 'circle')?.radius)
    .toBeGreaterThan(0);
  const round = (await listDrawings()).find(({ type }) => type === 'circle');
  expect((round?.radius ?? 0) / distance(middle, rim)).toBeCloseTo(1, 4);

  await panel.getByRole('button', name(drawings.deleteAll)).click();
  await page.getByRole('dialog').getByRole('button', name(drawings.deleteAll)).click();
  await expect.poll(async () => (await listDrawings()).length).toBe(0);
});

test('a file comes in, is chosen on the map, cut, joined and reshaped', async ({ page }) => {
  const panel = page.getByRole('complementary');
  const listDrawings = async () => (await (await page.request.get('/api/drawing/')).json()) as Drawing[];
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

  const checkedBoxes = list.getByRole('checkbox', { checked: true });
  await expect(checkedBoxes).toHaveCount(2);
  await expect(page.getByRole('dialog')).toBeHidden();
  await clickAt(page, [51.4, 35.7]);
  await expect(checkedBoxes).toHaveCount(1);
  await panel.getByRole('button', name(drawings.split)).click();
  for (const at of [[51.35, 35.5], [51.35, 35.9]] as const) await clickAt(page, at); // biome-ignore format: a blade
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await listDrawings()).filter(({ type }) => type !== 'point').length).toBe(2);
  await panel.getByRole('button', name(drawings.merge)).click();
  await expect.poll(async () => (await listDrawings()).length).toBe(2);
  await page.keyboard.press('Control+KeyZ');
  await expect.poll(async () => (await listDrawings()).length).toBe(3);

  await clickAt(page, [51.7, 35.7]);
  await panel.getByRole('button', name(drawings.edit)).click();
  const box = page.getByLabel(map.coordinates.label);
  await box.fill('۳۵٫۹، ۵۱٫۸');
  await box.press('Enter');
  await panel.getByRole('button', name(drawings.done)).click();
  await expect
    .poll(async () => (await listDrawings()).find(({ type }) => type === 'point')?.geometry.coordinates)
    .toEqual([51.8, 35.9]);
  await page.getByRole('button', name(drawings.deleteAll)).click();
  await page.getByRole('dialog').getByRole('button', name(drawings.deleteAll)).click();
  await expect.poll(async () => (await listDrawings()).length).toBe(0);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a drawing, a measurement and the place of the printed frame by fingers, and the grid panel dragged', async ({
    page,
  }) => {
    const listDrawings = async () => (await (await page.request.get('/api/drawing/')).json()) as Drawing[];
    const { measure, print, grid } = map.tools;
    const panel = page.getByRole('complementary');
    const hand = await fingers(page);
    const tool = (title: string) => page.getByRole('button', { name: title }).first().tap();
    const taps = async (places: readonly (readonly [number, number])[]) => {
      for (const at of places) {
        await hand.tap(await hand.spot(at));
        // Two taps within a moment would be one double tap.
        await page.waitForTimeout(400);
      }
    };
    await look(page, [51.3, 35.95], 8);
    const corners = [[51.1, 35.9], [51.5, 35.9], [51.3, 36.1]] as const; // biome-ignore format: a triangle
    await panel.getByRole('button', name(drawings.types.polygon)).tap();
    await taps(corners);
    await page.screenshot({ path: 'out/touch-drawing.png' });
    await panel.getByRole('button', name(map.sketch.bar.finish)).tap();
    await expect.poll(async () => (await listDrawings()).map(({ type }) => type)).toEqual(['polygon']);
    await panel.getByRole('button', name(drawings.choose)).tap();
    await panel.getByRole('button', name(drawings.deleteAll)).tap();
    await page.getByRole('dialog').getByRole('button', name(drawings.deleteAll)).tap();
    await expect.poll(async () => (await listDrawings()).length).toBe(0);

    await tool(measure.title);
    await taps(corners.slice(0, 2));
    await page.screenshot({ path: 'out/touch-measure.png' });
    await panel.getByRole('button', name(measure.finish)).tap();
    await expect(
      panel.getByText(new RegExp(say(measure.readings.length, { value: say(map.units.km, { value: '۳۶٫[۰-۹]' }) }))),
    ).toBeVisible();

    await tool(print.title);
    await expect(panel.getByText(print.hintsTouch.follow)).toBeVisible();
    await taps([[51.5, 35.8]]);
    await expect(panel.getByText(print.hintsTouch.pinned)).toBeVisible();
    await page.screenshot({ path: 'out/touch-print.png' });

    await tool(map.toolbar.more);
    await page.getByRole('menu').locator('[data-tool=grid]').tap();
    await panel.getByRole('switch', name(grid.on)).tap();
    const grip = page.getByRole('separator', { name: text.home.sheet });
    const height = async () => (await panel.boundingBox())?.height ?? 0;
    const before = await height();
    const box = await grip.boundingBox();
    await hand.drag([195, (box?.y ?? 0) + (box?.height ?? 0) / 2], [195, 100]);
    await expect.poll(height).toBeGreaterThan(before + 150);
    await panel.getByText(grid.spacings.own, { exact: true }).tap();
    await page.screenshot({ path: 'out/touch-grid.png' });
    expect(await serious(page)).toEqual([]);
    await panel.getByRole('switch', name(grid.on)).tap();
  });
});
