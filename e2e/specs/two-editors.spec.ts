// Two people work on one layer at once, by a random script: nothing that was confirmed is lost, both end at what the server holds.
// EDIT_MINUTES makes it longer; EDIT_SEED repeats a run.
import type { Page } from '@playwright/test';
import { createBrowser } from '../../testing/browser';
import { random } from '../../testing/random';
import { expect, look, num, renderedIds, signIn, test, text, toMap } from '../fixtures';

const SECONDS = process.env.EDIT_MINUTES ? Number(process.env.EDIT_MINUTES) * 60 : 12;
const SEED = Number(process.env.EDIT_SEED ?? 11);
/** The empty point layer of the test world. */
const LAYER = 4;
const AT = [47.1, 30.1] as const;
const { merge, facts, form } = text.records;

interface Saved {
  id: number;
  name: string;
}
interface Row {
  id: number;
  version: number;
  value: { name?: string };
  geometry: { coordinates: number[] };
}

const persian = (n: number) => String(n).replace(/\d/g, (d) => String.fromCharCode(0x06f0 + Number(d)));
const nameOf = (page: Page) => page.getByRole('textbox', { name: /^نام/ });
const answer = (page: Page, method: string, path: string) =>
  page.waitForResponse((r) => new URL(r.url()).pathname === path && r.request().method() === method);

/** Nothing open, no tool on, the keyboard on the map. */
async function atRest(page: Page): Promise<void> {
  const close = page.getByRole('complementary').getByRole('button', { name: /بستن|Close/ });
  for (let i = 0; i < 3 && (await close.count()) > 0; i++) await close.first().click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function create(page: Page, name: string, at: readonly [number, number]): Promise<Saved> {
  await atRest(page);
  await page.keyboard.press('KeyD');
  const layer = page.getByRole('combobox', { name: text.map.tools.draw.layer });
  await layer.waitFor();
  if ((await layer.inputValue()) !== 'یدکی') {
    await layer.click();
    await page.getByRole('option', { name: 'یدکی' }).click();
  }
  const box = page.getByLabel(text.map.coordinates.label);
  await box.fill(`${at[1]}, ${at[0]}`);
  await box.press('Enter');
  await page.getByRole('region', { name: form.new }).waitFor();
  await nameOf(page).fill(name);
  const answered = answer(page, 'POST', '/api/layerdata/');
  await page.keyboard.press('Control+s');
  const saved = await answered;
  expect(saved.ok()).toBe(true);
  const { id } = (await saved.json()) as Row;
  await page.getByRole('region', { name: form.new }).waitFor({ state: 'hidden' });
  return { id, name };
}

/** Opens a record and waits until its own form stands: what is typed into the one before it would be lost. */
async function open(page: Page, id: number): Promise<void> {
  await atRest(page);
  await page.evaluate((n) => window.__map?.ask({ kind: 'open', id: n }), id);
  await page
    .getByRole('region', { name: facts.title })
    .getByText(num(persian(id)), { exact: true })
    .waitFor();
}

/** Saves the open form, over somebody else's change where need be; answers how often that was so. */
async function save(page: Page, id: number): Promise<number> {
  const path = `/api/layerdata/${id}/`;
  let answered = answer(page, 'PUT', path);
  await page.keyboard.press('Control+s');
  let status = (await answered).status();
  let met = 0;
  for (; status === 412; met++) {
    const dialog = page.getByRole('dialog', { name: merge.title });
    await dialog.getByRole('button', { name: merge.allMine }).click();
    answered = answer(page, 'PUT', path);
    await dialog.getByRole('button', { name: merge.save, exact: true }).click();
    status = (await answered).status();
  }
  expect(status).toBe(200);
  await expect(page.getByText(form.unsaved)).toBeHidden();
  return met;
}

test('two people edit one layer at once, and nothing is lost', async ({ page, browser, baseURL }) => {
  test.setTimeout((SECONDS + 300) * 1000);
  const context = await browser.newContext();
  const other = await context.newPage();
  await Promise.all([signIn(page), signIn(other, 'super')]);
  for (const one of [page, other]) {
    await toMap(one);
    await look(one, AT, 9);
  }
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('super');
  const rows = async (of: { get(path: string): Promise<unknown> }): Promise<Row[]> =>
    ((await of.get(`/api/layerdata/?layer=${LAYER}&order=id&limit=1000`)) as { results: Row[] }).results;
  const server = { get: async (path: string) => (await hand.send('GET', path)).json };
  const through = (one: Page) => ({ get: async (path: string) => (await one.request.get(path)).json() });
  const before = new Set((await rows(server)).map(({ id }) => id));

  const there: number[] = [];
  const saved: Saved[] = [];
  let conflicts = 0;
  const until = Date.now() + SECONDS * 1000;
  const work = async (one: Page, who: string, seed: number) => {
    const next = random(seed);
    for (let n = 0; Date.now() < until; n++) {
      const name = `${who}-${n}`;
      if (there.length < 2 || next() < 0.25) {
        const newRecord = await create(one, name, [AT[0] + next() * 0.4 - 0.2, AT[1] + next() * 0.3 - 0.15]);
        there.push(newRecord.id);
        saved.push(newRecord);
        continue;
      }
      // The newest ones are what both are drawn to.
      const id = there[Math.max(0, there.length - 1 - Math.floor(next() * 2))] as number;
      await open(one, id);
      await nameOf(one).fill(name);
      await one.waitForTimeout(next() * 400);
      conflicts += await save(one, id);
      saved.push({ id, name });
    }
  };
  await Promise.all([work(page, 'first', SEED), work(other, 'second', SEED + 1)]);

  // Chance may have kept them apart: once more, both have the same form open.
  const last = there.at(-1) as number;
  await open(page, last);
  await open(other, last);
  for (const [one, who] of [
    [page, 'first'],
    [other, 'second'],
  ] as const) {
    // biome-ignore format: two people
    await nameOf(one).fill(`${who}-last`);
    conflicts += await save(one, last);
    saved.push({ id: last, name: `${who}-last` });
  }
  expect(conflicts, `seed ${SEED}`).toBeGreaterThan(0);

  const stored = (await rows(server)).filter(({ id }) => !before.has(id));
  expect(stored.map(({ id }) => id)).toEqual([...there].sort((a, b) => a - b));
  for (const id of there) {
    const mine = saved.filter((s) => s.id === id);
    const written = JSON.stringify(await server.get(`/api/layerdatalog/?layer_data=${id}`));
    for (const { name } of mine) expect(written, `seed ${SEED}: ${name}`).toContain(`"${name}"`);
    // Nobody else wrote: what stands is one of the two people's last words.
    const row = stored.find((one) => one.id === id);
    const ends = ['first', 'second'].map((who) => mine.findLast(({ name }) => name.startsWith(who))?.name);
    expect(ends, `seed ${SEED}: ${id}`).toContain(row?.value.name);
  }
  for (const one of [page, other]) {
    expect((await rows(through(one))).filter(({ id }) => !before.has(id))).toEqual(stored);
    await atRest(one);
    await look(one, AT, 9);
    await expect
      .poll(
        async () => [...new Set(await renderedIds(one, LAYER))].filter((id) => !before.has(id)).sort((a, b) => a - b),
        {
          // What the other one has done comes by itself.
          timeout: 40_000,
        },
      )
      .toEqual(stored.map(({ id }) => id));
  }
  for (const { id } of stored) await hand.send('DELETE', `/api/layerdata/${id}/`);
  await context.close();
});
