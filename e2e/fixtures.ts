// What every browser test starts from: texts by their keys, people, a typed view of the map, and two ways of signing in.
import { test as base, expect, type Page, type Request } from '@playwright/test';
import { createTranslator } from 'next-intl';
import { toLatin } from '../lib/i18n/digits';
import { LANG_COOKIE, type Lang } from '../lib/i18n/lang';
import type {} from '../map/canvas/test-handle';
import type { LngLat } from '../map/types';
import enBackend from '../messages/en/backend.json' with { type: 'json' };
import enCommon from '../messages/en/common.json' with { type: 'json' };
import enHome from '../messages/en/home.json' with { type: 'json' };
import enProjects from '../messages/en/projects.json' with { type: 'json' };
import enRecords from '../messages/en/records.json' with { type: 'json' };
import enSession from '../messages/en/session.json' with { type: 'json' };
import enShell from '../messages/en/shell.json' with { type: 'json' };
import enSupervision from '../messages/en/supervision.json' with { type: 'json' };
import faBackend from '../messages/fa/backend.json' with { type: 'json' };
import faCommon from '../messages/fa/common.json' with { type: 'json' };
import faHome from '../messages/fa/home.json' with { type: 'json' };
import faProjects from '../messages/fa/projects.json' with { type: 'json' };
import faRecords from '../messages/fa/records.json' with { type: 'json' };
import faSession from '../messages/fa/session.json' with { type: 'json' };
import faShell from '../messages/fa/shell.json' with { type: 'json' };
import faSupervision from '../messages/fa/supervision.json' with { type: 'json' };
import { createBrowser } from '../testing/browser';
import { CAPTCHA, PASSWORD } from '../testing/people';
import { mapTexts } from './map-texts';

const fa = {
  backend: faBackend,
  common: faCommon,
  home: faHome,
  map: mapTexts('fa'),
  projects: faProjects,
  records: faRecords,
  session: faSession,
  shell: faShell,
  supervision: faSupervision,
};
const en: typeof fa = {
  backend: enBackend,
  common: enCommon,
  home: enHome,
  map: mapTexts('en'),
  projects: enProjects,
  records: enRecords,
  session: enSession,
  shell: enShell,
  supervision: enSupervision,
};

/** The language of the journeys on the map: Persian, or English with E2E_LANG=en. */
export const LANG: Lang = process.env.E2E_LANG === 'en' ? 'en' : 'fa';
export const text = LANG === 'en' ? en : fa;

/** Numbers, written here in Persian, as the interface shows them: its digits, its separators. */
export const num = (value: string): string =>
  LANG === 'fa' ? value : toLatin(value).replaceAll('٬', ',').replaceAll('٫', '.').replaceAll('،', ',');

/** A message with its arguments filled in; numbers are written in Persian here, and a plural is that of the first of them. */
export function say(message: string, values: Record<string, string>): string {
  const localValues = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, num(value)]));
  const count = Number(
    toLatin(Object.values(values).find((value) => /^[۰-۹٬]+$/.test(value)) ?? '0').replaceAll('٬', ''),
  );
  const messageValues = message.includes('{count, plural') ? { ...localValues, count } : localValues;
  return createTranslator({ locale: LANG, messages: { message } })('message', messageValues);
}

/** The ground of the map is not what these tests look at, and drawing the world takes a browser without a graphics card long. */
const withoutBase = () => {
  try {
    if (localStorage.getItem('baseLayer') === null)
      localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'none' }, version: 0 }));
  } catch {
    // A test forbids storage.
  }
};

/** The cookies of a session as a browser wants them: their names stand for a secure origin, which this computer's own name is. */
export const cookiesAt = (origin: string, { jar }: { jar: ReadonlyMap<string, string> }) =>
  [...jar].map(([name, value]) => ({
    name,
    value,
    url: origin.replace('http:', 'https:'),
    secure: true,
    httpOnly: name.includes('Http-'),
  }));

