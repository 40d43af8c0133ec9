// Two people work on one layer at once, by a random script: nothing that was saved is lost, and both end at what the database holds.
// EDIT_SECONDS makes it longer; EDIT_SEED repeats a run.
import type { Page } from '@playwright/test';
import { drawn, expect, look, signIn, test, text, toMap } from '../fixtures';

const SECONDS = Number(process.env.EDIT_SECONDS ?? 12);
const SEED = Number(process.env.EDIT_SEED ?? 11);
/** The empty point layer of the test world. */
const LAYER = 4;
const AT = [47.1, 30.1] as const;
const { merge } = text.records;

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

interface Saved {
  id: number;
  name: string;
}

async function create(page: Page, name: string, at: readonly [number, number]): Promise<Saved> {
  await page.keyboard.press('Escape');
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
  await page.getByLabel(/نام/).first().fill(name);
  const answered = page.waitForResponse((r) => r.url().endsWith('/api/layerdata/') && r.request().method() === 'POST');
  await page.keyboard.press('Control+s');
  const { id } = (await (await answered).json()) as { id: number };
  await page.keyboard.press('Escape');
  return { id, name };
}

/** True when the record was there and the change was saved, over somebody else's where need be. */
async function edit(page: Page, { id, name }: Saved): Promise<boolean> {
  await page.keyboard.press('Escape');
  const opened = page.waitForResponse(
    (r) => r.url().endsWith(`/api/layerdata/${id}/`) && r.request().method() === 'GET',
  );
  await page.evaluate((n) => window.__map?.ask({ kind: 'open', id: n }), id);
  if ((await opened).status() !== 200) return false;
  await page.getByLabel(/نام/).first().fill(name);
  const put = () =>
    page.waitForResponse((r) => r.url().endsWith(`/api/layerdata/${id}/`) && r.request().method() === 'PUT');
  let answered = put();
  await page.keyboard.press('Control+s');
  let status = (await answered).status();
  for (let i = 0; i < 3 && status === 412; i++) {
    const dialog = page.getByRole('dialog', { name: merge.title });
    await dialog.getByRole('button', { name: merge.allMine }).click();
    answered = put();
    await dialog.getByRole('button', { name: merge.save, exact: true }).click();
    status = (await answered).status();
  }
  await page.keyboard.press('Escape');
  return status === 200;
}

test('two people edit one layer at once, and nothing is lost', async ({ page, browser }) => {
  test.setTimeout((SECONDS + 150) * 1000);
  const other = await (await browser.newContext()).newPage();
  await signIn(page);
  await signIn(other, 'super');
  for (const one of [page, other]) {
    await toMap(one);
    await look(one, AT, 9);
  }
  const there: number[] = [];
  const saved: Saved[] = [];
  const until = Date.now() + SECONDS * 1000;
  const work = async (one: Page, who: string, seed: number) => {
    const next = random(seed);
    for (let n = 0; Date.now() < until; n++) {
      const name = `${who}-${n}`;
      if (there.length < 3 || next() < 0.35) {
        const made = await create(one, name, [AT[0] + next() * 0.4 - 0.2, AT[1] + next() * 0.3 - 0.15]);
        there.push(made.id);
        saved.push(made);
      } else {
        // The newest ones are what both are drawn to.
        const id = there[Math.max(0, there.length - 1 - Math.floor(next() * 3))] as number;
        if (await edit(one, { id, name })) saved.push({ id, name });
      }
    }
  };
  await Promise.all([work(page, 'first', SEED), work(other, 'second', SEED + 1)]);
  expect(saved.length, `seed ${SEED}`).toBeGreaterThan(5);

  const log = async (id: number): Promise<string> =>
    JSON.stringify(await (await page.request.get(`/api/layerdatalog/?layer_data=${id}`)).json());
  for (const id of there) {
    const written = await log(id);
    for (const { name } of saved.filter((s) => s.id === id)) expect(written, `seed ${SEED}: ${name}`).toContain(name);
  }
  const answer = await page.request.get(`/api/layerdata/?layer=${LAYER}&limit=1000`);
  const rows = ((await answer.json()) as { results: { id: number }[] }).results.map((r) => r.id);
  expect(rows).toEqual(expect.arrayContaining(there));
  for (const one of [page, other]) {
    await one.keyboard.press('Escape');
    await one.evaluate((id) => window.__map?.refresh([id]), LAYER);
    await look(one, AT, 9);
    await expect.poll(async () => (await drawn(one, LAYER)).sort((a, b) => a - b)).toEqual(there.sort((a, b) => a - b));
  }
  await other.context().close();
});
