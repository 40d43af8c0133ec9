// Many records through the real interface: a file twice into a layer, one person's day taken back, two thousand cells pasted,
// a layer to the trash and back. Each is undone, or ends where it began.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import layerBuilder from '../../messages/fa/layer-builder.json' with { type: 'json' };
import layers from '../../messages/fa/layers.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { textFile } from '../../testing/files';
import { serious } from '../axe';
import { expect, num, say, signIn, test, text } from '../fixtures';
import { exportOf, fill, importLayer, newLayer, recordsOf } from '../layers';

const words = text.records;
const FIELDS = [
  { name: 'code', label: 'کد', type: 'text', required: true },
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'depth', label: 'عمق', type: 'integer' },
  { name: 'built', label: 'ساخت', type: 'date' },
];
const HEADINGS = 'code,name,depth,built,lon,lat';
/** Row `i` of a table. */
const row = (i: number, name = `چاه ${i}`) =>
  `w${i},${name},${i % 300},2020-01-01,${(50 + (i % 500) / 100).toFixed(2)},${(32 + Math.floor(i / 500) / 100).toFixed(2)}`;
const table = (count: number, of: (i: number) => string = row) =>
  [HEADINGS, ...Array.from({ length: count }, (_, i) => of(i))].join('\n');

const digits = (n: number) => num(new Intl.NumberFormat('fa', { useGrouping: false }).format(n));
const fa = (n: number) => num(new Intl.NumberFormat('fa').format(n));

async function handOf(baseURL: string | undefined, username: string) {
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn(username);
  return hand;
}

