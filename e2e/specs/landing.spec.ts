// The landing page of a public host: readable on a phone and a desk, in both languages, with plans, and without faults for axe.
import type { Page } from '@playwright/test';
import { latinDigits } from '../../contract/digits';
import landing from '../../messages/fa/landing.json' with { type: 'json' };
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
      // Its numbers are those of the plans that are sold.
      const words = latinDigits(await page.locator('#plans').innerText()).replace(/(?<=\d)[^\d\s](?=\d{3})/g, '');
      for (const { price, layer_limit } of await (await page.request.get(`${open}/api/plan/`)).json())
        for (const number of price > 0 ? [price / 10, layer_limit] : [])
          expect(words).toMatch(new RegExp(`\\b${number}\\b`));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      for (const picture of await page.locator('main img:visible').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(600);
      }
      expect(await serious(page)).toEqual([]);
    }
    await page.getByRole('link', { name: start }).first().click();
    await page.waitForURL('**/signin?mode=register');
  });

const filmOf = (page: Page) => page.locator('main video');
const isPaused = (page: Page) => filmOf(page).evaluate((video: HTMLVideoElement) => video.paused);

test('the pictures of the landing page go with the theme, and only those of the theme are loaded', async ({
  page,
  baseURL,
}) => {
  const open = (baseURL ?? '').replace('localhost', '127.0.0.1');
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/landing/')) files.push(request.url());
  });
  await page.addInitScript(() => localStorage.setItem('theme', 'light-indigo'));
  await page.goto(`${open}/homepage`);
  for (const picture of await page.locator('main img:visible').all()) await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => files.filter((file) => file.includes('-light-')).length).toBe(4);
  expect(files.filter((file) => file.includes('-dark-'))).toEqual([]);
});

test('the film of the landing page runs in view, stops by its button, and stands still for whoever wants no motion', async ({
  page,
  baseURL,
}) => {
  const open = (baseURL ?? '').replace('localhost', '127.0.0.1');
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.webm')) files.push(request.url());
  });
  const play = page.getByRole('button', { name: landing.film.play });
  const pause = page.getByRole('button', { name: landing.film.pause });
  // These tests ask for no motion.
  await page.goto(`${open}/homepage`);
  await page.getByAltText(landing.film.alt).scrollIntoViewIfNeeded();
  await expect(play).toBeVisible();
  await page.waitForTimeout(1000);
  expect(await isPaused(page)).toBe(true);
  expect(files).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // A reload would go back to where the film is in view.
  await page.evaluate(() => scrollTo(0, 0));
  await page.reload();
  expect(files, 'not on the first paint').toEqual([]);
  await page.getByAltText(landing.film.alt).scrollIntoViewIfNeeded();
  await expect(pause).toBeVisible();
  await expect.poll(() => filmOf(page).evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
  expect(files.length).toBeGreaterThan(0);
  await pause.click();
  await expect(play).toBeVisible();
  expect(await isPaused(page)).toBe(true);

  const film = await page.request.get(files[0] ?? '', { headers: { range: 'bytes=0-99' } });
  expect(film.status()).toBe(206);
  expect(film.headers()).toMatchObject({ 'content-type': 'video/webm' });
  expect(film.headers()['cache-control']).toContain('immutable');
  const size = Number(film.headers()['content-range']?.split('/')[1]);
  expect(size).toBeGreaterThan(100_000);
  expect(size).toBeLessThanOrEqual(1.5 * 2 ** 20);
});
