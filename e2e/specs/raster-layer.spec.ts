// A GeoTIFF becomes a layer, lies on the map, and gets another look that the map shows, with nothing that axe objects to.
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import layerBuilder from '../../messages/fa/layer-builder.json' with { type: 'json' };
import sources from '../../messages/fa/layer-sources.json' with { type: 'json' };
import { writeTiff } from '../../testing/tiff-file';
import { serious } from '../axe';
import { expect, look, say, signIn, test, toMap } from '../fixtures';

/** The middle of the file's picture. */
const MIDDLE = [51.5, 35.75] as const;
const SIDE = 24;

/** The bytes of a square of the map round a place, as they are seen. */
async function square(page: Page, at: readonly [number, number]): Promise<string> {
  const box = await page.locator('[data-testid=map] canvas').first().boundingBox();
  const point = await page.evaluate((p) => window.__map?.project(p as [number, number]), at);
  if (!box || !point) throw new Error('there is no map');
  const clip = { x: box.x + point[0] - SIDE / 2, y: box.y + point[1] - SIDE / 2, width: SIDE, height: SIDE };
  return Buffer.from(decode(await page.screenshot({ clip })).data.buffer).toString('base64');
}

test('a GeoTIFF comes in, lies on the map, and changes its look there', async ({ page, removesLayers: _ }) => {
  const { raster } = sources;
  await signIn(page, 'editor', '/app/layer-builder-raster');
  await page.getByRole('heading', { level: 1, name: layerBuilder.raster.title }).waitFor();
  expect(await serious(page)).toEqual([]);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'heights.tif', mimeType: 'image/tiff', buffer: writeTiff() });
  await expect(page.getByRole('table', { name: layerBuilder.raster.bands })).toContainText('Byte');
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: /^ورود لایه/ }).click();
  await page.waitForURL(/\/app\/home\?layer=\d+/);
  await toMap(page);
  const layer = Number(new URL(page.url()).searchParams.get('layer'));
  /** What the middle of the picture looks like, as soon as it is none of these. */
  const lookOtherThan = async (...others: string[]): Promise<string> => {
    let now = '';
    await look(page, MIDDLE, 9);
    await expect(async () => {
      now = await square(page, MIDDLE);
      expect(others.includes(now)).toBe(false);
    }).toPass();
    return now;
  };
  await look(page, [53, 37], 9);
  const ground = await square(page, [53, 37]);
  const first = await lookOtherThan(ground);

  await page.goto(`/app/raster/${layer}`);
  const preview = page.waitForResponse((answer) => answer.url().includes('/raster_preview/'));
  await page.getByRole('combobox', { name: raster.paintKind }).click();
  await page.getByRole('option', { name: raster.paints.shade }).click();
  expect((await preview).status()).toBe(200);
  await expect(page.getByTestId('plain-map')).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: raster.save, exact: true }).click();
  await expect(page.getByText(say(raster.saved, { label: 'heights' }))).toBeVisible();
  await page.goto(`/app/home?layer=${layer}`);
  await toMap(page);
  await lookOtherThan(ground, first);
});
