// The form studio from an empty canvas to a restored form: a cascade, a condition, what is reckoned and a picture; then by keys alone, and on a phone.
import type { Page } from '@playwright/test';
import { FormData } from 'undici';
import type { Field } from '../../contract/schemas/form';
import { LANG_COOKIE } from '../../lib/i18n/lang';
import enCommon from '../../messages/en/common.json' with { type: 'json' };
import en from '../../messages/en/form-studio.json' with { type: 'json' };
import fa from '../../messages/fa/form-studio.json' with { type: 'json' };
import query from '../../messages/fa/tools/query.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { expect, signIn, test, text } from '../fixtures';
import { tabTo } from '../keys';

const superuser = async (baseURL: string | undefined) => {
  const person = createBrowser(new URL(baseURL ?? ''));
  await person.signIn('super');
  return person;
};
const row = (page: Page, label: string) =>
  page.locator('[data-field]').filter({ has: page.getByText(label, { exact: true }) });
const add = (page: Page, kind: keyof typeof fa.kinds) =>
  page
    .getByRole('button', { name: fa.palette.add.replace('{kind}', fa.kinds[kind]), exact: true })
    .first()
    .click();
const rename = (page: Page, label: string) =>
  page.getByRole('textbox', { name: fa.inspector.label, exact: true }).fill(label);

async function build(page: Page): Promise<number> {
  await signIn(page, 'super', '/app/layer-builder');
  await page.getByRole('textbox', { name: fa.name }).fill('چاه‌های بازدید');
  await page.getByText(fa.meta.types[0], { exact: true }).click();
  await add(page, 'choice');
  await rename(page, 'استان');
  await page.getByRole('button', { name: fa.lists.menu }).click();
  await page.getByRole('menuitem', { name: fa.lists.cascade }).click();
  await expect(page.locator('[data-field]')).toHaveCount(3);
  await row(page, fa.lists.places.city).first().click();
  await add(page, 'integer');
  await rename(page, 'عمق');
  await add(page, 'text');
  await rename(page, 'دلیل');
  await page.getByRole('button', { name: fa.inspector.condition, exact: true }).click();
  await page.getByRole('button', { name: fa.inspector.addCondition }).first().click();
  const condition = page.getByRole('group', { name: fa.inspector.visibleIf });
  await condition.getByRole('button', { name: query.addRule, exact: true }).click();
  await condition.getByLabel(query.value, { exact: true }).last().click();
  await page.getByRole('option', { name: 'فارس', exact: true }).click();
  await add(page, 'computed');
  await rename(page, 'هزینه');
  await page.getByRole('textbox', { name: fa.inspector.expr }).fill('[عمق] * 2');
  await add(page, 'image');
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: fa.create }).click();
  await page.waitForURL(/layer-data\/\d+/);
  return Number(/layer-data\/(\d+)/.exec(page.url())?.[1]);
}

