// The frame around every screen: the session's life in the browser, menu and header, dialogs, profile and settings, what is kept and what goes.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { maskPhone, phoneKey } from '../../contract/phone';
import faAccount from '../../messages/fa/account.json' with { type: 'json' };
import faCommon from '../../messages/fa/common.json' with { type: 'json' };
import faRoutes from '../../messages/fa/routes.json' with { type: 'json' };
import faSubscription from '../../messages/fa/subscription.json' with { type: 'json' };
import { CAPTCHA, messagesAt, PASSWORD, TELEPHONES } from '../../testing/people';
import { serious } from '../axe';
import { expect, quiet, say, signIn, signInByForm, test, text } from '../fixtures';

const t = text.shell;
const profile = faAccount.profile;
const settings = faAccount.settings;
const plans = faSubscription;
const persian = (value: string | number) =>
  String(value).replace(/\d/g, (d) => String.fromCharCode(0x06f0 + Number(d)));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const MINUTE = 60_000;
/** A film that a browser plays. */
const FILM = 'public/landing/film-e2b83d3cc0.webm';

/** Opens a light screen of the application as somebody, and waits until it is there. */
async function enter(page: Page, username = 'editor', path = '/app/settings'): Promise<void> {
  await signIn(page, username, path);
  await page.locator('#content').waitFor();
}
/** The same by the form: other tabs hear of it, and the browser remembers. */
async function enterByForm(page: Page, username = 'editor', path = '/app/settings'): Promise<void> {
  await signInByForm(page, username, `/signin?to=${encodeURIComponent(path)}`);
  await page.waitForURL(`**${path}`);
  await page.locator('#content').waitFor();
}

