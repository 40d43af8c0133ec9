// Takes the README's pictures from the running product: start it with CAPTCHA=auto, then `npm run pictures`.
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { DEMO_PASSWORD } from '../backend/seed/demo';
import { findChromium } from './chromium.mjs';

const base = process.env.BASE_URL ?? 'http://localhost:3000';
const out = process.env.OUT ?? 'docs/pictures';
const SETTLE_MS = 6000;

const SCREENS = [
  ['signin', '/signin'],
  ['home', '/app/home'],
  ['layer-data', '/app/layer-data/1'],
  ['layer-import', '/app/layer-import/upload'],
  ['layers', '/app/layers'],
] as const;
const SHOTS = (process.env.SHOTS ?? 'fa-dark-1440x900,en-light-1440x900').split(',');

mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  ...((await findChromium()) ? { executablePath: (await findChromium()) as string } : {}),
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
    '--disable-background-networking',
    '--no-first-run',
  ],
});
for (const shot of SHOTS) {
  const [lang = 'fa', theme = 'dark', size = '1440x900'] = shot.split('-');
  const [width = 1440, height = 900] = size.split('x').map(Number);
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addCookies([{ name: 'lang', value: lang, url: base }]);
  await context.addInitScript(
    (name) => localStorage.setItem('theme', name),
    theme === 'dark' ? 'dark-indigo' : 'light',
  );
  // The street map needs the internet: pictures are made with the base map that does not.
  await context.addInitScript(() =>
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'natural' }, version: 0 })),
  );
  const page = await context.newPage();
  for (const [name, path] of SCREENS) {
    await page.goto(base + path);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: `${out}/${name}-${lang}-${theme}${width === 1440 ? '' : `-${width}`}.png` });
    if (name !== 'signin') continue;
    await page.locator('input[autocomplete=username]').fill('editor');
    await page.locator('input[autocomplete=current-password]').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/home');
  }
  await context.close();
}
await browser.close();
