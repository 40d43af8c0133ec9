// A layer that a map service of somebody else draws: its legend, its place, why it fails, and a style that is not its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'fast-png';
import { FormData } from 'undici';
import { createBrowser } from '../../testing/browser';
import { expect, look, say, signIn, test, text, toMap } from '../fixtures';

const LABEL = 'سرویس همسایه';
const words = text.home.layers;

/** Red tiles and a legend of 30 by 20 pixels; `fail` makes it say so from then on. */
async function startService() {
  let failing = false;
  const picture = (width: number, height: number) =>
    encode({ width, height, channels: 4, data: Uint8Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 0 || i % 4 === 3 ? 200 : 0)) }); // biome-ignore format: one picture
  const box =
    '<EX_GeographicBoundingBox><westBoundLongitude>57</westBoundLongitude><eastBoundLongitude>58</eastBoundLongitude><southBoundLatitude>31</southBoundLatitude><northBoundLatitude>32</northBoundLatitude></EX_GeographicBoundingBox>';
  const server = createServer((request, response) => {
    const operation = new URL(request.url ?? '', 'http://x').searchParams.get('REQUEST');
    const xml = (body: string) => response.writeHead(200, { 'content-type': 'text/xml' }).end(body);
    if (operation === 'GetCapabilities')
      xml(`<WMS_Capabilities><Capability><Layer><Name>red</Name>${box}</Layer></Capability></WMS_Capabilities>`);
    else if (failing)
      xml('<ServiceExceptionReport><ServiceException>out of paint</ServiceException></ServiceExceptionReport>');
    else
      response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(operation === 'GetLegendGraphic' ? picture(30, 20) : picture(256, 256));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fail: () => {
      failing = true;
    },
    close: () => server.close(),
  };
}

test('a service layer shows its own legend and place, says why it fails, and opens no other layer for styling', async ({
  page,
  baseURL,
}) => {
  const service = await startService();
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('editor');
  const source = { kind: 'wms', url: service.url, layers: 'red', version: '1.3.0', format: 'image/png' };
  const form = new FormData();
  for (const [name, value] of Object.entries({ label: LABEL, type: '4', source: JSON.stringify(source) }))
    form.append(name, value);
  const { id } = (await hand.send('POST', '/api/layer/', form)).json;
  try {
    await signIn(page);
    await toMap(page);
    const row = page.getByRole('button', { name: new RegExp(`^${LABEL}`) });
    await row.click();
    const legend = page.getByRole('img', { name: say(words.legend, { label: LABEL }) });
    await expect.poll(() => legend.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30);

    await page.getByRole('button', { name: say(words.menu, { label: LABEL }) }).click();
    await expect(page.getByRole('menuitem', { name: words.style })).toHaveCount(0);
    await page.getByRole('menuitem', { name: words.zoom }).click();
    await expect
      .poll(() => page.evaluate(() => window.__map?.getView().center.map((degree) => Math.round(degree * 2) / 2)))
      .toEqual([57.5, 31.5]);
    await page.evaluate(() => window.__map?.idle());
    await page.screenshot({ path: 'out/service-legend.png' });

    service.fail();
    // Tiles that nobody has asked for yet.
    await look(page, [57.5, 31.5], 11);
    await expect(page.getByText(say(text.backend.serviceSaid, { said: 'out of paint' }))).toBeVisible();
    await page.screenshot({ path: 'out/service-fails.png' });
  } finally {
    await hand.send('DELETE', `/api/layer/${id}/`);
    service.close();
  }
});
