// What pictures and the film start from: a browser, a language, a theme, somebody who has signed in, and a folder of files by their hash.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../backend/seed/demo';
import { findChromium } from '../chromium.mjs';

export const base = process.env.BASE_URL ?? 'http://localhost:3000';
/** Enough for a map that is drawn without a graphics card; a slower computer needs more. */
export const SETTLE_MS = Number(process.env.SETTLE_MS ?? 6000);

const HASH_LENGTH = 10;

/** A folder of pictures, and the list that says which file shows what. */
export interface Shelf {
  folder: string;
  list: string;
}
export const LANDING_SHELF: Shelf = { folder: 'public/landing', list: 'features/landing/parts/pictures.json' };

export type Size = { width: number; height: number };
export type Shade = 'dark' | 'light';

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
}

/** A signed-out browser with a language and a theme. */
export async function createContext(
  browser: Browser,
  lang: string,
  shade: Shade,
  viewport: Size,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: 'lang', value: lang, url: base }]);
  await context.addInitScript((name) => localStorage.setItem('theme', name), `${shade}-indigo`);
  // The street map needs the internet: pictures are made with the base map that does not.
  await context.addInitScript(() =>
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'natural' }, version: 0 })),
  );
  return context;
}

export async function at(page: Page, path: string): Promise<void> {
  await page.goto(base + path);
  await page.waitForTimeout(SETTLE_MS);
}

export async function signIn(page: Page, username = 'editor'): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[autocomplete=current-password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/home');
}

/** Puts a file in the place of its last version; its hash in the name lets browsers keep it. */
export function publish(shelf: Shelf, name: string, ending: 'webp' | 'webm', bytes: Uint8Array): void {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
  const list = JSON.parse(readFileSync(shelf.list, 'utf8')) as Record<string, string>;
  const file = `${name}-${hash}.${ending}`;
  for (const old of readdirSync(shelf.folder)) if (old === list[name] && old !== file) rmSync(`${shelf.folder}/${old}`);
  writeFileSync(`${shelf.folder}/${file}`, bytes);
  const entries = Object.entries({ ...list, [name]: file }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(shelf.list, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
  process.stdout.write(`${file} ${Math.round(bytes.length / 1024)} kB\n`);
}

/** The page as a WebP picture. */
export async function shoot(page: Page, quality: number): Promise<Uint8Array> {
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality });
  await client.detach();
  return Buffer.from(data, 'base64');
}
