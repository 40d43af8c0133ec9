// What the pictures of the help pages are reached by.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { base, SETTLE_MS } from '../stage';

export type Lang = 'fa' | 'en';
export interface Shot {
  path: string;
  /** Leads from the screen to what the page is about. */
  steps?: (page: Page, lang: Lang) => Promise<void>;
  /** Takes away what the steps have made, after the picture. */
  after?: (page: Page) => Promise<void>;
  /** The screen has a map, which is drawn slowly here. */
  hasMap?: true;
}

const QUIET_MS = 1200;
/** The first page of a language waits for all of the program. */
export const PATIENCE_MS = 90_000;
/** What stands in the place of what is still to come. */
const WAITING = '.mantine-Skeleton-root, [aria-busy=true]';

/** Waits until nothing on the page is still to come. */
export async function settle(page: Page, hasMap = false): Promise<void> {
  await page.waitForTimeout(hasMap ? SETTLE_MS : QUIET_MS);
  await page.locator(WAITING).filter({ visible: true }).first().waitFor({ state: 'detached', timeout: PATIENCE_MS });
  await page.waitForTimeout(QUIET_MS / 3);
}

export async function open(page: Page, { path, hasMap, steps }: Shot, lang: Lang): Promise<void> {
  await page.goto(base + path, { waitUntil: 'domcontentloaded' });
  await settle(page, hasMap);
  await steps?.(page, lang);
  await settle(page);
}

/** A text of the product, by its file and the keys in it. */
export function textOf(lang: Lang, file: string, keys: string): string {
  const texts: unknown = JSON.parse(readFileSync(`messages/${lang}/${file}.json`, 'utf8'));
  const text = keys.split('.').reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], texts);
  if (typeof text !== 'string') throw new Error(`${file} has no text ${keys}`);
  return text;
}

/** Presses buttons by the texts that they carry, one after another. */
export const pressing =
  (file: string, ...keys: string[]): NonNullable<Shot['steps']> =>
  async (page, lang) => {
    for (const key of keys) {
      // What a message says before its first argument.
      const [start = ''] = textOf(lang, file, key).split('{');
      const name = new RegExp(`^\\s*${start.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}`);
      const button = page
        .getByRole('button', { name })
        .or(page.getByRole('tab', { name }))
        .or(page.getByRole('radio', { name }));
      await button.filter({ visible: true }).first().click();
      await settle(page);
    }
  };

/** Does one after another. */
export const inTurn =
  (...steps: NonNullable<Shot['steps']>[]): NonNullable<Shot['steps']> =>
  async (page, lang) => {
    for (const step of steps) await step(page, lang);
  };

export const side = (page: Page): Locator => page.getByRole('complementary').first();

/** Presses the map, so far from its middle. */
export async function pressMap(page: Page, ...places: (readonly [x: number, y: number])[]): Promise<void> {
  const box = await page.getByTestId('map').boundingBox();
  if (!box) throw new Error('no map');
  for (const [x, y] of places) {
    await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
    // Two presses in haste are a double click.
    await page.waitForTimeout(QUIET_MS / 2);
  }
}

/** Presses keys of the screen, then does the rest. */
export const byKey =
  (key: string, rest?: Shot['steps']): NonNullable<Shot['steps']> =>
  async (page, lang) => {
    await page.keyboard.press(key);
    await settle(page);
    await rest?.(page, lang);
  };
