// Help pages of layers that a map service draws. The service is one of our own, for as long as the picture takes.
import type { Page } from '@playwright/test';
import { base } from '../stage';
import { type MapService, startService } from './service';
import { type Lang, pressing, type Shot, settle } from './steps';
import words from './words.json';

const BUILDER = '/app/layer-builder-wms';
const main = (page: Page) => page.getByRole('main').last();

/** Reads the list of the service and shows two of its layers on the map. */
async function readService(page: Page, lang: Lang, { url }: MapService): Promise<void> {
  await main(page).getByRole('textbox').first().fill(url);
  await pressing('layer-sources', 'service.read')(page, lang);
  await main(page).getByRole('checkbox').first().check();
  await main(page).getByRole('textbox').filter({ visible: true }).last().fill(words[lang].layer);
  await pressing('layer-sources', 'service.try')(page, lang);
  await settle(page, true);
}

const services = new WeakMap<Page, MapService>();
const removals = new WeakMap<Page, () => Promise<unknown>>();

export const SERVICE_PAGES: Record<string, Shot> = {
  'layer-builder-wms': {
    path: BUILDER,
    async steps(page, lang) {
      const service = await startService();
      services.set(page, service);
      await readService(page, lang, service);
    },
    after: async (page) => services.get(page)?.close(),
  },
  'wms-editor': {
    path: BUILDER,
    async steps(page, lang) {
      const service = await startService();
      services.set(page, service);
      await readService(page, lang, service);
      const saving = page.waitForRequest((request) => request.headers()['x-csrftoken'] !== undefined);
      await pressing('layer-sources', 'service.create')(page, lang);
      await page.waitForURL('**/app/home?layer=*');
      const layer = new URL(page.url()).searchParams.get('layer');
      const headers = { 'x-csrftoken': (await saving).headers()['x-csrftoken'] ?? '', origin: base };
      removals.set(page, () => page.request.delete(`${base}/api/layer/${layer}/`, { headers }));
      await page.goto(`${base}/app/wms-editor/${layer}`);
      await settle(page, true);
    },
    async after(page) {
      await removals.get(page)?.();
      services.get(page)?.close();
    },
  },
};
