// The landing page of a public host: readable on a phone and a desk, in both languages, with plans, and without faults for axe.
import { serious } from '../axe';
import { expect, test } from '../fixtures';

for (const [lang, plan, start] of [
  ['fa', 'پیشرفتهٔ یک‌ماهه', 'شروع رایگان ۱۵ روزه'],
  ['en', 'پیشرفتهٔ یک‌ماهه', 'Start your free 15-day trial'],
] as const)
  test(`the landing page in ${lang}`, async ({ page, context, baseURL }) => {
    expect((await page.goto('/homepage'))?.status(), 'no public host').toBe(404);
    const open = (baseURL ?? '').replace('localhost', '127.0.0.1');
    await context.addCookies([{ name: 'lang', value: lang, url: open }]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const answer = await page.goto(`${open}/homepage`);
      expect(answer?.status()).toBe(200);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.getByText(plan)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      for (const picture of await page.locator('main img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(600);
      }
      expect(await serious(page)).toEqual([]);
    }
    await page.getByRole('link', { name: start }).first().click();
    await page.waitForURL('**/signin?mode=register');
  });