const sentMessages = (page: Page, phone: string) =>
  readFileSync(messagesAt(new URL(page.url()).port), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${maskPhone(phoneKey(phone) ?? '')}:`));

async function codeAfter(page: Page, phone: string, before: number): Promise<string> {
  await expect.poll(() => sentMessages(page, phone).length).toBeGreaterThan(before);
  return /\b\d{6}\b/.exec(sentMessages(page, phone).at(-1) ?? '')?.[0] ?? 'none';
}

/** The session is gone, the page is not. */
const loseSession = (context: BrowserContext) => context.clearCookies({ name: /gis_s/ });

test.describe('G12 idle time', () => {
  test('work in one tab keeps the other one; two idle hours end both, whatever polls', async ({ page, context }) => {
    await page.clock.install();
    await enterByForm(page, 'super');
    const other = await context.newPage();
    await other.goto('/app/settings');
    await other.locator('#content').waitFor();
    await page.clock.fastForward(119 * MINUTE);
    await other.mouse.move(300, 300);
    await other.mouse.move(310, 310);
    await page.waitForTimeout(1_500);
    await page.clock.fastForward(3 * MINUTE);
    await page.waitForTimeout(1_000);
    expect([page.url(), other.url()].every((url) => url.endsWith('/app/settings'))).toBe(true);
    await page.clock.fastForward(118 * MINUTE);
    await Promise.all([page.waitForURL('**/signin'), other.waitForURL('**/signin')]);
    // The server has heard it as well.
    expect((await page.request.get('/app/settings', { maxRedirects: 0 })).status()).toBe(307);
  });
});

test.describe('a session that is lost in the middle of work', () => {
  test('comes back in place, with the second factor too, and every form stays', async ({ page, context }) => {
    const phone = TELEPHONES.steady;
    await page.goto('/signin');
    let before = sentMessages(page, phone).length;
    await signInByForm(page, 'steady');
    await expect(page.getByLabel(text.session.code.label)).toBeFocused();
    await page.keyboard.type(await codeAfter(page, phone, before));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/home*');
    await page.goto('/app/profile');
    const name = page.getByLabel(profile.first_name, { exact: true });
    await name.fill('نیمه‌کاره');
    await loseSession(context);
    await button(page, faCommon.save).click();
    const lost = dialog(page, text.session.lost.title);
    await expect(lost).toBeVisible();
    // It blocks: Esc does not get past it.
    await page.keyboard.press('Escape');
    await expect(lost).toBeVisible();
    await expect(lost.getByLabel(text.session.username)).toHaveValue('steady');
    expect(await serious(page)).toEqual([]);
    before = sentMessages(page, phone).length;
    await lost.getByLabel(text.session.password, { exact: true }).fill(PASSWORD);
    await lost.getByLabel(text.session.captcha, { exact: true }).fill(CAPTCHA);
    await page.keyboard.press('Enter');
    await expect(lost.getByLabel(text.session.code.label)).toBeFocused();
    await page.keyboard.type(await codeAfter(page, phone, before));
    await page.keyboard.press('Enter');
    await expect(lost).toBeHidden();
    await expect(name).toHaveValue('نیمه‌کاره');
    await button(page, faCommon.save).click();
    await expect(page.getByText(profile.saved)).toBeVisible();
  });

  test('is found again when another tab has signed in', async ({ page, context }) => {
    await enter(page, 'viewer', '/app/profile');
    const name = page.getByLabel(profile.first_name, { exact: true });
    await name.fill('منتظر');
    await loseSession(context);
    await button(page, faCommon.save).click();
    const lost = dialog(page, text.session.lost.title);
    await expect(lost).toBeVisible();
    const other = await context.newPage();
    await enterByForm(other, 'viewer');
    await expect(lost).toBeHidden();
    await expect(name).toHaveValue('منتظر');
    await button(page, faCommon.save).click();
    await expect(page.getByText(profile.saved)).toBeVisible();
  });

  test('is not handed to somebody else who signs in beside it', async ({ page, context }) => {
    await enter(page, 'viewer', '/app/profile');
    const name = page.getByLabel(profile.first_name, { exact: true });
    await name.fill('از آن بیننده');
    await loseSession(context);
    const other = await context.newPage();
    await enterByForm(other, 'editor');
    const takenDialog = dialog(page, text.session.taken.title);
    await expect(takenDialog).toBeVisible();
    await expect(
      takenDialog.getByText(say(text.session.taken.text, { other: 'editor', username: 'viewer' })),
    ).toBeVisible();
    await takenDialog.getByLabel(text.session.password, { exact: true }).fill(PASSWORD);
    await takenDialog.getByLabel(text.session.captcha, { exact: true }).fill(CAPTCHA);
    await page.keyboard.press('Enter');
    await expect(takenDialog).toBeHidden();
    await expect(name).toHaveValue('از آن بیننده');
    // The other tab had nothing unsaved: it simply shows who is in now.
    await expect(other.getByRole('button', { name: /viewer/ }).first()).toBeVisible();
  });
});

test('the ordinary way out ends this session alone, that of all devices the others too, at their next call', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = text.session.signOut;
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  await enter(await elsewhere.newPage());
  const next = async () => (await elsewhere.request.get('/api/layer/')).status();
  const leave = async (title: string, question: string) => {
    const sure = page.getByRole('dialog', { name: title, exact: true });
    await expect(sure.getByText(question, { exact: true })).toBeVisible();
    await sure.getByRole('button', { name: words.confirm, exact: true }).click();
    await page.waitForURL('**/signin');
  };

  await enter(page);
  await page
    .getByRole('button', { name: /editor/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: t.signOut }).click();
  await leave(words.title, words.question);
  expect(await next()).toBe(200);

  await enter(page, 'editor', '/app/profile');
  await button(page, words.everywhere).click();
  await leave(words.everywhere, words.everywhereQuestion);
  expect(await next()).toBe(401);
  await elsewhere.close();
});

test('whoever is signed in is led on from the sign-in screen, in every mode', async ({ page, baseURL }) => {
  await enter(page, 'viewer');
  for (const path of ['/signin', '/signin?mode=register', '/signin?mode=register&to=/app/settings']) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(new URL(answer.headers().location ?? '', baseURL).pathname).toMatch(/^\/app\/(home|settings)$/);
  }
});

test.describe('menu and header', () => {
  test('the menu offers what is built, folds beside the map, stays as it was left, and a narrow window has a drawer', async ({
    page,
  }) => {
    await enter(page, 'super', '/app/layers');
    const current = page.getByRole('link', { name: faRoutes.layers.title, exact: true });
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(new RegExp(`^${faRoutes.layers.title} \\| `));
    const menu = page.getByRole('navigation', { name: t.menu });
    await expect(menu.getByRole('link', { name: faRoutes.layerPublish.title })).toHaveCount(1);
    // Nobody has chosen yet: the map has the room, and the server draws it so.
    expect(await (await page.request.get('/app/home')).text()).toContain('data-menu="closed"');
    expect(await (await page.request.get('/app/settings')).text()).toContain('data-menu="open"');
    await button(page, t.collapseMenu).click();
    // The server draws it that way: no menu jumps while the page comes to life.
    const html = await (await page.request.get('/app/settings')).text();
    expect(html).toContain('data-menu="closed"');
    await page.reload();
    await expect(button(page, t.expandMenu)).toBeVisible();
    await page.goto('/app/settings');
    await page.getByText(settings.temporary, { exact: true }).click();
    await expect(page.getByRole('navigation', { name: t.menu })).toHaveCount(0);
    await button(page, t.openMenu).click();
    await expect(dialog(page, t.menu).locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, t.openMenu)).toBeFocused();
    await page.getByText(settings.permanent, { exact: true }).click();
    await page.setViewportSize({ width: 1199, height: 800 });
    await expect(button(page, t.openMenu)).toBeVisible();
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect(button(page, t.openMenu)).toBeHidden();
  });

  test('the way back', async ({ page }) => {
    await enter(page, 'super');
    await expect(button(page, t.back)).toHaveCount(0);
    await page.getByRole('link', { name: faRoutes.layers.title, exact: true }).click();
    // A way back out of the browser's memory fires no load that could be waited for.
    await expect(page).toHaveURL(/\/app\/layers$/);
    await button(page, t.back).click();
    await expect(page).toHaveURL(/\/app\/settings$/);
  });

  test.describe('the place of the menu', () => {
    test.use({ serviceWorkers: 'block' });
    test('shows the current entry, and moves nothing under a pointer', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 600 });
      await enter(page, 'super');
      const menu = page.getByRole('navigation', { name: t.menu });
      await expect(menu.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 });
      const scrolled = () => menu.evaluate((nav) => nav.firstElementChild?.scrollTop);
      expect(await scrolled()).toBeGreaterThan(0);
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/_next/static/**/*.js', async (route) => {
        await gate;
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      await menu.hover();
      release();
      await quiet(page);
      expect(await scrolled()).toBe(0);
    });
  });

  test('nobody is asked for messages that no screen shows', async ({ page }) => {
    let polls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/message/check')) polls++;
    });
    await page.clock.install();
    await enter(page, 'viewer');
    await page.clock.fastForward(6 * MINUTE);
    await page.waitForTimeout(300);
    expect(polls).toBe(0);
    await expect(button(page, t.upload.button)).toBeVisible();
  });

  test('help: the page of the screen, its search, one that is missing, and the focus afterwards', async ({ page }) => {
    await enter(page, 'editor', '/app/layers');
    const help = page.getByRole('banner').getByRole('button', { name: t.help });
    await help.click();
    const helpDialog = dialog(page, faCommon.help);
    await expect(helpDialog.getByRole('heading', { level: 2 }).last()).toBeVisible();
    await helpDialog.getByRole('textbox', { name: t.helpSearch }).fill('لايه');
    await expect(helpDialog.locator('mark').first()).toBeVisible();
    await helpDialog.getByRole('textbox', { name: t.helpSearch }).fill('هیچ‌چنین‌واژه‌ای');
    await expect(helpDialog.getByText(t.helpNotFound)).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(helpDialog).toBeHidden();
    await expect(help).toBeFocused();
    await page.route('**/help/fa/settings.md', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/app/settings');
    await help.click();
    await expect(helpDialog.getByText(t.helpMissing)).toBeVisible();
    await page.keyboard.press('Escape');
    await button(page, t.helpMenu).click();
    await expect(helpDialog.getByRole('heading', { level: 2 }).last()).toBeVisible();
    await page.goto('/app/tutorials');
    await expect(button(page, t.upload.button)).toBeVisible();
    await expect(page.getByRole('navigation', { name: t.tutorials.contents })).toBeVisible();
    await expect(help).toHaveCount(0);
  });

  test('a tutorial of the organisation: its video plays and is sought, its order is set by keys, readers have no acts', async ({
    page,
    browser,
  }) => {
    const own = t.tutorials.own;
    await enter(page, 'super');
    await page.goto('/app/tutorials');
    const add = async (title: string, more: () => Promise<void> = async () => {}) => {
      await button(page, own.add).click();
      const form = dialog(page, own.newTitle);
      await form.getByLabel(own.titleField).fill(title);
      await form.getByLabel(own.text, { exact: false }).first().fill('## گام اول\n\nدوربین را **تراز** کنید');
      await more();
      await form.getByRole('button', { name: faCommon.save }).click();
      await expect(page.getByRole('article', { name: title })).toBeVisible();
    };
    await add('دوربین', () => page.locator('input[type=file]').last().setInputFiles(FILM));
    const video = page.locator('article video');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.duration)).toBeGreaterThan(1);
    await video.evaluate((one: HTMLVideoElement) => {
      one.currentTime = one.duration / 2;
    });
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => !one.seeking && one.readyState > 1)).toBe(true);
    expect(await serious(page)).toEqual([]);
    await add('پیوست');
    const list = page.getByRole('navigation', { name: t.tutorials.contents }).getByRole('list').first();
    await expect(list.getByRole('listitem')).toContainText(['دوربین', 'پیوست']);
    await list.locator('[data-handle]').last().focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(list.getByRole('listitem')).toContainText(['پیوست', 'دوربین']);

    const reader = await (await browser.newContext({ locale: 'fa-IR' })).newPage();
    await enter(reader, 'viewer');
    await reader.goto('/app/tutorials');
    await reader.getByRole('button', { name: 'دوربین' }).click();
    await expect(reader.locator('article video')).toBeVisible();
    await expect(reader.getByRole('button', { name: own.add })).toHaveCount(0);
    await reader.context().close();
    await page.getByRole('button', { name: say(own.acts, { title: 'پیوست' }) }).click();
    await page.getByRole('menuitem', { name: own.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: own.remove }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
  });

  test('what changed: the dot goes when it is read, the button when that is asked for', async ({ page }) => {
    await enter(page, 'editor');
    const readChanges = () =>
      page.evaluate(() => [localStorage.getItem('changelog_version'), localStorage.getItem('hide_update_icon')]);
    expect(await readChanges()).toEqual([null, null]);
    await button(page, t.changelogNew).click();
    const changesDialog = dialog(page, t.changelog);
    await expect(changesDialog.getByText(say(t.changes.version, { version: persian('1.16.2') }))).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(button(page, t.changelog)).toBeFocused();
    expect(await readChanges()).toEqual(['16.2', 'false']);
    await button(page, t.changelog).click();
    await changesDialog.getByRole('checkbox', { name: t.changelogHide }).check();
    await page.keyboard.press('Escape');
    await expect(button(page, t.changelog)).toHaveCount(0);
    expect(await readChanges()).toEqual(['16.2', 'true']);
    await page.evaluate(() => localStorage.setItem('changelog_version', '16.1'));
    await page.route('**/changelog.json', (route) => route.fulfill({ json: [] }));
    await page.reload();
    await button(page, t.changelogNew).click();
    await expect(changesDialog.getByText(t.changelogEmpty)).toBeVisible();
  });
});

test.describe('uploads in the header', () => {
  // Once a worker has taken the page over, a route of the page may not see what is sent.
  test.use({ serviceWorkers: 'block' });
  const file = {
    name: 'places.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: { a: 1 }, geometry: { type: 'Point', coordinates: [51, 35] } }],
      }),
    ),
  };
  test('run, can be cancelled, complete, are closed, and lead to their screen', async ({ page }) => {
    await enter(page, 'editor', '/app/layer-import/upload');
    let hang = true;
    await page.route('**/api/layer_upload/**', (route) => (hang ? new Promise(() => {}) : route.continue()));
    const choose = async () => {
      await page.locator('input[type=file]').setInputFiles(file);
      const start = page.getByRole('button', { name: /آپلود و بررسی|آپلود دوباره/ });
      if (await start.isVisible().catch(() => false)) await start.click();
    };
    await choose();
    const badge = page.getByRole('banner').getByRole('button', { name: /آپلود/ });
    await badge.click();
    const box = dialog(page, t.upload.title);
    await expect(box.getByText(t.upload.running)).toBeVisible();
    await box.getByRole('button', { name: t.upload.cancel }).click();
    await expect(box.getByText(t.upload.cancelled)).toBeVisible();
    await box.getByRole('button', { name: t.upload.dismiss }).click();
    await expect(box).toBeHidden();
    await expect(badge).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(box.getByText(t.upload.none)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(badge).toBeFocused();
    hang = false;
    await page.goto('/app/layer-import/upload');
    await choose();
    await page.waitForTimeout(500);
    await badge.click();
    await expect(box.getByText(t.upload.done)).toBeVisible();
    await box.getByRole('link').click();
    await page.waitForURL('**/app/layer-import/**');
  });
});

test.describe('new versions and the worker', () => {
  test('a newer build is offered within 35 s, once', async ({ page }) => {
    await page.clock.install();
    await enterByForm(page, 'viewer');
    let version = 'next-build';
    await page.route('**/version', (route) => route.fulfill({ json: { version, worker: true } }));
    await page.clock.fastForward(31_000);
    const offer = dialog(page, t.newVersion.title);
    await expect(offer).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await offer.getByRole('button', { name: t.newVersion.close, exact: true }).last().click();
    await expect(offer).toBeHidden();
    await page.clock.fastForward(31_000);
    await page.waitForTimeout(300);
    await expect(offer).toBeHidden();
    version = 'one-more';
    await page.clock.fastForward(31_000);
    await expect(offer).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await offer.getByRole('button', { name: t.newVersion.update }).click();
    await reloaded;
  });

  test('G17 G75 nothing private is kept, nothing at all after the sign-out, and the worker can be switched off', async ({
    page,
  }) => {
    await enterByForm(page, 'editor', '/app/layers');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/app/home');
    await page.locator('[data-testid=map][data-ready=true]').waitFor();
    await page.goto('/app/profile');
    await page.getByLabel(profile.first_name, { exact: true }).waitFor();
    const cached = () =>
      page.evaluate(async () => {
        const paths: string[] = [];
        for (const name of await caches.keys())
          for (const one of await (await caches.open(name)).keys()) paths.push(new URL(one.url).pathname);
        return paths;
      });
    await expect.poll(async () => (await cached()).length).toBeGreaterThan(3);
    expect((await cached()).filter((path) => !/^\/(_next\/static|fonts|texts)\//.test(path))).toEqual([]);
    const keys = await page.evaluate(() => Object.keys(localStorage).sort());
    const ours = ['token', 'last_token', 'theme', 'baseLayer', 'mapView', 'user', 'captcha', 'changelog_version', 'hide_update_icon', 'clickedItemIds']; // biome-ignore format: the product's list
    expect(keys.filter((key) => !ours.includes(key))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toMatch(/^[\w+/=-]+\.[\w+/=-]+$/);
    const key = () =>
      page.evaluate(
        () =>
          new Promise<{ extractable: boolean; algorithm: string } | null>((resolve, reject) => {
            const request = indexedDB.open('session', 1);
            request.onerror = () => reject(request.error);
            request.onsuccess = () => {
              const get = request.result.transaction('keys').objectStore('keys').get('record');
              get.onsuccess = () => {
                request.result.close();
                const key = get.result as CryptoKey | undefined;
                resolve(key ? { extractable: key.extractable, algorithm: key.algorithm.name } : null);
              };
            };
          }),
      );
    expect(await key()).toEqual({ extractable: false, algorithm: 'AES-GCM' });

    await page
      .getByRole('button', { name: /editor/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: t.signOut }).click();
    await dialog(page, text.session.signOut.title).getByRole('button', { name: text.session.signOut.confirm }).click();
    await page.waitForURL('**/signin');
    expect(await key()).toBeNull();
    expect(
      await page.evaluate(() => ['token', 'last_token', 'user'].filter((k) => localStorage.getItem(k) !== null)),
    ).toEqual([]);
    expect((await cached()).filter((path) => !/^\/(_next\/static|fonts|texts)\//.test(path))).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL(/\/signin/);

    await page.clock.install();
    await enterByForm(page, 'viewer');
    await page.route('**/version', (route) => route.fulfill({ json: { version: 'x', worker: false } }));
    await page.clock.fastForward(31_000);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  });

  test('a browser that is too old is told so, and nothing else', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto('/signin');
    const outdatedDialog = page.getByRole('alertdialog', { name: t.outdated.title });
    await expect(outdatedDialog).toBeVisible();
    const link = outdatedDialog.getByRole('link', { name: t.outdated.update });
    await expect(link).toHaveAttribute('href', /google\.com\/chrome/);
    await expect(link).toBeFocused();
    await page.waitForTimeout(1_000);
    await expect(outdatedDialog).toBeVisible();
    await expect(page.getByLabel(text.session.username)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(outdatedDialog).toBeVisible();
    expect(refused).toEqual([]);
    await context.close();
  });

  test('G74 a lost network is said, with a retry, and what was typed stays', async ({ page, context }) => {
    await enter(page, 'viewer', '/app/profile');
    const name = page.getByLabel(profile.first_name, { exact: true });
    await name.fill('بی‌شبکه');
    await context.setOffline(true);
    const offlineDialog = dialog(page, t.offline.title);
    await expect(offlineDialog.getByText(t.offline.text)).toBeVisible();
    await expect(offlineDialog.getByRole('button', { name: t.offline.retry })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(offlineDialog).toBeHidden();
    await context.setOffline(false);
    await expect(name).toHaveValue('بی‌شبکه');
    await context.setOffline(true);
    await expect(offlineDialog).toBeVisible();
    await context.setOffline(false);
    await expect(offlineDialog).toBeHidden();
  });
});

test.describe('a screen that cannot be drawn', () => {
  // A worker would give the files out of its cache.
  test.use({ serviceWorkers: 'block' });
  test('G75 reloads once for code that is gone, then says so with a refresh and details, menu and all alive', async ({
    page,
  }) => {
    await enter(page, 'viewer', '/app/layers');
    const loaded = new Set(
      await page.evaluate(() => performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)),
    );
    let loads = 0;
    page.on('load', () => loads++);
    await page.route('**/_next/static/chunks/**', (route) =>
      loaded.has(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    );
    await page.getByRole('link', { name: faRoutes.profile.title, exact: true }).click();
    const box = page.getByRole('alert').filter({ hasText: faCommon.renderError });
    await expect(box).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => loads).toBe(1);
    await page.waitForTimeout(1_500);
    expect(loads).toBe(1);
    await box.getByText(faCommon.details).click();
    await expect(box.locator('pre')).toContainText(/chunk/i);
    await page.unroute('**/_next/static/chunks/**');
    await box.getByRole('button', { name: faCommon.reload }).click();
    await expect(page.getByRole('heading', { name: profile.title })).toBeVisible();
  });
});

test.describe('the subscription', () => {
  const subscribed = (page: Page, days: number, more: object = {}) =>
    page.route('**/api/user/', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), is_signed_up: true, plan_remaining_days: days, ...more },
      });
    });

  test('shows its days in three colours, and to subscribers only', async ({ page }) => {
    await enter(page, 'viewer');
    await expect(button(page, t.upload.button)).toBeVisible();
    await expect(page.locator('[data-urgency]')).toHaveCount(0);
    for (const [days, colour] of [
      [7, 'green'],
      [6, 'orange'],
      [1, 'orange'],
      [0, 'red'],
    ] as const) {
      await page.unroute('**/api/user/');
      await subscribed(page, days);
      await page.reload();
      await expect(page.locator(`[data-urgency=${colour}]`)).toBeVisible();
      await expect(button(page, days ? say(plans.daysLeft, { days: persian(days) }) : plans.ended)).toBeVisible();
    }
  });

  test('is bought in two steps: plan, discount, terms, and on to the bank', async ({ page }) => {
    await subscribed(page, 3, { current_plan: null, reserved_plan: null });
    let tries = 0;
    await page.route('**/api/discount/', (route) => {
      const { code } = route.request().postDataJSON() as { code: string };
      return code === 'GOOD'
        ? route.fulfill({ json: { new_price: 2_000_000, discount: 750_000 } })
        : route.fulfill({ status: 400, json: { detail: 'این کد پذیرفته نیست', code: 400 } });
    });
    await page.route('**/api/order/', (route) =>
      ++tries === 1
        ? route.fulfill({ status: 400, json: { detail: 'سفارش ثبت نشد', code: 400 } })
        : route.fulfill({ json: { redirect_to: new URL('/app/purchase_failed/none', page.url()).href } }),
    );
    await enter(page, 'viewer');
    const open = button(page, say(plans.daysLeft, { days: persian(3) }));
    await open.click();
    const box = dialog(page, plans.upgrade);
    await expect(box.getByRole('radio', { checked: true })).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await button(page, plans.select).click();
    const pay = box.getByRole('button', { name: plans.pay, exact: true });
    const apply = box.getByRole('button', { name: plans.apply });
    const code = box.getByLabel(plans.code);
    await expect(pay).toBeDisabled();
    await expect(apply).toBeDisabled();
    await code.fill('BAD');
    await apply.click();
    await expect(box.getByText('این کد پذیرفته نیست')).toBeVisible();
    await code.fill('GOOD');
    await expect(box.getByText('این کد پذیرفته نیست')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(box.getByText(say(plans.applied, { amount: say(plans.toman, { price: '۷۵/۰۰۰' }) }))).toBeVisible();
    await expect(box.getByText('۲۰۰/۰۰۰')).toBeVisible();
    await code.fill('');
    await expect(box.getByText('۲۰۰/۰۰۰')).toHaveCount(0);
    // Back throws all of it away.
    await code.fill('BAD');
    await apply.click();
    await expect(box.getByText('این کد پذیرفته نیست')).toBeVisible();
    await box.getByRole('button', { name: faCommon.back }).click();
    await button(page, plans.select).click();
    await expect(code).toHaveValue('');
    await expect(box.getByText('این کد پذیرفته نیست')).toHaveCount(0);
    await box.getByRole('button', { name: plans.readTerms }).click();
    const terms = dialog(page, plans.terms.title);
    await page.keyboard.press('Escape');
    await expect(terms).toBeHidden();
    await expect(box).toBeVisible();
    await expect(pay).toBeDisabled();
    await box.getByRole('button', { name: plans.readTerms }).click();
    await terms.getByRole('button', { name: plans.terms.agree }).click();
    await expect(box.getByRole('checkbox', { name: plans.accept })).toBeChecked();
    expect(await serious(page)).toEqual([]);
    await pay.click();
    await expect(box.getByText('سفارش ثبت نشد')).toBeVisible();
    await expect(pay).toBeEnabled();
    await pay.click();
    await page.waitForURL('**/app/purchase_failed/none');
  });

  test('offers renewal for a running plan, and nothing beside a reserved one', async ({ page }) => {
    await subscribed(page, 9, { current_plan: 'ماهانه' });
    await enter(page, 'viewer', '/app/profile');
    await page.locator('#content').getByRole('button', { name: plans.renew }).click();
    await expect(dialog(page, plans.renew)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, plans.renew)).toBeHidden();
    await page.unroute('**/api/user/');
    await subscribed(page, 9, { current_plan: 'ماهانه', reserved_plan: 'سه‌ماهه' });
    await page.reload();
    await expect(page.getByText(say(plans.reserved, { plan: 'سه‌ماهه' }))).toBeVisible();
    await expect(page.locator('#content').getByRole('button', { name: plans.renew })).toHaveCount(0);
  });
});

test.describe('the profile', () => {
  test('the picture, in the menu at once', async ({ page }) => {
    await enter(page, 'pictured', '/app/profile');
    expect(await serious(page)).toEqual([]);
    const bytes = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'); // biome-ignore format: one pixel
    const chooser = page.locator('#content input[type=file]');
    await chooser.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText(faCommon.picture.unreadable)).toBeVisible();
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
    await expect(button(page, faCommon.picture.remove)).toBeVisible();
    await expect(page.locator('nav img[src^="blob:"]')).toBeVisible();
    await button(page, faCommon.picture.remove).click();
    await expect(page.locator('nav img[src^="blob:"]')).toHaveCount(0);
  });
});

test('settings: colour, shade, direction and language are kept, and the server draws by them', async ({ page }) => {
  await enter(page, 'regional');
  expect(await serious(page)).toEqual([]);
  const html = page.locator('html');
  // The browser's own parts, such as scroll bars, follow the theme, not the system.
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveCSS('color-scheme', 'dark');
  const choose = (name: string) => page.locator('#content label').filter({ hasText: name }).click();
  const readTheme = () => page.evaluate(() => localStorage.getItem('theme'));
  await choose(settings.light);
  await choose(settings.colors.teal);
  expect(await readTheme()).toBe('light-teal');
  expect(await serious(page)).toEqual([]);
  await page.reload();
  await expect(html).toHaveAttribute('data-accent', 'teal');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(html).toHaveCSS('color-scheme', 'light');
  await choose(settings.dark);
  expect(await readTheme()).toBe('dark-teal');
  await choose(settings.colors.plum);
  expect(await serious(page)).toEqual([]);
  await choose(settings.colors.indigo);
  expect(await readTheme()).toBe('dark-indigo');
  await choose(settings.ltr);
  await expect(html).toHaveAttribute('dir', 'ltr');
  expect(await (await page.request.get('/app/settings')).text()).toContain('<html lang="fa" dir="ltr"');
  await choose(settings.byLanguage);
  await expect(html).toHaveAttribute('dir', 'rtl');
  await choose('English');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await choose('فارسی');
  await expect(html).toHaveAttribute('dir', 'rtl');
});

test('every dialog fits a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/user/', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), is_signed_up: true, plan_remaining_days: 3 },
    });
  });
  await enter(page, 'regional', '/app/profile');
  const fits = async () => {
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await fits();
  for (const name of [t.help, t.changelogNew, say(plans.daysLeft, { days: persian(3) }), t.upload.button, t.openMenu]) {
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await fits();
  }
  await page.locator('#content').getByRole('button', { name: profile.change, exact: true }).first().click();
  await fits();
});
