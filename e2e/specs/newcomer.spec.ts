// A newcomer's first hour, by keys alone and by the mouse: every step can be reached, and there are not too many of them.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import layerBuilder from '../../messages/fa/layer-builder.json' with { type: 'json' };
import { geojson, textFile } from '../../testing/files';
import { CAPTCHA, PASSWORD } from '../../testing/people';
import { clickAt, expect, renderedIds, say, test, text, toMap } from '../fixtures';

/** Presses from sign-in to sign-out; what is typed into fields is not counted. */
const MAX_PRESSES = 120;
/** Presses of the mouse from sign-in to a printed map; what is typed is not counted. */
const MAX_CLICKS = 12;
const LAYER = 'روستاها';
/** Far enough to reach anything; what lies farther cannot be reached. */
const MAX_TABS = 80;

/** A keyboard that counts. */
function createKeys(page: Page) {
  const steps: string[] = [];
  let presses = 0;
  let letters = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  /** Presses one key until the focus is on something, or within it. */
  const walkTo = async (target: Locator, key = 'Tab') => {
    await target.waitFor();
    const before = presses;
    while (!(await target.evaluate((element) => element.contains(document.activeElement)))) {
      if (presses - before > MAX_TABS) throw new Error(`${target} cannot be reached with ${key}`);
      await press(key);
    }
  };
  const enter = async (target: Locator, key?: string) => {
    await walkTo(target, key);
    await press('Enter');
  };
  return {
    press,
    walkTo,
    enter,
    type: async (value: string) => {
      letters += value.length;
      await page.keyboard.type(value);
    },
    /** The end of a step: the focus is not lost, and the report says what it took so far. */
    end: async (step: string) => {
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `the focus after: ${step}` })
        .not.toBe('BODY');
      steps.push(`${step}: ${presses} presses, ${letters} letters`);
    },
    report: () => ({ presses, steps }),
  };
}

test('a newcomer brings a file in, corrects a record and leaves, by keys alone', async ({ page, removesLayers: _ }) => {
  const file = await geojson(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')), 20);
  const keys = createKeys(page);
  const { press, walkTo, enter, type, end } = keys;
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
  await page.addInitScript(() => {
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'none' }, version: 0 }));
  });
  await page.goto('/signin');
  await page.getByRole('img', { name: text.session.captchaImage }).waitFor();
  await walkTo(page.getByLabel(text.session.username));
  await type('editor');
  await walkTo(page.getByLabel(text.session.password, { exact: true }));
  await type(PASSWORD);
  await walkTo(page.getByLabel(text.session.captcha, { exact: true }));
  await type(CAPTCHA);
  await press('Enter');
  await toMap(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await end('signed in');

  await enter(button(text.home.layers.add));
  await page.waitForURL('**/layer-import/upload');
  await expect(page.getByRole('heading', { level: 1, name: layerBuilder.title })).toBeFocused();
  const choosing = page.waitForEvent('filechooser');
  await enter(button(text.common.fileDrop.choose));
  await (await choosing).setFiles(file.path);
  await end('chosen the file');
  await button(/^ورود لایه/).waitFor();
  await end('sent the file');
  await enter(button(/^ورود لایه/));
  await page.waitForURL('**/app/home?layer=*');
  await toMap(page);
  await expect(page.getByRole('complementary').getByText(LAYER).first()).toBeVisible();
  await end('imported the layer, and seen it on the map');
  await press('Shift+T');
  await expect(page.getByRole('grid', { name: say(text.records.table.name, { layer: LAYER }) })).toBeFocused();
  // Keys before the rows have come move among the headings.
  await page.getByRole('gridcell', { name: 'روستای 0', exact: true }).waitFor();
  await press('ArrowDown');
  await press('Enter');
  const field = page.getByRole('complementary').getByLabel('جمعیت', { exact: true });
  await field.waitFor();
  await end('opened a record');
  await walkTo(field);
  await press('Control+a');
  await type('3300000');
  await press('Control+s');
  await expect(page.getByText(text.records.form.edited)).toBeVisible();
  await end('saved it');
  await press('Escape');
  await expect(page.getByRole('grid')).toBeFocused();

  await walkTo(page.getByRole('banner'), 'Control+Shift+F6');
  await enter(page.getByRole('button', { name: say(text.shell.accountMenu, { name: 'editor' }) }), 'Shift+Tab');
  await enter(page.getByRole('menuitem', { name: text.shell.signOut }), 'ArrowUp');
  await enter(page.getByRole('dialog').getByRole('button', { name: text.session.signOut.confirm }));
  await page.waitForURL('**/signin');
  await expect(page.getByLabel(text.session.username)).toBeFocused();
  await end('signed out');
  const { presses, steps } = keys.report();
  expect(presses, steps.join('\n')).toBeLessThanOrEqual(MAX_PRESSES);
  test.info().annotations.push({ type: 'keys', description: steps.join('\n') });
});

