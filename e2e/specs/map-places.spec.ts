// Places by name in a real browser: their file comes when the search is turned to, and once more where it failed; keys lead there.
import { expect, look, signIn, test, text, toMap } from '../fixtures';

const ARAK = [49.69, 34.09] as const;
const { search } = text.home;

test('a town is found by its name, however it is written, and the map goes there by keys alone', async ({ page }) => {
  let requestCount = 0;
  await page.route('**/base/places.json', (route) => (++requestCount === 1 ? route.abort() : route.continue()));
  await signIn(page);
  await toMap(page);
  expect(requestCount).toBe(0);
  const box = page.getByRole('combobox', { name: search.label });
  await page.keyboard.press('Control+KeyK');
  await expect.poll(() => requestCount).toBe(1);
  await box.fill('اراك');
  // The failure may come after the next key.
  await expect(async () => {
    await box.blur();
    await page.keyboard.press('Control+KeyK');
    expect(requestCount).toBe(2);
  }).toPass();
  const town = page.getByRole('option').filter({ hasText: /مرکزی|Markazi/ });
  await expect(town).toBeVisible();
  // Enter goes to the first of what fits.
  await expect(town).toHaveAttribute('data-combobox-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', /./);
  await box.press('Enter');
  const away = () =>
    page.evaluate(([x, y]) => {
      const [lng, lat] = window.__map?.getView().center ?? [0, 0];
      return Math.max(Math.abs(lng - x), Math.abs(lat - y));
    }, ARAK);
  await expect.poll(away).toBeLessThan(0.1);
  expect(await page.evaluate(() => window.__map?.getView().zoom ?? 0)).toBeGreaterThan(9);
  await expect(page.locator('[data-testid=map] canvas').first()).toBeFocused();

  // A pin marks the place until Esc, and what was chosen is offered again.
  const texts = () => page.evaluate(() => window.__map?.texts() ?? []);
  await expect.poll(texts).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await expect.poll(texts).toEqual([]);
  // From farther away there are other towns to suggest.
  await look(page, ARAK, 6);
  await page.keyboard.press('Control+KeyK');
  await expect(page.getByRole('group', { name: search.kinds.place }).getByRole('option')).not.toHaveCount(0);
  await expect(page.getByRole('group', { name: search.kinds.recent }).getByRole('option')).toHaveCount(1);

  // A written place inside the window is marked there.
  const marked = () => page.evaluate(() => window.__map?.bare().querySourceFeatures('overlay').length ?? 0);
  expect(await marked()).toBe(0);
  await box.fill('34.09, 49.69');
  await expect(page.getByRole('option').filter({ hasText: search.goTo })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await box.press('Enter');
  await expect.poll(marked).toBeGreaterThan(0);
});
