// Goals 74 to 75c and 85: a line that comes and goes, somebody else's page in place of an answer, a wrong clock, storage that is full or
// forbidden, a page that others change, a map that loses its drawing card, a screen that cannot be drawn; and no rule of ours broken by us.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import faCommon from '../../messages/fa/common.json' with { type: 'json' };
import faRoutes from '../../messages/fa/routes.json' with { type: 'json' };
import { geojson } from '../../testing/files';
import { expect, look, quiet, renderedIds, say, signIn, signInByForm, test, text, toMap } from '../fixtures';

const { form } = text.records;
const DAY = 86_400_000;
const LOGIN_PAGE = '<!doctype html><title>WiFi</title><h1>Pay for the network first</h1>';

async function enter(page: Page, username = 'editor', path = '/app/settings'): Promise<void> {
  await signIn(page, username, path);
  await page.getByRole('navigation', { name: text.shell.menu }).waitFor();
}
/** Something of ours is on screen: the shell, a form, or a message. */
const notBlank = (page: Page) => expect.poll(() => page.locator('body').innerText().then((t) => t.trim().length)).toBeGreaterThan(20); // biome-ignore format: one line

test('G74 flapping and a network that answers for us lose nothing that was typed and reload nothing', async ({
  page,
  context,
}) => {
  await signIn(page);
  await toMap(page);
  await page.goto('/app/home?layer=1&record=3');
  await toMap(page);
  const name = page.getByRole('textbox', { name: /^نام/ }).first();
  await name.fill('مشهد پابرجا');
  let loads = 0;
  page.on('load', () => loads++);
  for (let i = 0; i < 8; i++) {
    await context.setOffline(i % 2 === 0);
    await page.waitForTimeout(120);
  }
  await expect(page.getByText(text.shell.offline.text)).toBeHidden();
  await expect(name).toHaveValue('مشهد پابرجا');
  // Somebody's sign-in page, with a good status, in place of every answer.
  for (const status of [200, 511]) {
    await page.route('**/api/**', (route) => route.fulfill({ status, contentType: 'text/html', body: LOGIN_PAGE }));
    await page.keyboard.press('Control+s');
    await expect(
      page
        .getByText(form.failedNetwork)
        .or(page.getByText(/خطای سرور|انجام نشد/))
        .first(),
    ).toBeVisible();
    await expect(name).toHaveValue('مشهد پابرجا');
    expect(await page.locator('body').innerText()).not.toContain('Pay for the network');
    await page.unroute('**/api/**');
    await page.waitForTimeout(500);
  }
  expect([loads, new URL(page.url()).pathname]).toEqual([0, '/app/home']);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(form.edited)).toBeVisible();
});

test.describe('G75b', () => {
  for (const [name, skew] of [['a day behind', -DAY], ['a day ahead', DAY]] as const) // biome-ignore format: one list
    test(`a clock ${name} signs in and works`, async ({ page }) => {
      await page.clock.install({ time: Date.now() + skew });
      await enter(page, 'viewer', '/app/layers');
      await expect(page.getByText('شهرها').first()).toBeVisible();
      await page.reload();
      await expect(page.getByText('شهرها').first()).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/app/layers');
    });

  test('storage that is forbidden altogether', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError'); } }); // biome-ignore format: one line
    });
    await enter(page, 'viewer', '/app/layers');
    await expect(page.getByText('شهرها').first()).toBeVisible();
    await page.goto('/app/home');
    await notBlank(page);
    await expect(page.getByRole('navigation', { name: text.shell.menu })).toBeVisible();
  });

  test('storage that is full, and a database that somebody wiped', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; // biome-ignore format: one line
    });
    await enter(page, 'viewer', '/app/layers');
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    });
    await page.reload();
    await expect(page.getByText('شهرها').first()).toBeVisible();
    await page.getByRole('link', { name: faRoutes.settings.title, exact: true }).click();
    await page.waitForURL('**/app/settings');
    await notBlank(page);
  });

  test('an extension that rewrites the page', async ({ page }) => {
    await enter(page, 'viewer', '/app/layers');
    await expect(page.getByText('شهرها').first()).toBeVisible();
    // As translators do: each text goes into an element of theirs; others put boxes of their own everywhere.
    await page.evaluate(() => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const node of texts) {
        if (!node.parentElement || /SCRIPT|STYLE/.test(node.parentElement.tagName)) continue;
        const font = document.createElement('font');
        node.replaceWith(font);
        font.append(node);
      }
      document.body.prepend(document.createElement('grammar-box'));
      document.documentElement.append(document.createElement('password-box'));
    });
    await page.getByRole('link', { name: faRoutes.settings.title, exact: true }).click();
    await page.waitForURL('**/app/settings');
    await notBlank(page);
    const works = page.getByRole('heading', { name: faRoutes.settings.title }).first();
    await expect(works.or(page.getByRole('alert').filter({ hasText: faCommon.renderError })).first()).toBeVisible();
  });

  test('a map whose drawing card is gone: the rest works, and it comes back', async ({ page }) => {
    await signIn(page, 'viewer');
    await toMap(page);
    await look(page, [51.39, 35.7], 6);
    await expect.poll(async () => (await renderedIds(page, 1)).length).toBeGreaterThan(0);
    const lost = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=map] canvas');
      const drop = (canvas?.getContext('webgl2') ?? canvas?.getContext('webgl'))?.getExtension('WEBGL_lose_context');
      drop?.loseContext();
      setTimeout(() => drop?.restoreContext(), 1_500);
      return !!drop;
    });
    expect(lost).toBe(true);
    await page.getByRole('button', { name: say(text.home.layers.hide, { label: 'شهرها' }) }).click();
    await notBlank(page);
    await expect(page.getByRole('navigation', { name: text.shell.menu })).toBeVisible();
    await page.waitForTimeout(2_500);
    await page.evaluate(() => window.__map?.idle());
    // It is drawn anew, as the person wanted it meanwhile, and goes on listening.
    await expect.poll(async () => (await renderedIds(page, 1)).length).toBe(0);
    await page.getByRole('button', { name: say(text.home.layers.show, { label: 'شهرها' }) }).click();
    await expect.poll(async () => (await renderedIds(page, 1)).length).toBeGreaterThan(0);
    await expect(page.getByRole('alert').filter({ hasText: faCommon.renderError })).toHaveCount(0);
  });
});

