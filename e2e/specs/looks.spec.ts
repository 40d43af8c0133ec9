// What holds for the looks of the map's frame, measured: places, sizes, digits.
import type { Page } from '@playwright/test';
import { expect, signIn, test, toMap } from '../fixtures';

const panel = (page: Page) => page.getByRole('complementary');

test('every panel has its primary button at the same place, in sight at 900 pixels', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  const places: string[] = [];
  for (const key of ['KeyA', 'KeyB', 'KeyP', 'KeyY', 'KeyR', 'KeyG']) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    const first = panel(page).locator('footer button').first();
    await expect(first, key).toBeInViewport();
    const box = await first.boundingBox();
    const edge = await panel(page).boundingBox();
    if (!box || !edge) throw new Error(key);
    const atStart = edge.x + edge.width - box.x - box.width;
    places.push(`${Math.round(atStart)} ${Math.round(edge.y + edge.height - box.y - box.height)}`);
  }
  expect(new Set(places).size, places.join(', ')).toBe(1);
});
