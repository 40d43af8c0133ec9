// Takes the README's pictures from the running product: start it with CAPTCHA=auto, then `npm run pictures`. `npm run pictures -- landing`
// takes those of the landing page.
import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
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

/** What the landing page shows: each at the end of a few steps on a screen. */
const LANDING: Record<string, (page: Page) => Promise<void>> = {
  map: (page) => at(page, '/app/home'),
  async edit(page) {
    await at(page, '/app/home');
    await page.keyboard.press('KeyD');
    await page.waitForTimeout(SETTLE_MS / 3);
  },
  table: (page) => at(page, '/app/layer-data/1'),
  review: (page) => at(page, '/app/layers'),
};
async function at(page: Page, path: string): Promise<void> {
  await page.goto(base + path);
  await page.waitForTimeout(SETTLE_MS);
}
async function signIn(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('editor');
  await page.locator('input[autocomplete=current-password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/home');
}

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
/** A signed-out browser with a language and a theme. */
async function createContext(lang: string, theme: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: 'lang', value: lang, url: base }]);
  await context.addInitScript(
    (name) => localStorage.setItem('theme', name),
    theme === 'dark' ? 'dark-indigo' : 'light',
  );
  // The street map needs the internet: pictures are made with the base map that does not.
  await context.addInitScript(() =>
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'natural' }, version: 0 })),
  );
  return context;
}

async function readme(shot: string): Promise<void> {
  const [lang = 'fa', theme = 'dark', size = '1440x900'] = shot.split('-');
  const [width = 1440, height = 900] = size.split('x').map(Number);
  const context = await createContext(lang, theme, { width, height });
  const page = await context.newPage();
  for (const [name, path] of SCREENS) {
    await at(page, path);
    await page.screenshot({ path: `${out}/${name}-${lang}-${theme}${width === 1440 ? '' : `-${width}`}.png` });
    if (name === 'signin') await signIn(page);
  }
  await context.close();
}

async function landing(lang: string): Promise<void> {
  const context = await createContext(lang, 'dark', { width: 1200, height: 750 });
  const page = await context.newPage();
  await at(page, '/signin');
  await signIn(page);
  for (const [name, reach] of Object.entries(LANDING)) {
    await reach(page);
    await page.screenshot({ path: `public/landing/${name}-${lang}.jpg`, type: 'jpeg', quality: 78 });
  }
  await context.close();
}

if (process.argv.includes('landing')) for (const lang of ['fa', 'en']) await landing(lang);
else for (const shot of SHOTS) await readme(shot);
await browser.close();
