// The texts of the program: one file beside the pages, which browsers keep, and no page has them inside.
import { expect, signIn, test } from '../fixtures';

test('all texts come once, beside the page, and the page stays light', async ({ page }) => {
  const files: string[] = [];
  const problems: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/texts/')) files.push(`${pathname} ${response.headers()['cache-control']}`);
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await signIn(page, 'super', '/app/layers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A list that the browser itself has read: the page lives.
  await expect(page.getByText('شهرها').first()).toBeVisible();
  const html = await (await page.request.get('/app/layers')).body();
  expect(html.length).toBeLessThan(200_000);
  expect(new Set(files).size).toBe(1);
  expect(files[0]).toMatch(/^\/texts\/fa\.[0-9a-f]{16}\.json public, max-age=31536000, immutable$/);
  // The preload is what the program reads: one request for both.
  expect(files).toHaveLength(1);
  expect(problems.filter((text) => /hydrat|preload|#4\d\d/i.test(text))).toEqual([]);

  // A name that no build has now is answered by the texts that are here, and is not kept.
  const other = await page.request.get('/texts/fa.0000000000000000.json');
  expect([other.status(), other.headers()['cache-control']]).toEqual([200, 'no-store']);
  expect((await page.request.get('/texts/xx.json')).status()).toBe(404);
});
