// Every screen for nobody and for a viewer (all roles: walls.spec), and that the screens of this version can be used by everybody (axe).
import { gzipSync } from 'node:zlib';
import { allows, type Who } from '../../contract/rights';
import { type Route, routes } from '../../lib/routes/table';
import { serious } from '../axe';
import { expect, signIn, signInByForm, test, toMap } from '../fixtures';

const VIEWER: Who = { modules: [], perms: [], superuser: false };
const paths = (Object.values(routes) as Route[])
  .filter((r) => r.path.startsWith('/app/'))
  .map((r) => ({ path: r.path.replace(/:\w+/g, '1'), needs: r.needs }));

test('nobody: each screen leads to the sign-in form, unknown ones too', async ({ request }) => {
  for (const { path, needs } of [...paths, { path: '/app/no-such-screen', needs: 'session' as const }]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    if (needs === 'public') continue;
    expect([path, answer.status()]).toEqual([path, 307]);
    expect(answer.headers().location).toContain('/signin');
  }
  expect((await request.get('/no-such-page')).status()).toBe(404);
});

test('a viewer: each screen opens or leads to the forbidden page, as the table says', async ({ page }) => {
  await signIn(page, 'viewer', '/app/settings');
  for (const { path, needs } of paths) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    const right = allows(VIEWER, needs);
    expect([path, answer.status()]).toEqual([path, right ? 200 : 307]);
    if (!right) expect(answer.headers().location).toContain('/app/403');
  }
  expect((await page.request.get('/app/no-such-screen')).status()).toBe(404);
});

for (const lang of ['fa', 'en'] as const)
  test(`axe finds nothing serious in ${lang}`, async ({ page, context, baseURL }) => {
    test.setTimeout(180_000);
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    const examine = async (path: string) => expect([path, await serious(page)]).toEqual([path, []]);
    await page.goto('/signin');
    await page.locator('input').first().waitFor();
    await examine('/signin');
    await page.locator('input[autocomplete=username]').fill('super');
    await page.locator('input[autocomplete=current-password]').fill('Test-Password-1');
    await page.locator('form input').nth(2).fill('12345');
    await page.keyboard.press('Enter');
    await toMap(page);
    await examine('/app/home');
    for (const path of [
      '/app/home?layer=1&record=1',
      '/app/layers',
      '/app/layer-data/1',
      '/app/layer-import/upload',
      '/app/settings',
      '/app/403',
      '/app/projects',
      '/dev/gallery',
    ]) {
      await page.goto(path);
      await page.waitForLoadState('load');
      if (path.includes('home')) await toMap(page);
      await examine(path);
    }
  });

test('pages carry the headers that keep strangers out', async ({ page, request }) => {
  const violations: string[] = [];
  page.on('console', (m) => m.text().includes('Content Security Policy') && violations.push(m.text()));
  const answer = await request.get('/signin', { headers: { 'content-security-policy': "script-src 'nonce-mine'" } });
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/);
  expect(policy).not.toContain('nonce-mine');
  expect(await answer.text()).not.toContain('nonce="mine"');
  expect(answer.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
  });
  expect(answer.headers()['x-powered-by']).toBeUndefined();
  expect((await request.get('/_next/image?url=%2Ffavicon.ico&w=64&q=75')).status()).toBeGreaterThanOrEqual(400);
  await signInByForm(page);
  await toMap(page);
  expect(violations).toEqual([]);
});

test('the sign-in page asks for little', async ({ request }) => {
  const html = await (await request.get('/signin')).text();
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"[^>]*>/g)]
    // Polyfills for browsers that are not let in anyway; the others skip them.
    .filter(([tag]) => !/nomodule/i.test(tag))
    .map(([, src]) => src as string);
  expect(scripts.length).toBeGreaterThan(3);
  let bytes = 0;
  for (const src of new Set(scripts)) bytes += gzipSync(await (await request.get(src)).body()).length;
  expect(bytes).toBeLessThanOrEqual(230_000);
  expect(html).not.toMatch(/maplibre/i);
});
