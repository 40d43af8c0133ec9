// The pictures of the help pages: each at the end of a few steps on its screen, in both languages.
import type { Browser, Page } from '@playwright/test';
import { base, createContext, publish, type Shelf, shoot, signIn } from '../stage';
import { MAP_PAGES } from './map';
import { SCREEN_PAGES } from './screens';
import { SERVICE_PAGES } from './services';
import { type Lang, open, PATIENCE_MS, type Shot, settle } from './steps';

const SHELF: Shelf = { folder: 'public/help/pictures', list: 'features/shell/parts/help-pictures.json' };
const SIZE = { width: 1200, height: 750 };
const QUALITY = 55;
const MAX_BYTES = 50 * 2 ** 10;
/** A map of many colours is drawn with less detail. */
const LOWER_QUALITY = 30;
const PAGES = Object.entries({ ...MAP_PAGES, ...SCREEN_PAGES, ...SERVICE_PAGES });

async function put(page: Page, slug: string, lang: Lang): Promise<void> {
  const picture = await shoot(page, QUALITY);
  publish(SHELF, `${slug}-${lang}`, 'webp', picture.length <= MAX_BYTES ? picture : await shoot(page, LOWER_QUALITY));
}

async function takeIn(browser: Browser, lang: Lang): Promise<string[]> {
  const only = process.env.ONLY?.split(',');
  const isAsked = (slug: string) => !only || only.includes(slug);
  const failures: string[] = [];
  const context = await createContext(browser, lang, 'dark', SIZE);
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  await page.goto(`${base}/signin`);
  await settle(page, true);
  if (isAsked('signin')) await put(page, 'signin', lang);
  await signIn(page, 'superuser');
  for (const [slug, shot] of PAGES satisfies [string, Shot][]) {
    if (!isAsked(slug)) continue;
    try {
      await open(page, shot, lang);
      await put(page, slug, lang);
      await shot.after?.(page);
    } catch (cause) {
      failures.push(`${slug}-${lang}: ${cause instanceof Error ? cause.message.slice(0, 300) : cause}`);
    }
  }
  await context.close();
  return failures;
}

/** Both languages at once: a screen mostly waits. Pages that could not be reached are named at the end. */
export async function takeHelp(browser: Browser): Promise<void> {
  const failures = await Promise.all((['fa', 'en'] as const).map((lang) => takeIn(browser, lang)));
  if (failures.flat().length > 0) throw new Error(failures.flat().join('\n'));
}
