// What holds for every tool of the map: it opens by its key and goes by Esc, a finger reaches all of it on a telephone, nobody is shut out
// by its looks, and it says why when it cannot be used.
import type { Locator, Page } from '@playwright/test';
import { findings, serious } from '../axe';
import { expect, look, signIn, test, text, toMap } from '../fixtures';

const { map } = text;
const rail = (page: Page) => page.getByRole('toolbar', { name: map.toolbar.title }).getByRole('button');
const panel = (page: Page) => page.getByRole('complementary');

const menu = (page: Page) => page.getByRole('menu', { name: map.toolbar.more });
const more = (page: Page) => rail(page).and(page.getByRole('button', { name: map.toolbar.more }));

interface Tool {
  id: string;
  name: string;
  key: string;
}
const named = (places: Locator): Promise<Tool[]> =>
  places.evaluateAll((all) =>
    all.map((b) => ({
      id: b.getAttribute('data-tool') ?? '',
      name: b.getAttribute('aria-label') ?? b.querySelector('[data-menu-item-label]')?.firstChild?.textContent ?? '',
      key: b.getAttribute('aria-keyshortcuts') ?? '',
    })),
  );
/** Those with a place of their own in the rail, then those of its menu. */
async function toolsOf(page: Page): Promise<Tool[]> {
  const first = await named(rail(page).and(page.locator('[data-tool]')));
  await more(page).click();
  await expect(menu(page)).toBeVisible();
  const rest = await named(menu(page).locator('[data-tool]'));
  await expect.poll(() => menu(page).evaluate((list) => list.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(more(page)).toBeFocused();
  return [...first, ...rest];
}
/** `Shift+D` as the keyboard has it. */
const press = (page: Page, { key }: Tool) => page.keyboard.press(key.replace(/(.)$/, 'Key$1'));
const buttonOf = (page: Page, { id }: Tool) => rail(page).and(page.locator(`[data-tool=${id}]`));

test('every tool opens by its key, has a name and a way out, and a switch stays beside it', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  const tools = await toolsOf(page);
  expect(tools.length).toBeGreaterThanOrEqual(17);
  expect(new Set(tools.map(({ key }) => key)).size).toBe(tools.length);
  // The menu gives the focus back once more, some milliseconds after it has closed.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        (document.activeElement as HTMLElement | null)?.blur();
        await new Promise((resolve) => setTimeout(resolve, 50));
        return document.activeElement === document.body;
      }),
    )
    .toBe(true);
  for (const tool of tools) {
    const button = buttonOf(page, tool);
    await press(page, tool);
    await expect(button, tool.name).toHaveAttribute('aria-pressed', 'true');
    if (tool.id === 'maptip') {
      await press(page, tool);
    } else {
      await expect(page.getByRole('heading', { name: tool.name, exact: true })).toBeVisible();
      // The keyboard is where the tool is.
      await expect.poll(() => panel(page).evaluate((aside) => aside.contains(document.activeElement))).toBe(true);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { name: tool.name, exact: true })).toHaveCount(0);
    }
    await expect(page.locator(`[data-tool=${tool.id}][aria-pressed=true]`), tool.name).toHaveCount(0);
  }
});

test('the rail is one stop of Tab with arrows, its menu leads to the panel, and the map is two keys away', async ({
  page,
}) => {
  await signIn(page);
  await toMap(page);
  await page.locator('#content').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: text.home.skipToMap })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-testid=map] canvas').first()).toBeFocused();
  expect(await rail(page).evaluateAll((all) => all.filter((b) => (b as HTMLButtonElement).tabIndex === 0).length)).toBe(
    1,
  );
  const first = rail(page).first();
  await first.focus();
  await page.keyboard.press('ArrowUp');
  await expect(rail(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
  await expect(more(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  const item = menu(page).locator('[data-tool=grid]');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: map.tools.grid.title })).toBeVisible();
  await expect.poll(() => panel(page).evaluate((aside) => aside.contains(document.activeElement))).toBe(true);
  // Its button goes with it, and the focus does not go with the button.
  await rail(page).and(page.locator('[data-tool=grid]')).click();
  await expect(more(page)).toBeFocused();
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'light' });

  test('every tool is reached by a finger, fits the screen and shuts nobody out', async ({ page }) => {
    await signIn(page);
    await toMap(page);
    for (const tool of await toolsOf(page)) {
      const { id, name } = tool;
      const button = buttonOf(page, tool);
      if (!(await button.isVisible())) await more(page).tap();
      await page.locator(`[data-tool=${id}]`).tap();
      await expect(button, name).toHaveAttribute('aria-pressed', 'true');
      if (id !== 'maptip') {
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
        // A finger does not click.
        expect((await panel(page).getByRole('status').allTextContents()).join()).not.toMatch(/کلیک|click/i);
        const wide = await panel(page).evaluate(
          (aside) =>
            [aside, ...aside.querySelectorAll('*')].filter((e) => {
              const { overflowX } = getComputedStyle(e);
              return e.scrollWidth > e.clientWidth + 1 && (overflowX === 'auto' || overflowX === 'scroll');
            }).length,
        );
        expect(wide, `${name} scrolls sideways`).toBe(0);
        expect(await serious(page), name).toEqual([]);
        expect(await findings(page, ['target-size']), name).toEqual([]);
      }
      await button.tap();
    }
  });

  test('a tool that cannot be used says why, to a finger and to a key', async ({ page }) => {
    await signIn(page, 'viewer');
    await toMap(page);
    const button = rail(page).and(page.locator('[data-tool=styling]'));
    await button.tap({ force: true });
    await expect(page.getByRole('tooltip')).toContainText(map.tools.reasons.noStylable);
    await page.keyboard.press('KeyY');
    await expect(page.getByRole('status').filter({ hasText: map.tools.reasons.noStylable })).toBeVisible();
    await expect(panel(page).getByRole('heading', { name: map.tools.styling.title })).toHaveCount(0);
  });
});

test('keys pick what is in the middle, and list what is in view', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, [51.39, 35.7], 10);
  const canvas = page.locator('[data-testid=map] canvas').first();
  await canvas.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('region', { name: 'تهران' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(canvas).toBeFocused();

  await look(page, [53, 33.5], 5);
  await canvas.focus();
  await page.keyboard.press('KeyL');
  const cities = panel(page).getByRole('region', { name: 'شهرها', exact: true });
  await expect(panel(page).getByRole('listitem').getByRole('button').first()).toBeFocused();
  await cities.getByRole('button', { name: 'اصفهان' }).focus();
  await page.keyboard.press('Enter');
  await expect(cities.getByRole('button', { name: 'اصفهان' })).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => page.evaluate(() => window.__map?.getView().zoom ?? 0)).toBeGreaterThan(10);
  // The list stays as it was asked for, until it is asked for again.
  await expect(cities.getByRole('listitem')).toHaveCount(3);
  await panel(page).getByRole('button', { name: map.tools.identify.inView }).press('Enter');
  await expect(cities.getByRole('listitem')).toHaveCount(1);
  expect(await serious(page)).toEqual([]);
});
