// What holds for the looks of the map's frame, measured: places, sizes, digits.
import type { Locator, Page } from '@playwright/test';
import { LANG_COOKIE } from '../../lib/i18n/lang';
import { expect, LANG, look, quiet, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const panel = (page: Page) => page.getByRole('complementary');

test('every panel has its primary button at the same place, in sight at 900 pixels', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  // Tools are refused while there are no layers.
  await expect(page.getByTestId('layer-list').locator('li')).not.toHaveCount(0);
  const places: string[] = [];
  for (const key of ['KeyA', 'KeyB', 'KeyP', 'KeyY', 'KeyR', 'KeyG']) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    const first = panel(page).locator('footer button').first();
    await expect(first, key).toBeInViewport();
    const box = await first.boundingBox();
    const edge = await panel(page).boundingBox();
    if (!box || !edge) throw new Error(key);
    const atStart = LANG === 'fa' ? edge.x + edge.width - box.x - box.width : box.x - edge.x;
    places.push(`${Math.round(atStart)} ${Math.round(edge.y + edge.height - box.y - box.height)}`);
  }
  expect(new Set(places).size, places.join(', ')).toBe(1);
});

test('names of the map stand beside what floats over it', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  const labels = () => page.evaluate(() => window.__map?.labels() ?? []);
  await look(page, TEHRAN, 9);
  await expect.poll(labels).toContain('تهران');
  // The same town comes to lie under the search.
  const search = await page.getByRole('search').boundingBox();
  const stage = await page.locator('[data-testid=map]').boundingBox();
  if (!search || !stage) throw new Error('there is no search');
  const by = [
    search.x + search.width / 2 - stage.x - stage.width / 2,
    search.y + search.height / 2 - stage.y - stage.height / 2,
  ] as const;
  await page.evaluate((shift) => window.__map?.bare().panBy([-shift[0], -shift[1]], { duration: 0 }), by);
  await expect.poll(labels).not.toContain('تهران');
});

test('rows of the layers stay where they are while their tiles come, and eyes stand in one line', async ({ page }) => {
  let hold = true;
  await page.route('**/geoserver/**', async (route) => {
    while (hold) await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue().catch(() => undefined);
  });
  await signIn(page);
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  const list = page.getByTestId('layer-list');
  const places = () =>
    list.locator('li').evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll('button, bdi')].map((part) => {
          const { x, y, width } = part.getBoundingClientRect();
          return [x, y, width].map(Math.round).join();
        }),
      ),
    );
  await expect(list.locator('[data-state]').first()).toBeVisible();
  const before = await places();
  hold = false;
  await expect(list.locator('[data-state]')).toHaveCount(0);
  expect(await places()).toEqual(before);
  const eyes = await list
    .locator('li')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.querySelector('button')?.getBoundingClientRect().x ?? -1)));
  expect(new Set(eyes).size).toBe(1);
});

test('what floats over the map lies apart at every size', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [720, 450],
    [390, 844],
  ] as const) {
    // biome-ignore format: sizes
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(300);
    const overlaps = await page.locator('[data-testid=map]').evaluate((map) => {
      const isHeld = (element: Element) => getComputedStyle(element).pointerEvents === 'none';
      const pieces = (element: Element): Element[] =>
        isHeld(element) ? [...element.children].flatMap(pieces) : [element];
      const floats = [...[...map.children].slice(1).flatMap(pieces), ...map.querySelectorAll('.maplibregl-ctrl')]
        .map((element) => ({ name: element.className, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.height > 0);
      return floats.flatMap((a, i) =>
        floats
          .slice(i + 1)
          .filter(
            (b) =>
              Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 0 &&
              Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 0,
          )
          .map((b) => `${a.name} / ${b.name}`),
      );
    });
    expect(overlaps, `${width}x${height}`).toEqual([]);
    const stage = await page.locator('[data-testid=map]').boundingBox();
    expect((stage?.width ?? 0) * (stage?.height ?? 0), `${width}x${height}`).toBeGreaterThan((width * height) / 4);
  }
});

test('a page has no digit of the other script in its words', async ({ page }) => {
  await signIn(page, 'super');
  await toMap(page);
  const otherDigits = LANG === 'fa' ? '[0-9]' : '[\u06f0-\u06f9]';
  const strays = () =>
    page.evaluate((digits) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        if (!new RegExp(digits).test(textContent ?? '') || !parentElement?.checkVisibility()) continue;
        if (!parentElement.closest('kbd, code, pre, script, style, [lang=en]')) texts.push(textContent ?? '');
      }
      return texts;
    }, otherDigits);
  for (const key of ['KeyI', 'KeyR', 'KeyP', 'KeyN', 'KeyA', 'KeyX']) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    await expect(panel(page).locator('header h2')).toBeVisible();
    expect(await strays(), key).toEqual([]);
  }
  for (const path of ['/app/layers', '/app/layer-data/1', '/app/settings', '/app/user-manager']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await quiet(page);
    expect(await strays(), path).toEqual([]);
  }
});

test('the focus goes where the work goes on: a page to its heading, a closed panel to its opener or the map', async ({
  page,
}) => {
  await signIn(page);
  await toMap(page);
  const opener = page.getByRole('toolbar').getByRole('button', { name: text.map.tools.measure.title });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-pressed', 'true');
  await panel(page).getByRole('button', { name: text.common.close }).press('Enter');
  await expect(opener).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('KeyR');
  await expect.poll(() => panel(page).evaluate((aside) => aside.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-testid=map] canvas').first()).toBeFocused();
  await page.locator('nav a[href="/app/settings"]').first().press('Enter');
  await page.waitForURL('**/app/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('what is chosen is seen in colours of the system, and with more contrast', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await page.keyboard.press('Shift+KeyT');
  const grid = page.getByRole('grid');
  await expect(grid).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const head = grid.getByRole('columnheader').first();
  const css = (target: Locator, name: string) =>
    target.evaluate((e, n) => getComputedStyle(e).getPropertyValue(n), name);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(() => css(head, 'outline-style')).toBe('solid');
  expect(await css(page.getByRole('tab', { selected: true }), 'outline-style')).toBe('solid');
  await page.keyboard.press('Escape');
  await page.keyboard.press('KeyY');
  const look = page.getByRole('region', { name: text.map.tools.styling.title });
  const mode = look.getByRole('radio', { checked: true }).locator('..');
  await expect.poll(() => css(mode, 'outline-style')).toBe('solid');
  await page.keyboard.press('Escape');
  const disabled = page.getByRole('button', { name: text.home.history.undo });
  const enabled = page.getByRole('button', { name: text.map.controls.zoomIn });
  await expect.poll(async () => (await css(disabled, 'color')) !== (await css(enabled, 'color'))).toBe(true);
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  const group = panel(page).locator('h3').first();
  const ground = page.locator('body');
  await expect.poll(async () => (await css(group, 'color')) === (await css(ground, 'color'))).toBe(true);
});

test('English digits stand in the middle of their line', async ({ page }) => {
  await page.goto('/signin');
  await page.context().addCookies([{ name: LANG_COOKIE, value: 'en', url: page.url() }]);
  await page.goto('/signin');
  const away = await page.evaluate(async () => {
    await document.fonts.ready;
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
    await document.fonts.load(pen.font);
    const {
      fontBoundingBoxAscent: above,
      fontBoundingBoxDescent: below,
      actualBoundingBoxAscent: high,
    } = pen.measureText('0');
    return (above - below - high) / 2;
  });
  // In hundredths of the letters' size: half a pixel of the smallest.
  expect(Math.abs(away)).toBeLessThan(4);
});