/** The browser asks for the language of the journeys from its first page on. */
const setLocale = async (page: Page) => {
  const url = base.info().project.use.baseURL ?? '';
  if (LANG !== 'fa') await page.context().addCookies([{ name: LANG_COOKIE, value: LANG, url }]);
};

/** Opens a screen as somebody whose session begins now. The form is left out: what it is not about need not wait for it. */
export async function signIn(page: Page, username = 'editor', path = '/app/home'): Promise<void> {
  await page.addInitScript(withoutBase);
  await setLocale(page);
  const origin = base.info().project.use.baseURL ?? '';
  const person = createBrowser(new URL(origin));
  const { status } = await person.signIn(username);
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`);
  await page.context().addCookies(cookiesAt(origin, person));
  await page.goto(path);
}

/** Signs in by the form, with everything that a browser does then; it opens where `path` leads. */
export async function signInByForm(
  page: Page,
  username = 'editor',
  path = '/signin',
  password = PASSWORD,
): Promise<void> {
  await page.addInitScript(withoutBase);
  await setLocale(page);
  await page.goto(path);
  // The security code comes by the page's own code: a name that the browser suggests is in its field by then.
  await page.getByRole('img', { name: text.session.captchaImage }).waitFor();
  await page.getByLabel(text.session.username).fill(username);
  await page.getByLabel(text.session.password, { exact: true }).fill(password);
  await page.getByLabel(text.session.captcha, { exact: true }).fill(CAPTCHA);
  await page.getByRole('button', { name: text.session.submit }).click();
}

/** Waits until nothing has been asked for half a second. The stream of news, which never ends, is none of it. */
export async function quiet(page: Page): Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const begin = (request: Request) => {
    if (request.url().endsWith('/api/events/')) return;
    open.add(request);
    last = Date.now();
  };
  const end = (request: Request) => {
    if (open.delete(request)) last = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await expect.poll(() => open.size === 0 && Date.now() - last > 500).toBe(true);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** The map screen, ready to be used. */
export async function toMap(page: Page): Promise<void> {
  await page.waitForURL('**/app/home*');
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  await page.evaluate(() => window.__map?.idle());
}

/** Moves the map at once and waits until all is drawn. */
export async function look(page: Page, center: LngLat, zoom: number): Promise<void> {
  await page.evaluate(([c, z]) => window.__map?.flyTo({ center: c as LngLat, zoom: z as number }), [
    center,
    zoom,
  ] as const);
  await page.waitForTimeout(100);
  await page.evaluate(() => window.__map?.idle());
}

/** Clicks the map at a place on earth. */
export async function clickAt(page: Page, at: LngLat): Promise<void> {
  const box = await page.locator('[data-testid=map] canvas').first().boundingBox();
  const point = await page.evaluate((p) => window.__map?.project(p as LngLat), at);
  if (!box || !point) throw new Error('there is no map');
  await page.mouse.click(box.x + point[0], box.y + point[1]);
}

/** Ids of a layer's records that are drawn now. */
export const renderedIds = (page: Page, layer: number): Promise<number[]> =>
  page.evaluate((id) => window.__map?.drawn(id) ?? [], layer);

async function listLayers(person: ReturnType<typeof createBrowser>): Promise<number[]> {
  const { json } = await person.send('GET', '/api/layer/?limit=100');
  return (json.results as { id: number }[]).map(({ id }) => id);
}

/** `removesLayers`: whatever layers come into being while the test runs are gone after it, so that no other test clicks on them. */
export const test = base.extend<{ removesLayers: undefined }>({
  removesLayers: async ({ baseURL }, use) => {
    const person = createBrowser(new URL(baseURL ?? ''));
    await person.signIn('super');
    const before = await listLayers(person);
    await use(undefined);
    for (const id of await listLayers(person))
      if (!before.includes(id)) await person.send('DELETE', `/api/layer/${id}/`);
  },
});
export { expect };
