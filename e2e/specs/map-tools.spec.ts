// What holds for every tool of the map: it opens by its key and goes by Esc, a finger reaches all of it on a telephone, nobody is shut out
// by its looks, and it says why when it cannot be used.
import type { Page } from '@playwright/test';
import { findings, serious } from '../axe';
import { expect, signIn, test, text, toMap } from '../fixtures';

const { map } = text;
const rail = (page: Page) => page.getByRole('toolbar', { name: map.toolbar.title }).getByRole('button');
const panel = (page: Page) => page.getByRole('complementary');

interface Tool {
  name: string;
  key: string;
}
const toolsOf = (page: Page): Promise<Tool[]> =>
  rail(page).evaluateAll((all) =>
    all.map((b) => ({ name: b.getAttribute('aria-label') ?? '', key: b.getAttribute('aria-keyshortcuts') ?? '' })),
  );
/** `Shift+D` as the keyboard has it. */
const press = (page: Page, { key }: Tool) => page.keyboard.press(key.replace(/(.)$/, 'Key$1'));

test('every tool opens by its key, has a name and a way out, and a switch stays beside it', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  const tools = await toolsOf(page);
  expect(tools.length).toBeGreaterThanOrEqual(17);
  expect(new Set(tools.map(({ key }) => key)).size).toBe(tools.length);
  for (const tool of tools) {
    const button = rail(page).and(page.getByRole('button', { name: tool.name, exact: true }));
    await press(page, tool);
    await expect(button, tool.name).toHaveAttribute('aria-pressed', 'true');
    if (tool.name === map.tools.maptip.title) {
      await press(page, tool);
    } else {
      await expect(page.getByRole('heading', { name: tool.name, exact: true })).toBeVisible();
      // The keyboard is where the tool is.
      await expect.poll(() => panel(page).evaluate((aside) => aside.contains(document.activeElement))).toBe(true);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { name: tool.name, exact: true })).toHaveCount(0);
    }
    await expect(button, tool.name).toHaveAttribute('aria-pressed', 'false');
  }
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'light' });

  test('every tool is reached by a finger, fits the screen and shuts nobody out', async ({ page }) => {
    await signIn(page);
    await toMap(page);
    for (const { name } of await toolsOf(page)) {
      const button = rail(page).and(page.getByRole('button', { name, exact: true }));
      await button.tap();
      await expect(button, name).toHaveAttribute('aria-pressed', 'true');
      if (name !== map.tools.maptip.title) {
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
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
    const button = rail(page).and(page.getByRole('button', { name: new RegExp(`^${map.tools.styling.title}`) }));
    await button.tap({ force: true });
    await expect(page.getByRole('tooltip')).toContainText(map.tools.reasons.noStylable);
    await page.keyboard.press('KeyY');
    await expect(page.getByRole('status').filter({ hasText: map.tools.reasons.noStylable })).toBeVisible();
    await expect(panel(page).getByRole('heading', { name: map.tools.styling.title })).toHaveCount(0);
  });
});