test('tiles that failed come when their layer is asked for again', async ({ page }) => {
  let isDown = true;
  await page.route('**/geoserver/**', (route) => (isDown ? route.fulfill({ status: 500 }) : route.continue()));
  await signIn(page, 'viewer');
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  await look(page, [51.39, 35.7], 6);
  const retry = (label: string) => page.getByRole('button', { name: say(text.home.layers.failed, { label }) });
  for (const label of ['شهرها', 'راه‌ها']) await expect(retry(label)).toBeVisible();
  await page.evaluate(() => window.__map?.idle());
  isDown = false;
  await retry('شهرها').click();
  await expect.poll(async () => (await renderedIds(page, 1)).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: text.home.layers.refreshAll }).click();
  await expect(retry('راه‌ها')).toHaveCount(0);
  await page.evaluate(() => window.__map?.idle());
});

test('G75c a screen that cannot be drawn says so in its place, and the others live', async ({ page }) => {
  // What the server says of the person reaches the screen broken, as after a bad release: from the first page on, which may read ahead.
  await page.route('**/app/layers?_rsc=**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"who":\{"modules":\[[^\]]*\]/, '"who":{"modules":0');
    await route.fulfill({ response: answer, body });
  });
  await enter(page, 'viewer', '/app/settings');
  await page.getByRole('link', { name: faRoutes.layers.title, exact: true }).click();
  const box = page.getByRole('alert').filter({ hasText: faCommon.renderError });
  await expect(box).toBeVisible();
  await box.getByText(faCommon.details).click();
  await expect(box.locator('pre')).not.toBeEmpty();
  await page.getByRole('link', { name: faRoutes.settings.title, exact: true }).click();
  await page.waitForURL('**/app/settings');
  await expect(box).toHaveCount(0);
  await page.unroute('**/app/layers?_rsc=**');
  await page.goto('/app/layers');
  await expect(page.getByText('شهرها').first()).toBeVisible();
});

test('G85 a tour through the product breaks no rule for scripts, styles and pictures', async ({ page }) => {
  test.setTimeout(150_000);
  const broken: string[] = [];
  await page.exposeFunction('told', (line: string) => void broken.push(line));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (e) => {
      void (window as unknown as { told: (line: string) => void }).told(`${location.pathname} ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}`); // biome-ignore format: one line
    });
  });
  page.on('console', (m) => /Content Security Policy|Refused to|Trusted Type/.test(m.text()) && broken.push(m.text()));
  const file = await geojson(mkdtempSync(join(tmpdir(), 'pahneh-tour-')), 20);
  await page.goto('/signin', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: text.shell.help }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await signInByForm(page, 'super');
  await toMap(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('اصفهان');
  await page.getByRole('option', { name: /اصفهان.*شهرها/ }).click();
  await expect(page.getByRole('heading', { name: 'اصفهان' })).toBeVisible();
  await page.goto('/app/home?layer=1&record=1');
  await toMap(page);
  await expect(page.getByRole('button', { name: form.save, exact: true })).toBeVisible();
  for (const key of ['KeyD', 'KeyM', 'KeyI']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
  for (const name of [text.shell.help, text.shell.changelog]) {
    const opens = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name}`) });
    if ((await opens.count()) === 0) continue;
    await opens.first().click();
    await page.getByRole('dialog').first().waitFor();
    await page.keyboard.press('Escape');
  }
  for (const path of [
    '/app/layers',
    '/app/layer-data/1',
    '/app/settings',
    '/app/403',
    '/app/projects',
    '/app/no-such',
    '/app/purchase_failed/unknown',
  ]) {
    // biome-ignore format: a list
    await page.goto(path);
    await quiet(page);
  }
  await page.goto('/app/layer-import/upload');
  await page.locator('input[type=file]').setInputFiles(file.path);
  await expect(page).toHaveURL(/layer-import\/[0-9a-f-]{36}/);
  await page.goto('/app/settings');
  await page.getByRole('button', { name: new RegExp(say(text.shell.accountMenu, { name: '.*' })) }).click();
  await page.getByRole('menuitem', { name: text.shell.signOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.session.signOut.confirm }).click();
  await page.waitForURL('**/signin');
  expect(broken).toEqual([]);
  // The listener hears: a picture from elsewhere is refused, and told.
  await page.evaluate(() => { new Image().src = 'https://evil.test/a.png'; }); // biome-ignore format: one line
  await expect.poll(() => broken.length).toBeGreaterThan(0);
});
