// What somebody else changes is on an open map at once, and only its own tiles are asked for.
import { createBrowser } from '../../testing/browser';
import { expect, look, renderedIds, signIn, test, toMap } from '../fixtures';
import { jsonOf } from '../layers';

/** The empty point layer of the test world. */
const LAYER = 4;
const AT = [48.2, 31.2] as const;

test('an edit of somebody else is on the map within two seconds', async ({ page, baseURL }) => {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events/');
  await signIn(page);
  await toMap(page);
  await look(page, AT, 9);
  expect((await stream).status()).toBe(200);
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('super');
  await page.evaluate(() => window.__map?.idle());
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/geoserver/')) tiles.push(request.url());
  });
  const began = Date.now();
  const { id } = await jsonOf<{ id: number }>(
    hand.send('POST', '/api/layerdata/', { layer: LAYER, value: { name: 'خبر' }, geometry: { type: 'Point', coordinates: AT } }), // biome-ignore format: one call
  );
  await expect.poll(() => renderedIds(page, LAYER), { timeout: 5000, intervals: [50] }).toContain(id);
  expect(Date.now() - began).toBeLessThan(2000);
  // The point lies in one tile of those in sight; the same one is asked for once more, in case another backend lagged.
  await page.waitForTimeout(2000);
  expect(new Set(tiles).size).toBeLessThanOrEqual(2);
});
