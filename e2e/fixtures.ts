// What every browser test starts from: texts by their keys, people, a typed view of the map, and two ways of signing in.
import { test as base, expect, type Page } from '@playwright/test';
import type {} from '../map/canvas/test-handle';
import type { LngLat } from '../map/types';
import faHome from '../messages/fa/home.json' with { type: 'json' };
import faMap from '../messages/fa/map.json' with { type: 'json' };
import faRecords from '../messages/fa/records.json' with { type: 'json' };
import faSession from '../messages/fa/session.json' with { type: 'json' };
import faShell from '../messages/fa/shell.json' with { type: 'json' };
import { aBrowser } from '../testing/browser';
import { CAPTCHA, PASSWORD } from '../testing/people';

export const text = { home: faHome, map: faMap, records: faRecords, session: faSession, shell: faShell };

/** A message with its arguments filled in, for simple arguments. */
export const say = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');

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

/** Opens a screen as somebody whose session begins now. The form is left out: what it is not about need not wait for it. */
export async function signIn(page: Page, username = 'editor', path = '/app/home'): Promise<void> {
  await page.addInitScript(withoutBase);
  const origin = base.info().project.use.baseURL ?? '';
  const person = aBrowser(new URL(origin));
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
  await page.goto(path);
  // The security code comes by the page's own code: a name that the browser suggests is in its field by then.
  await page.getByRole('img', { name: text.session.captchaImage }).waitFor();
  await page.getByLabel(text.session.username).fill(username);
  await page.getByLabel(text.session.password, { exact: true }).fill(password);
  await page.getByLabel(text.session.captcha, { exact: true }).fill(CAPTCHA);
  await page.getByRole('button', { name: text.session.submit }).click();
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
export const drawn = (page: Page, layer: number): Promise<number[]> =>
  page.evaluate((id) => window.__map?.drawn(id) ?? [], layer);

export const test = base;
export { expect };
