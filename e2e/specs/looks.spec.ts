// What holds for the looks of the map's frame, measured: places, sizes, digits.
import type { Page } from '@playwright/test';
import { expect, look, signIn, test, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
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