/** A trial's or an append's numbers by what they count. */
const counts = (section: Locator) =>
  section
    .locator('[data-key]')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('data-key')} ${one.querySelector('dd')?.textContent}`));

test.describe('records in and out', () => {
  test.beforeEach(({ removesLayers: _ }) => undefined);

  test('a file of 20,000 rows updates a layer, and brings nothing the second time', async ({ page, baseURL }) => {
    const hand = await handOf(baseURL, 'editor');
    const layer = await newLayer(hand, 'چاه‌های شناخته', FIELDS);
    // A tenth is there; half of that has other names since.
    await fill(
      hand,
      layer,
      table(2000, (i) => row(i, i % 2 ? `چاه ${i}` : `نام قبلی ${i}`)),
    );
    const file = await textFile(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')), 'wells.csv', table(20_000));
    const { append } = layerBuilder;
    const trial = page.getByRole('region', { name: append.trialTitle });
    const send = async () => {
      await page.goto(`/app/layer-append/${layer}/upload`);
      await page.locator('input[type=file]').first().setInputFiles(file.path);
    };

    await signIn(page, 'editor', '/app/settings');
    await send();
    await page.getByRole('combobox', { name: append.match.field }).click();
    await page.getByRole('option', { name: 'کد', exact: true }).click();
    await page.getByRole('radio', { name: append.match.acts.update, exact: true }).check();
    await page.getByRole('button', { name: append.try, exact: true }).click();
    await expect.poll(() => counts(trial)).toEqual(['added ۱۸٬۰۰۰', 'changed ۱٬۰۰۰', 'same ۱٬۰۰۰', 'skipped ۰', 'rejected ۰']); // biome-ignore format: one list
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: say(append.run, { n: '۱۹٬۰۰۰' }) }).click();
    const outcome = page.getByRole('region', { name: append.outcomeTitle });
    await expect.poll(() => counts(outcome)).toEqual(['added ۱۸٬۰۰۰', 'changed ۱٬۰۰۰', 'same ۱٬۰۰۰', 'skipped ۰', 'rejected ۰']); // biome-ignore format: one list

    await send();
    await expect(page.getByText(append.earlier)).toBeVisible();
    await page.getByRole('button', { name: append.try, exact: true }).click();
    await expect.poll(() => counts(trial)).toEqual(['added ۰', 'changed ۰', 'same ۲۰٬۰۰۰', 'skipped ۰', 'rejected ۰']);
    await expect(page.getByRole('button', { name: append.nothing })).toBeDisabled();
    await page.goto(`/app/layer-data/${layer}`);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '20001');
  });

  test("a superuser sees an editor's day as a list and on the map, takes it back, and undoes that", async ({
    page,
    baseURL,
  }) => {
    const { rewind } = words;
    const [hand, editor] = [await handOf(baseURL, 'super'), await handOf(baseURL, 'editor')];
    const layer = await newLayer(hand, 'کار دیروز و امروز', FIELDS);
    await fill(hand, layer, table(5));
    const before = await recordsOf(hand, layer);
    const ids = before.map(({ id }) => id);
    const { id: role } = (await hand.send('GET', '/api/group/?limit=100')).json.results.find(
      (one: { name: string }) => one.name === 'editing',
    );
    const rights = { group: role, view: true, add: true, edit: true, delete: true, export: true, approve: false };
    await hand.send('POST', `/api/layerpermission/?layer=${layer}`, { permissions: [rights] });
    const send = async (who: typeof hand, method: string, path: string, body?: object) => {
      const { status, text: answer } = await who.send(method, path, body);
      expect([path, status, status === 200 ? '' : answer]).toEqual([path, 200, '']);
    };
    for (const id of ids.slice(0, 3)) await send(editor, 'PUT', `/api/layerdata/${id}/`, { value: { name: 'اشتباه' } });
    await send(editor, 'DELETE', `/api/layerdata/${ids[3]}/`);
    const geometry = { type: 'Point', coordinates: [52, 33] };
    await send(editor, 'POST', '/api/layerdata/', { layer, geometry, value: { code: 'n1' } });
    // Somebody else has gone on with one of them: it stays.
    await send(hand, 'PUT', `/api/layerdata/${ids[2]}/`, { value: { name: 'درست' } });
    const day = await recordsOf(hand, layer);
    const byId = async () =>
      Object.fromEntries((await recordsOf(hand, layer)).map(({ id, value, geometry: g }) => [id, { value, g }]));
    const created = day.at(-1)?.id as number;
    const atNight = await byId();

    await signIn(page, 'super', '/app/supervision/rewind');
    const pick = async (label: string, option: string | RegExp) => {
      await page
        .getByRole('combobox', { name: label })
        .or(page.getByLabel(label, { exact: true }))
        .first()
        .click();
      await page.getByRole('option', { name: option }).click();
      await page.keyboard.press('Escape');
    };
    await pick(rewind.person, /editor/);
    await pick(rewind.time, text.common.ranges.today);
    await pick(rewind.layers, 'کار دیروز و امروز');
    await page.getByRole('button', { name: rewind.show }).click();
    const list = page.getByRole('region', { name: rewind.list });
    await expect(list.locator('li[data-act]')).toHaveCount(5);
    const acts = await list
      .locator('li[data-act]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-act')));
    expect(acts.sort()).toEqual(['remove', 'restore', 'revert', 'revert', 'skip']);
    const map = page.getByTestId('plain-map');
    // What goes and what comes is on the map; what stays is not.
    await expect
      .poll(() => map.evaluate((element) => element.__rendered?.() ?? {}))
      .toEqual({ before: [ids[0], ids[1], created], after: [ids[0], ids[1], ids[3]] });
    await list.getByRole('button', { name: new RegExp(digits(ids[0] as number)) }).click();
    await expect(list.getByRole('table', { name: rewind.difference })).toContainText('اشتباه');
    expect(await serious(page)).toEqual([]);
    await page.getByLabel(say(rewind.typeCount, { n: '۴' })).fill('۴');
    await page.getByRole('button', { name: rewind.start, exact: true }).click();
    await expect(page.getByText(say(rewind.outcome.changed, { n: '۲' }))).toBeVisible();
    const { [String(created)]: _gone, ...rest } = atNight;
    const [first, second, , fourth] = before;
    const stateOf = (one: (typeof before)[number] | undefined) => ({ value: one?.value, g: one?.geometry });
    expect(await byId()).toEqual({ ...rest, [ids[0] as number]: stateOf(first), [ids[1] as number]: stateOf(second), [ids[3] as number]: stateOf(fourth) }); // biome-ignore format: one object
    await page.getByRole('button', { name: rewind.undo }).click();
    await expect(page.getByRole('heading', { name: say(rewind.undoOf, { who: 'editor' }) })).toBeVisible();
    await expect(page.getByText(rewind.states.done)).toBeVisible();
    expect(await byId()).toEqual(atNight);
  });

  test('two thousand cells of a spreadsheet are pasted over the table and taken back in one step', async ({
    page,
    baseURL,
  }) => {
    const { cells } = words;
    const hand = await handOf(baseURL, 'editor');
    const layer = await newLayer(hand, 'برگه', FIELDS);
    await fill(hand, layer, table(500));
    const before = (await recordsOf(hand, layer)).map(({ value }) => value);
    await signIn(page, 'editor', `/app/layer-data/${layer}`);
    const grid = page.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '501');
    await grid.getByRole('row').nth(1).getByRole('gridcell').first().waitFor();
    await pasteAt(page, Array.from({ length: 500 }, (_, i) => `x${i}\tنام تازه ${i}\t${fa(i + 1000)}\t1401/02/03\r\n`).join('')); // biome-ignore format: one call
    await expect(page.getByText(say(cells.summary, { cells: '۲٬۰۰۰', rows: '۵۰۰' }))).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: say(cells.write, { n: '۵۰۰' }) }).click();
    await expect(page.getByText(say(cells.written, { n: '۵۰۰' }))).toBeVisible();
    const after = (await recordsOf(hand, layer)).map(({ value }) => value);
    expect(after).toEqual(
      before.map((value, i) => ({
        ...value,
        code: `x${i}`,
        name: `نام تازه ${i}`,
        depth: i + 1000,
        built: '2022-04-23',
      })),
    );
    await expect(grid.getByRole('gridcell', { name: 'نام تازه 0', exact: true })).toBeVisible();
    // The keys are with the table again once the dialog has gone.
    await expect(grid).toBeFocused();
    await page.keyboard.press('Control+KeyZ');
    await expect(page.getByText(cells.undone)).toBeVisible();
    expect((await recordsOf(hand, layer)).map(({ value }) => value)).toEqual(before);
    await expect(grid.getByRole('gridcell', { name: 'چاه 0', exact: true })).toBeVisible();
  });

  test('a layer of 100,000 goes to the trash and comes back byte for byte', async ({ page, baseURL }) => {
    const hand = await handOf(baseURL, 'editor');
    const label = 'صدهزار';
    const layer = await importLayer(hand, label, FIELDS, table(100_000));
    // A file that is ready stays in its person's header; the editor's is looked at elsewhere.
    const exporter = await handOf(baseURL, 'super');
    const before = await exportOf(exporter, layer);
    expect(before.length).toBeGreaterThan(10_000_000);
    await signIn(page, 'editor', '/app/layers');
    await page.getByRole('row', { name: label }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: layers.actions.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: layers.remove.confirm }).click();
    await expect(page.getByText(say(layers.remove.done, { label }))).toBeVisible();
    expect((await hand.send('GET', `/api/layerdata/?layer=${layer}`)).status).toBe(404);
    await page.getByRole('button', { name: layers.trash.open }).click();
    const trash = page.getByRole('dialog', { name: layers.trash.title });
    await expect(trash.getByRole('row', { name: label })).toContainText('۱۰۰٬۰۰۰');
    expect(await serious(page)).toEqual([]);
    await trash.getByRole('row', { name: label }).getByRole('button', { name: layers.trash.restore }).click();
    await expect(page.getByText(say(layers.trash.restored, { label }))).toBeVisible();
    expect((await exportOf(exporter, layer)) === before).toBe(true);
  });
});

/** Stands on the first cell that can be edited and pastes what a spreadsheet has put on the clipboard. */
async function pasteAt(page: Page, block: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), block);
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+KeyV');
}
