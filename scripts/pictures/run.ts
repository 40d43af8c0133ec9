// Takes pictures of the running product: start it with CAPTCHA=auto, then `npm run pictures` for those of the README, `npm run pictures --
// landing` for those of the landing page in both languages and themes, `npm run pictures -- film` for its film, `npm run pictures --
// help` for those of the help pages, `npm run pictures -- films` for their films; ONLY=name,name takes some of them again.
import { mkdirSync } from 'node:fs';
import { recordFilm } from './film/film';
import { takeFilms } from './help/films';
import { takeHelp } from './help/take';
import { takeLanding } from './landing';
import { at, createContext, openBrowser, type Shade, signIn } from './stage';

const out = process.env.OUT ?? 'docs/pictures';
const SCREENS = [
  ['signin', '/signin'],
  ['home', '/app/home'],
  ['layer-data', '/app/layer-data/1'],
  ['layer-import', '/app/layer-import/upload'],
  ['layers', '/app/layers'],
] as const;
const SHOTS = (process.env.SHOTS ?? 'fa-dark-1440x900,en-light-1440x900').split(',');

const browser = await openBrowser();

async function takeReadme(shot: string): Promise<void> {
  const [lang = 'fa', theme = 'dark', size = '1440x900'] = shot.split('-');
  const [width = 1440, height = 900] = size.split('x').map(Number);
  const suffix = `${lang}-${theme}${width === 1440 ? '' : `-${width}`}`;
  const context = await createContext(browser, lang, theme as Shade, { width, height });
  const page = await context.newPage();
  for (const [name, path] of SCREENS) {
    await at(page, path);
    await page.screenshot({ path: `${out}/${name}-${suffix}.png` });
    if (name === 'signin') await signIn(page, 'superuser');
  }
  // The addresses of a published layer, ready to copy into QGIS.
  await at(page, '/app/layer-publish?open=1');
  await page.locator('code').last().scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${out}/publish-${suffix}.png` });
  await context.close();
}

try {
  if (process.argv.includes('landing')) await takeLanding(browser);
  else if (process.argv.includes('help')) await takeHelp(browser);
  else if (process.argv.includes('films')) await takeFilms(browser);
  else if (process.argv.includes('film')) await recordFilm(browser);
  else {
    mkdirSync(out, { recursive: true });
    for (const shot of SHOTS) await takeReadme(shot);
  }
} finally {
  await browser.close();
}
