// The silent films of the help pages: a movement on each screen, in both languages.
import type { Browser, Locator, Page } from '@playwright/test';
import { createHand, drawPointer, type Hand } from '../film/pointer';
import { encodeFilm, startRecorder } from '../film/recorder';
import { base, createContext, publish, type Shelf, signIn } from '../stage';
import { type Lang, PATIENCE_MS, settle, side, textOf } from './steps';

const SHELF: Shelf = { folder: 'public/help/films', list: 'features/shell/parts/help-films.json' };
const VIEW = { width: 1200, height: 750 };
const FILM = { width: 960, height: 600 };
const MAX_BYTES = 500 * 1000;
const LOOK_MS = 900;
const END_MS = 2000;
const PROVINCES = 4;
const HOME = '/app/home';

interface Scene {
  page: Page;
  lang: Lang;
  hand: Hand;
  /** Presses the map, so far from its middle. */
  pressMap(...places: (readonly [x: number, y: number])[]): Promise<void>;
  key(keys: string): Promise<void>;
  look(): Promise<void>;
}
interface Film {
  path: string;
  play(scene: Scene): Promise<void>;
}

const WAY = [[-120, -60], [-20, -110], [110, 30]] as const; // biome-ignore format: one shape
const main = (page: Page): Locator => page.getByRole('main').last();
const button = (page: Page, lang: Lang, file: string, key: string): Locator =>
  page
    .getByRole('button', { name: textOf(lang, file, key) })
    .filter({ visible: true })
    .first();

async function choose({ page, hand, look }: Scene, list: number, option: number): Promise<void> {
  await hand.press(main(page).getByRole('combobox').nth(list));
  await hand.press(page.getByRole('option').filter({ visible: true }).nth(option));
  await page.keyboard.press('Escape');
  await look();
}

const FILMS: Record<string, Film> = {
  measurement: {
    path: HOME,
    async play({ key, pressMap, look }) {
      await key('r');
      await pressMap(...WAY);
      await key('Enter');
      await look();
    },
  },
  'draw-tab': {
    path: HOME,
    async play({ page, lang, hand, key, pressMap, look }) {
      await key('Shift+d');
      await hand.press(page.getByRole('button', { name: textOf(lang, 'tools/drawings', 'types.polygon') }).first());
      await pressMap(...WAY);
      await key('Enter');
      await look();
    },
  },
  'edit-record': {
    path: `${HOME}?layer=${PROVINCES}`,
    async play({ key, pressMap, look }) {
      await key('m');
      await pressMap([52, 21]);
      await look();
    },
  },
  'layers-tab': {
    path: HOME,
    async play({ page, hand, look }) {
      const folded = side(page).locator('button[aria-expanded=false]:not([aria-haspopup])');
      for (const place of [3, 0]) {
        await hand.press(folded.nth(place));
        await look();
      }
    },
  },
  rewind: {
    path: '/app/supervision/rewind',
    async play(scene) {
      await choose(scene, 0, 4);
      await choose(scene, 1, 3);
      await scene.hand.press(button(scene.page, scene.lang, 'records', 'rewind.show'));
      await settle(scene.page, true);
      await scene.look();
    },
  },
  print: {
    path: HOME,
    async play({ page, lang, hand, key, pressMap, look }) {
      await key('p');
      await settle(page);
      await hand.press(page.getByText(textOf(lang, 'tools/print', 'portrait'), { exact: true }).first());
      await look();
      await pressMap([-80, -40]);
      await look();
    },
  },
};

async function record(browser: Browser, page: Page, slug: string, { path, play }: Film, lang: Lang): Promise<void> {
  await page.goto(base + path, { waitUntil: 'domcontentloaded' });
  await settle(page, true);
  const recorder = await startRecorder(page, FILM);
  const hand = createHand(page, recorder);
  const look = async () => {
    await settle(page);
    recorder.hold(LOOK_MS);
  };
  await page.mouse.move(VIEW.width / 2, VIEW.height / 2);
  await look();
  await play({
    page,
    lang,
    hand,
    look,
    async key(keys) {
      await page.keyboard.press(keys);
      await page.waitForTimeout(LOOK_MS / 3);
      recorder.hold(LOOK_MS);
      await settle(page);
    },
    async pressMap(...places) {
      const box = await page.getByTestId('map').boundingBox();
      if (!box) throw new Error('no map');
      for (const [x, y] of places) {
        await hand.glide(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
        await hand.click();
        // Two presses in haste are a double click.
        await page.waitForTimeout(LOOK_MS);
      }
    },
  });
  recorder.hold(END_MS);
  const film = await encodeFilm(browser, await recorder.stop(), FILM);
  if (film.length > MAX_BYTES) throw new Error(`${film.length} bytes`);
  publish(SHELF, `${slug}-${lang}`, 'webm', film);
}

async function enter(browser: Browser, lang: Lang): Promise<Page> {
  const context = await createContext(browser, lang, 'dark', VIEW);
  await context.addInitScript(drawPointer);
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  await page.goto(`${base}/signin`);
  await settle(page, true);
  await signIn(page, 'superuser');
  return page;
}

async function recordIn(browser: Browser, lang: Lang, page: Page): Promise<string[]> {
  const only = process.env.ONLY?.split(',');
  const failures: string[] = [];
  for (const [slug, film] of Object.entries(FILMS)) {
    if (only && !only.includes(slug)) continue;
    await record(browser, page, slug, film, lang).catch((cause) => failures.push(`${slug}-${lang}: ${cause}`));
  }
  await page.context().close();
  return failures;
}

/** Both languages at once. Films that could not be made are named at the end. */
export async function takeFilms(browser: Browser): Promise<void> {
  const pages = [['fa', await enter(browser, 'fa')], ['en', await enter(browser, 'en')]] as const; // biome-ignore format: one list
  const failures = await Promise.all(pages.map(([lang, page]) => recordIn(browser, lang, page)));
  if (failures.flat().length > 0) throw new Error(failures.flat().join('\n'));
}
