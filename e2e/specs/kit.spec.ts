// The larger shared parts on a page of their own: what a plain map draws, row moves by keys, and a chart as a picture.
import { readFile } from 'node:fs/promises';
import { expect, test, text } from '../fixtures';

test('a plain map draws its sets, takes the middle by Enter, and a row moves by its keys', async ({ page }) => {
  await page.goto('/dev/kit');
  const map = page.getByTestId('plain-map').first();
  await expect
    .poll(() => map.evaluate((element) => element.__rendered?.() ?? {}))
    .toEqual({ region: [1], before: [2], after: [3], found: [4, 5], track: [6] });
  await map.getByRole('region', { name: text.map.title }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('picked')).toHaveText('after 3');

  const diff = page.getByTestId('plain-map').nth(1);
  const view = page.getByRole('radiogroup', { name: text.map.diff.switch }).first();
  await view.locator('label', { hasText: text.map.diff.after }).click();
  await expect.poll(() => diff.evaluate((element) => element.__rendered?.() ?? {})).toEqual({ after: [1] });

  const list = page.getByRole('list', { name: text.common.all, exact: true });
  const move = (name: string) =>
    list.getByRole('button', { name: text.common.sort.move.replace('{name}', name), exact: false });
  await move(text.common.save).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(list.getByRole('listitem').nth(1)).toContainText(text.common.save);
  await expect(move(text.common.save)).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text.common.chart.png }).first().click();
  const png = await readFile(await (await download).path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});
