// The pictures of the landing page: each at the end of a few steps on a screen, in both languages and both themes.
import type { Browser, Page } from '@playwright/test';
import enRecords from '../../messages/en/records.json';
import faRecords from '../../messages/fa/records.json';
import { at, createContext, LANDING_SHELF, publish, SETTLE_MS, type Shade, shoot, signIn } from './stage';

const SIZE = { width: 1200, height: 750 };
const QUALITY = 62;
/** What a message says before its first argument. */
const startOf = (message: string) => new RegExp(`^${message.split('{')[0]}`);

/** From the middle of the map to the inside of one of Iran's provinces, away from any town. */
const TO_PROVINCE = [52, 21] as const;
const CITIES = 1;
/** Layers whose legends are unfolded, by their place in the list. */
const UNFOLDED = [3, 0];

const TEXTS = {
  fa: { records: faRecords },
  en: { records: enRecords },
};
type Texts = (typeof TEXTS)['fa'];
type Steps = (page: Page, text: Texts) => Promise<void>;

const LANDING: Record<'map' | 'edit' | 'table' | 'review', Steps> = {
  /** The layers with two of their legends. */
  async map(page) {
    await at(page, '/app/home');
    const folded = page.getByRole('complementary').locator('button[aria-expanded=false]:not([aria-haspopup])');
    for (const place of UNFOLDED) await folded.nth(place).click();
    await page.waitForTimeout(SETTLE_MS / 4);
  },
  /** A province in hand, with its form. */
  async edit(page, text) {
    await at(page, '/app/home');
    const map = await page.getByTestId('map').boundingBox();
    if (!map) throw new Error('no map');
    await page.mouse.click(map.x + map.width / 2 + TO_PROVINCE[0], map.y + map.height / 2 + TO_PROVINCE[1]);
    await page.getByRole('complementary').getByRole('button', { name: text.records.form.locate }).click();
    await page.getByRole('button', { name: text.records.facts.edit }).click();
    await page.waitForTimeout(SETTLE_MS / 2);
  },
  /** The records of a layer with the numbers of one column. */
  async table(page, text) {
    await at(page, `/app/layer-data/${CITIES}`);
    await page
      .getByRole('button', { name: startOf(text.records.column.menu) })
      .last()
      .click();
    await page.getByRole('menuitem', { name: text.records.column.statistics }).click();
    await page.getByText(text.records.statistics.sum, { exact: true }).waitFor();
  },
  /** What each role may do with a layer. */
  review: (page) => at(page, `/app/layers?open=${CITIES}`),
};

export async function takeLanding(browser: Browser): Promise<void> {
  const only = process.env.ONLY?.split(',');
  for (const lang of ['fa', 'en'] as const)
    for (const shade of ['dark', 'light'] satisfies Shade[]) {
      const context = await createContext(browser, lang, shade, SIZE);
      const page = await context.newPage();
      await at(page, '/signin');
      await signIn(page, 'superuser');
      for (const [name, reach] of Object.entries(LANDING)) {
        if (only && !only.includes(name)) continue;
        await reach(page, TEXTS[lang]);
        await page.mouse.move(0, 0);
        publish(LANDING_SHELF, `${name}-${lang}-${shade}`, 'webp', await shoot(page, QUALITY));
      }
      await context.close();
    }
}
