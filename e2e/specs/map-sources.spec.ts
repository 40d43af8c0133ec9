// A WMS as a layer: made on its screen, and changed in its editor.

import faSources from '../../messages/fa/layer-sources.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { startMapServer } from '../../testing/mapserver';
import { expect, signIn, test } from '../fixtures';

const words = faSources.service;

test('a WMS is made from its list, and its editor changes style and layers', async ({ page, baseURL }) => {
  const server = await startMapServer();
  test.skip(!server, 'MapServer is not installed');
  if (!server) return;
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('editor');
  let id = 0;
  try {
    await signIn(page);
    await page.goto('/app/layer-builder-wms');
    await page.getByRole('textbox', { name: words.url }).fill(server.url);
    await page.getByRole('button', { name: words.read }).click();
    const square = page.getByRole('checkbox', { name: /^square/ });
    await square.check();
    await page.getByRole('button', { name: words.try }).click();
    await expect(page.getByText(/هزارم ثانیه/)).toBeVisible();
    await page.screenshot({ path: 'out/wms-builder.png' });
    await page.getByRole('button', { name: words.create }).click();
    await page.waitForURL(/layer=(\d+)/);
    id = Number(/layer=(\d+)/.exec(page.url())?.[1]);

    await page.goto(`/app/wms-editor/${id}`);
    await expect(page.getByText(words.changes.none)).toBeVisible();
    await page.getByRole('combobox', { name: words.version }).click();
    await page.getByRole('option', { name: '1.1.1' }).click();
    const before = server.queries.length;
    await page.getByRole('button', { name: words.tryAgain }).click();
    await expect(page.getByText(/هزارم ثانیه/)).toBeVisible();
    // The trial is one picture, and the map beside the form asks for more.
    const pictures = () =>
      server.queries
        .slice(before)
        .filter((query) => /REQUEST=GetMap/.test(query) && /VERSION=1.1.1/.test(query) && /SRS=/.test(query));
    await expect.poll(() => pictures().length).toBeGreaterThan(1);
    await page.screenshot({ path: 'out/wms-editor.png' });
    await page.getByRole('button', { name: words.save }).click();
    await expect(page.getByText(words.saved.replace('{label}', 'square'))).toBeVisible();
    const { json } = await hand.send('GET', `/api/layer/${id}/`);
    expect([json.config.source.version, json.config.source.layers]).toEqual(['1.1.1', 'square']);
  } finally {
    if (id) await hand.send('DELETE', `/api/layer/${id}/`);
    server.close();
  }
});
