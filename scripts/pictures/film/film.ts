// The film of the landing page: from a table of stations to a styled layer on the map, taken from the running product.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { createTranslator } from 'next-intl';
import common from '../../../messages/fa/common.json';
import home from '../../../messages/fa/home.json';
import layerBuilder from '../../../messages/fa/layer-builder.json';
import styling from '../../../messages/fa/tools/styling.json';
import { at, base, createContext, LANDING_SHELF, publish, SETTLE_MS, shoot, signIn } from '../stage';
import { createHand, drawPointer } from './pointer';
import { encodeFilm, type Recorder, startRecorder } from './recorder';
import { layer as LAYER } from './words.json';

const VIEW = { width: 1200, height: 750 };
const FILM = { width: 960, height: 600 };
const STILL_QUALITY = 55;
const MAX_BYTES = 1.5 * 2 ** 20;
/** Long enough to see what stands there. */
const LOOK_MS = 900;
const END_MS = 2500;

async function play(page: Page, recorder: Recorder): Promise<void> {
  const { press } = createHand(page, recorder);
  const t = createTranslator({ locale: 'fa', messages: layerBuilder });
  const panel = page.getByRole('complementary');
  recorder.hold(LOOK_MS);
  await press(panel.getByRole('button', { name: home.layers.add }));
  const choosing = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: common.fileDrop.choose }));
  const buffer = readFileSync(new URL('./stations.csv', import.meta.url));
  await (await choosing).setFiles({ name: `${LAYER}.csv`, mimeType: 'text/csv', buffer });
  const start = page.getByRole('button', { name: t('look.start', { count: 1, n: '1' }) });
  await start.waitFor();
  recorder.hold(LOOK_MS * 2);
  await press(start);
  await page.waitForURL('**/app/home?layer=*');
  await page.waitForTimeout(SETTLE_MS);
  recorder.hold(LOOK_MS);
  const row = panel.getByRole('group', { name: LAYER });
  await press(row.getByRole('button', { name: home.layers.acts.style }));
  await page.waitForTimeout(SETTLE_MS / 3);
  await press(panel.getByText(styling.kinds.categorised, { exact: true }));
  await page.waitForTimeout(SETTLE_MS / 2);
  recorder.hold(LOOK_MS);
  await press(panel.getByRole('button', { name: styling.save, exact: true }));
  await page.waitForTimeout(SETTLE_MS / 2);
  recorder.hold(END_MS);
}

/** Takes away the layer of this take, so that the next one finds the product as it was. */
async function removeLayer(page: Page, token: string): Promise<void> {
  const layer = new URL(page.url()).searchParams.get('layer');
  await page.request.delete(`${base}/api/layer/${layer}/`, { headers: { 'x-csrftoken': token, origin: base } });
}

export async function recordFilm(browser: Browser): Promise<void> {
  const context = await createContext(browser, 'fa', 'dark', VIEW);
  await context.addInitScript(drawPointer);
  const page = await context.newPage();
  await at(page, '/signin');
  await signIn(page, 'superuser');
  await page.waitForTimeout(SETTLE_MS * 2);
  // The towns of the demo lie where the stations come.
  const [hideWorld] = home.layers.hideGroup.split('{');
  await page
    .getByRole('button', { name: new RegExp(`^${hideWorld}`) })
    .first()
    .click();
  await page.waitForTimeout(SETTLE_MS / 3);
  const saving = page.waitForRequest((request) => request.headers()['x-csrftoken'] !== undefined);
  const recorder = await startRecorder(page, FILM);
  await play(page, recorder);
  const frames = await recorder.stop();
  publish(LANDING_SHELF, 'still', 'webp', await shoot(page, STILL_QUALITY));
  await removeLayer(page, (await saving).headers()['x-csrftoken'] ?? '');
  await context.close();
  const film = await encodeFilm(browser, frames, FILM);
  const seconds = Math.round(frames.reduce((sum, { ms }) => sum + ms, 0) / 1000);
  if (film.length > MAX_BYTES) throw new Error(`the film of ${seconds} s has ${film.length} bytes`);
  publish(LANDING_SHELF, 'film', 'webm', film);
  process.stdout.write(`${frames.length} frames, ${seconds} s\n`);
}