test('what is put into the builder before its code is there is handed over', async ({ page }) => {
  await signIn(page, 'super', '/app/profile');
  let send = () => {};
  const code = new Promise<void>((done) => {
    send = done;
  });
  await page.route(/\.js(\?|$)/, async (route) => {
    await code;
    await route.continue();
  });
  await page.goto('/app/layer-builder', { waitUntil: 'commit' });
  const name = page.getByRole('textbox', { name: fa.name });
  await name.fill('چاه‌های زودرس');
  await page.getByText(fa.meta.types[0], { exact: true }).click();
  send();
  await expect(async () => {
    await add(page, 'integer');
    await expect(page.locator('[data-field]').first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(name).toHaveValue('چاه‌های زودرس');
  await expect(page.getByRole('radio', { name: fa.meta.types[0], exact: true })).toBeChecked();
});

/** Opens the form of a layer once it stands there. */
async function openEditor(page: Page, layer: number, list = fa.canvas.list) {
  await page.goto(`/app/form-editor/${layer}`);
  await page.getByRole('list', { name: list }).waitFor();
}

test('a form is built, filled, changed under its values, and restored', async ({ page, baseURL, removesLayers: _ }) => {
  const person = await superuser(baseURL);
  const layer = await build(page);
  const read = async () => (await person.send('GET', `/api/layer/${layer}/`)).json.config.form as Field[];
  const first = await read();
  expect(first.map(({ name, type }) => `${name} ${type}`)).toEqual(['استان choice', 'شهرستان choice', 'شهر choice', 'عمق integer', 'دلیل text', 'هزینه computed', 'تصویر image']); // biome-ignore format: one list
  expect(first[4]?.visible_if).toEqual({ and: [{ field: 'استان', is: 'eq', value: 'فارس' }] });

  const place = { استان: 'فارس', شهرستان: 'شیراز', شهر: 'شیراز' };
  const ids: number[] = [];
  for (let depth = 1; depth <= 10; depth++) {
    const { status, json } = await person.send('POST', '/api/layerdata/', { layer, value: { ...place, عمق: depth }, geometry: null }); // biome-ignore format: one call
    expect(status).toBe(200);
    ids.push(json.id);
  }
  await page.goto(`/app/layer-data/${layer}?record=${ids[0]}`);
  const field = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));
  await field('عمق').fill('۲۱');
  await expect(page.getByText('۴۲', { exact: true }).first()).toBeVisible();
  await field('دلیل').fill('بازدید سالانه');
  await field('استان').click();
  await page.getByRole('option', { name: 'یزد', exact: true }).click();
  // The county goes with its province, and the reason with its condition.
  await expect(field('دلیل')).toHaveCount(0);
  await expect(field('شهرستان')).toHaveValue('');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(text.records.form.edited)).toBeVisible();
  const values = async () => (await person.send('GET', `/api/layerdata/${ids[0]}/`)).json.value;
  expect(await values()).toMatchObject({ استان: 'یزد', عمق: 21, هزینه: 42 });

  await openEditor(page, layer);
  await row(page, 'شهر').first().click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: fa.save }).click();
  const check = page.getByRole('dialog', { name: fa.check.title });
  await expect(check.getByText(fa.check.effects.removed.replace('{field}', 'شهر').replace('{n}', '۹'))).toBeVisible();
  await check.getByRole('button', { name: fa.check.save }).click();
  await expect(page.getByText(fa.saved.replace('{label}', 'چاه‌های بازدید'))).toBeVisible();
  expect((await read()).map(({ name }) => name)).not.toContain('شهر');

  await page.getByRole('button', { name: fa.more, exact: true }).click();
  await page.getByRole('menuitem', { name: fa.menu.versions }).click();
  await page.getByRole('button', { name: fa.versions.openOne.replace('{n}', '۱') }).click();
  await page.getByRole('button', { name: fa.save }).click();
  await expect.poll(read).toEqual(first);
  // What was hidden is back with the field.
  expect((await person.send('GET', `/api/layerdata/${ids[1]}/`)).json.value).toMatchObject(place);

  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await openEditor(page, layer);
  await row(page, 'استان').first().click();
  expect(await serious(page)).toEqual([]);
});

test('the studio by keys alone in English, and on a phone', async ({ page, baseURL, removesLayers: _ }) => {
  const person = await superuser(baseURL);
  const body = new FormData();
  const form = [{ name: 'a', label: 'Name', type: 'text' }, { name: 'b', label: 'Depth', type: 'integer' }]; // biome-ignore format: one list
  for (const [key, value] of Object.entries({ label: 'Wells', type: '0', form: JSON.stringify(form) }))
    body.append(key, value);
  const layer = (await person.send('POST', '/api/layer/', body)).json.id as number;
  await page.context().addCookies([{ name: LANG_COOKIE, value: 'en', url: baseURL ?? '' }]);
  await signIn(page, 'super', `/app/form-editor/${layer}`);
  await page.getByRole('list', { name: en.canvas.list }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(en.kinds.email);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-field]')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await tabTo(page.locator('[data-field][aria-current="true"]'));
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.locator('[data-field] bdi:first-of-type')).toHaveText(['Name', en.kinds.email, 'Depth']);
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: en.preview.title })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: en.preview.title })).toHaveCount(0);
  await tabTo(page.getByRole('button', { name: en.save, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(en.saved.replace('{label}', 'Wells'))).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await openEditor(page, layer, en.canvas.list);
  // Said once.
  const hint = page.getByText(enCommon.computerHint.text);
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: enCommon.computerHint.read }).click();
  await openEditor(page, layer, en.canvas.list);
  await expect(hint).toHaveCount(0);
  // On a phone the preview stands in place of the canvas, not below it.
  await page.getByRole('button', { name: en.preview.open }).click();
  await expect(page.getByRole('complementary', { name: en.preview.title })).toBeInViewport();
  await expect(page.getByRole('list', { name: en.canvas.list })).toBeHidden();
  await page.getByRole('button', { name: en.preview.close }).click();
  await row(page, 'Depth').first().click();
  await expect(page.getByRole('dialog', { name: en.inspector.title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await serious(page)).toEqual([]);
});