/** Counts what a hand really presses, over every page of the journey. */
const countPresses = () => {
  const count = (event: Event) => {
    if (event.isTrusted) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
  };
  addEventListener('pointerdown', count, { capture: true });
};

test('a newcomer brings a table in, styles it, corrects a record and prints, in a dozen clicks', async ({
  page,
  removesLayers: _,
}) => {
  const village = (i: number) =>
    `روستای ${i};${i % 2 ? 'کوهستانی' : 'دشتی'};${100 * i};${57 + i / 100};${30 + (i % 3) / 50}`;
  const rows = ['نام روستا;نوع;جمعیت;طول;عرض', ...Array.from({ length: 12 }, (__, i) => village(i + 1))];
  const file = await textFile(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')), `${LAYER}.csv`, rows.join('\n'));
  const { styling, print } = text.map.tools;
  const panel = page.getByRole('complementary');
  await page.addInitScript(countPresses);
  await page.addInitScript(() => {
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'none' }, version: 0 }));
  });
  await page.goto('/signin');
  await page.getByRole('img', { name: text.session.captchaImage }).waitFor();
  await page.getByLabel(text.session.username).fill('editor');
  await page.getByLabel(text.session.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(text.session.captcha, { exact: true }).fill(CAPTCHA);
  await page.getByRole('button', { name: text.session.submit }).click();
  await toMap(page);

  await panel.getByRole('button', { name: text.home.layers.add }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text.common.fileDrop.choose }).click();
  await (await choosing).setFiles(file.path);
  await page.getByRole('button', { name: /^ورود لایه/ }).click();
  await page.waitForURL('**/app/home?layer=*');
  await toMap(page);
  const layer = Number(new URL(page.url()).searchParams.get('layer'));
  await expect.poll(() => renderedIds(page, layer)).toHaveLength(12);
  // It names its records by itself.
  await expect.poll(() => page.evaluate(() => window.__map?.labels())).toContain('روستای 1');

  await panel.getByRole('group', { name: LAYER }).getByRole('button', { name: text.home.layers.acts.style }).click();
  await panel.getByRole('radio', { name: styling.kinds.categorised, exact: true }).check();
  await expect(panel.getByRole('list', { name: styling.categories }).getByRole('listitem')).not.toHaveCount(0);
  await panel.getByRole('button', { name: styling.save, exact: true }).click();
  await expect(page.getByText(say(styling.saved, { label: LAYER }))).toBeVisible();

  await clickAt(page, [57.05, 30.04]);
  await panel.getByLabel('جمعیت', { exact: true }).fill('۵۲۰');
  await panel.getByRole('button', { name: text.records.form.save, exact: true }).click();
  await expect(page.getByText(text.records.form.edited)).toBeVisible();

  await page.getByRole('toolbar').getByRole('button', { name: print.title }).click();
  const printing = page.waitForEvent('download');
  await panel.getByRole('button', { name: print.print, exact: true }).click();
  expect((await printing).suggestedFilename()).toMatch(/\.pdf$/);
  const clicks = await page.evaluate(() => Number(sessionStorage.getItem('presses')));
  // The counter counts: a journey without a single press is none.
  expect(clicks).toBeGreaterThan(8);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
});
