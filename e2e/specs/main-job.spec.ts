// The main job in a real browser: sign in, see the map, edit, import, find again, sign out.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import layerBuilder from '../../messages/fa/layer-builder.json' with { type: 'json' };
import { geojson, mixedGeojson, textFile, wrongType } from '../../testing/files';
import { PASSWORD } from '../../testing/people';
import { clickAt, expect, look, renderedIds, say, signIn, signInByForm, test, text, toMap } from '../fixtures';
import { tabTo } from '../keys';

const TEHRAN = [51.39, 35.7] as const;
const { form, merge } = text.records;

test.describe('signing in', () => {
  test('leads from / to the form, tells what is wrong, keeps the name, and takes Persian digits', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/signin$/);
    await page.getByRole('img', { name: text.session.captchaImage }).waitFor();
    await page.getByLabel(text.session.username).fill('editor');
    const password = page.getByLabel(text.session.password, { exact: true });
    await password.fill('not-the-password');
    await page.getByRole('button', { name: text.session.submit }).click();
    await expect(page.getByText(text.session.captchaEmpty)).toBeVisible();
    const captcha = page.getByLabel(text.session.captcha, { exact: true });
    await captcha.fill('99999');
    await page.getByRole('button', { name: text.session.submit }).click();
    await expect(page.getByText(text.session.errors.captcha)).toBeVisible();
    await captcha.fill('12345');
    await page.getByRole('button', { name: text.session.submit }).click();
    await expect(page.getByText(/رمز عبور اشتباه است/)).toBeVisible();
    await expect(page.getByLabel(text.session.username)).toHaveValue('editor');
    await page.getByRole('button', { name: text.session.showPassword }).click();
    await password.fill(PASSWORD);
    await expect(password).toHaveAttribute('type', 'text');
    await captcha.fill('۱۲۳۴۵');
    await page.keyboard.press('Enter');
    await toMap(page);
    const storage = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('LoggedIn');
    expect(storage).not.toMatch(/editor|Bearer/);
  });

  test('returns to where the person wanted to go, and never off this site', async ({ page }) => {
    await page.goto('/app/settings');
    await expect(page).toHaveURL(/\/signin\?to=/);
    await signInByForm(page, 'editor', page.url());
    await page.waitForURL('**/app/**');
    await page.context().clearCookies();
    await signInByForm(page, 'editor', '/signin?to=%2F%2Fevil.test%2Fapp%2Fhome');
    await toMap(page);
  });
});

test.describe('the map', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await toMap(page);
    await look(page, TEHRAN, 9);
  });

  test('shows the layers, hides one, and finds a record by its name', async ({ page }) => {
    await expect.poll(() => renderedIds(page, 1)).toHaveLength(1);
    await page.getByRole('button', { name: say(text.home.layers.hide, { label: 'شهرها' }) }).click();
    await expect.poll(() => renderedIds(page, 1)).toHaveLength(0);
    await page.getByRole('button', { name: say(text.home.layers.show, { label: 'شهرها' }) }).click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('مشهد');
    await page.getByRole('option', { name: /مشهد.*شهرها/ }).click();
    await expect(page.getByRole('heading', { name: 'مشهد' })).toBeVisible();
  });

  test('identifies a record, edits it, and everybody sees the change', async ({ page, browser }) => {
    await page.keyboard.press('KeyI');
    await clickAt(page, TEHRAN);
    await expect(page.getByRole('complementary').getByRole('button', { name: /تهران/ }).first()).toBeVisible();
    await page.getByRole('button', { name: text.map.tools.identify.edit }).first().click();
    const population = page.getByLabel('جمعیت');
    await population.fill('۹۵۰۰۰۰۰');
    await page.getByRole('button', { name: form.save, exact: true }).click();
    await expect(page.getByText(form.edited)).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'viewer', '/app/layer-data/1');
    await expect(other.getByRole('row', { name: /۹٬۵۰۰٬۰۰۰/ })).toBeVisible();
    await other.context().close();
    await page.reload();
    await toMap(page);
    await expect.poll(() => renderedIds(page, 1).then((ids) => ids.length)).toBeGreaterThan(0);
  });

  test('draws a new point, shows it at once, keeps it, undoes and redoes it', async ({ page }) => {
    const place = [51.45, 35.75] as const;
    const before = await renderedIds(page, 4);
    await page.keyboard.press('KeyD');
    await page.getByRole('combobox', { name: text.map.tools.draw.layer }).click();
    await page.getByRole('option', { name: 'یدکی' }).click();
    await clickAt(page, place);
    await page.getByRole('textbox', { name: /^نام/ }).first().fill('چاه تازه');
    await page.getByRole('button', { name: form.save, exact: true }).click();
    await expect(page.getByText(form.created)).toBeVisible();
    await expect.poll(async () => (await renderedIds(page, 4)).length).toBe(before.length + 1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text.home.history.undo }).click();
    await expect.poll(async () => (await renderedIds(page, 4)).length).toBe(before.length);
    await page.getByRole('button', { name: text.home.history.redo }).click();
    await expect.poll(async () => (await renderedIds(page, 4)).length).toBe(before.length + 1);
    await page.reload();
    await toMap(page);
    await look(page, place, 11);
    await expect.poll(async () => (await renderedIds(page, 4)).length).toBeGreaterThan(0);
  });

  test('works by keyboard alone, with a written coordinate', async ({ page }) => {
    await page.keyboard.press('KeyD');
    const layer = page.getByRole('combobox', { name: text.map.tools.draw.layer });
    const option = page.getByRole('option', { name: 'یدکی' });
    await expect(async () => {
      await layer.focus();
      if (!(await option.isVisible())) await page.keyboard.press('Enter');
      await option.waitFor({ timeout: 2000 });
      for (let i = 0; i < 8 && (await option.getAttribute('data-combobox-selected')) === null; i++) {
        await page.keyboard.press('ArrowDown');
        // The list marks the option with its next picture.
        await page.waitForTimeout(150);
      }
      await page.keyboard.press('Enter');
      await expect(layer).toHaveValue('یدکی', { timeout: 1500 });
    }).toPass({ timeout: 30_000 });
    await page.getByLabel(text.map.coordinates.label).focus();
    await page.keyboard.type('۳۵٫۶، ۵۱٫۵');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^نام/ }).first().focus();
    await page.keyboard.type('با صفحه‌کلید');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(form.created)).toBeVisible();
  });

  test('keeps what was typed when the server cannot be reached, and saves on the next try', async ({ page }) => {
    await page.goto('/app/home?layer=1&record=3');
    await toMap(page);
    const name = page.getByRole('textbox', { name: /^نام/ }).first();
    await name.fill('مشهد مقدس');
    await page.route('**/api/layerdata/3/', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
    );
    await page.getByRole('button', { name: form.save, exact: true }).click();
    await expect(page.getByText(form.failedNetwork)).toBeVisible();
    await expect(name).toHaveValue('مشهد مقدس');
    await page.unroute('**/api/layerdata/3/');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(form.edited)).toBeVisible();
  });

  test('lets two people edit one record and loses nothing', async ({ page, browser }) => {
    await page.goto('/app/home?layer=1&record=2');
    await toMap(page);
    await expect(page.getByLabel('جمعیت')).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'super', '/app/home?layer=1&record=2');
    await toMap(other);
    await other.getByLabel('جمعیت').fill('2100000');
    await other.getByRole('textbox', { name: /^نام/ }).first().fill('اصفهان ب');
    await other.keyboard.press('Control+s');
    await expect(other.getByText(form.edited)).toBeVisible();
    await other.context().close();
    await page.getByRole('textbox', { name: /^نام/ }).first().fill('اصفهان الف');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: merge.title });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('اصفهان ب')).toBeVisible();
    await dialog.getByRole('button', { name: merge.allMine }).click();
    await dialog.getByRole('button', { name: merge.save, exact: true }).click();
    await expect(page.getByText(form.edited)).toBeVisible();
    const saved = await page.request.get('/api/layerdata/2/');
    expect((await saved.json()).value).toMatchObject({ name: 'اصفهان الف', population: 2_100_000 });
  });
});

test('the way from sign-in to sign-out needs no mouse', async ({ page }) => {
  await page.goto('/signin');
  await tabTo(page.getByLabel(text.session.username));
  await page.keyboard.type('super');
  await tabTo(page.getByLabel(text.session.password, { exact: true }));
  await page.keyboard.type(PASSWORD);
  await tabTo(page.getByLabel(text.session.captcha, { exact: true }));
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await toMap(page);

  await page.keyboard.press('KeyI');
  await tabTo(page.getByLabel(text.map.coordinates.label));
  await page.keyboard.type('36.3, 59.6');
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('complementary').getByRole('button', { name: text.map.tools.identify.edit }).first());
  await page.keyboard.press('Enter');
  await tabTo(page.getByLabel('جمعیت', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3300000');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(form.edited)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await tabTo(page.getByRole('button', { name: say(text.home.layers.menu, { label: 'شهرها' }) }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: text.home.layers.table }).waitFor();
  for (
    let i = 0;
    i < 5 &&
    !(await page.getByRole('menuitem', { name: text.home.layers.table }).evaluate((e) => e === document.activeElement));
    i++
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(page.getByRole('gridcell', { name: 'تهران', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('جمعیت', { exact: true })).toBeVisible();

  await tabTo(page.getByRole('button', { name: say(text.shell.accountMenu, { name: 'super' }) }));
  await page.keyboard.press('Enter');
  const out = page.getByRole('menuitem', { name: text.shell.signOut });
  await out.waitFor();
  for (let i = 0; i < 5 && !(await out.evaluate((e) => e === document.activeElement)); i++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: text.session.signOut.confirm }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signin');
});

/** Drags a file over the map, or lets it go there. */
const drag = (page: Page, type: 'dragover' | 'drop', name: string, text = '') =>
  page.getByTestId('map').evaluate(
    (map, [event, fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      map.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [type, name, text] as const,
  );

test.describe('files in', () => {
  test.beforeEach(({ removesLayers: _ }) => undefined);

  test('imports a file dropped on the map and opens the map at its layer; sorts and filters its records', async ({
    page,
  }) => {
    const file = await geojson(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')), 500);
    await signIn(page);
    await toMap(page);
    await drag(page, 'dragover', 'notes.exe');
    await expect(page.getByText(layerBuilder.drop.title)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(layerBuilder.drop.title)).toBeHidden();
    await drag(page, 'drop', 'notes.exe');
    await expect(page.getByText(/«notes\.exe»/)).toBeVisible();
    await drag(page, 'drop', file.name, readFileSync(file.path, 'utf8'));
    await expect(page).toHaveURL(/layer-import\/[0-9a-f-]{36}/);
    await page.getByRole('button', { name: /^ورود لایه/ }).click();
    await page.waitForURL(/\/app\/home\?layer=\d+/);
    await toMap(page);
    // On top, unfolded, and the one that the next acts are about.
    const rows = page.getByTestId('layer-list').locator('[aria-expanded][aria-current]');
    await expect(rows.first()).toHaveAttribute('aria-expanded', 'true');
    const layer = Number(new URL(page.url()).searchParams.get('layer'));
    await expect.poll(() => renderedIds(page, layer).then((ids) => ids.length)).toBeGreaterThan(0);
    await page.goto(`/app/layer-data/${layer}`);
    const grid = page.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '501');
    await page.getByLabel(text.records.table.search).fill('zzzz-nothing');
    await expect(page.getByText(text.records.table.noneFound)).toBeVisible();
  });

  test('ends on the map with all layers of a file on top, unfolded and in view', async ({ page }) => {
    const file = await mixedGeojson(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')));
    await signIn(page, 'editor', '/app/layer-import/upload');
    await page.locator('input[type=file]').first().setInputFiles(file.path);
    await page.getByRole('button', { name: /^ورود ۳ لایه/ }).click();
    await page.waitForURL(/\/app\/home\?layer=\d+,\d+,\d+/);
    await toMap(page);
    const list = page.getByTestId('layer-list');
    await expect(list.locator('[aria-current=true]')).toContainText('mixed');
    await expect(list.getByRole('group', { name: /^mixed/ })).toHaveCount(3);
    const layers = new URL(page.url()).searchParams.get('layer')?.split(',').map(Number) ?? [];
    for (const layer of layers)
      await expect.poll(() => renderedIds(page, layer).then((ids) => ids.length)).toBeGreaterThan(0);
  });

  test('makes points of a table whose columns and zone a person chooses on the map', async ({ page }) => {
    const table = 'نام;مختصات X;مختصات Y\nچاه ۱;۵۳۵٬۰۹۰;۳٬۹۴۹٬۷۲۰\nچاه ۲;536000;3950000\n';
    const file = await textFile(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')), 'wells.csv', table);
    const words = layerBuilder.place;
    await signIn(page, 'editor', '/app/layer-import/upload');
    await page.locator('input[type=file]').first().setInputFiles(file.path);
    await expect(page.getByLabel(words.x)).toHaveValue('مختصات X');
    await expect(page.getByLabel(words.y)).toHaveValue('مختصات Y');
    const picture = page.getByRole('img', { name: /۲ نقطه/ });
    await expect(picture.locator('circle')).toHaveCount(2);
    const zone = page.getByRole('button', { name: /WGS 84 \/ UTM 39N/ });
    await zone.click();
    await expect(zone).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /^ورود لایه/ }).click();
    await page.waitForURL(/\/app\/home\?layer=\d+/);
    await toMap(page);
    // The file's address does not arm the same import again, in a tab that remembers nothing of it either.
    await page.goBack();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(page.getByRole('link', { name: layerBuilder.job.showOnMap })).toBeVisible();
    await expect(page.getByRole('button', { name: /^ورود لایه/ })).toBeHidden();
  });

  test('refuses a wrong file with a sentence that says what to do', async ({ page }) => {
    const file = await wrongType(mkdtempSync(join(tmpdir(), 'pahneh-e2e-')));
    await signIn(page, 'editor', '/app/layer-import/upload');
    await page.locator('input[type=file]').setInputFiles(file.path);
    await expect(page.getByText(/شیپ‌فایل زیپ‌شده|پذیرفته نمی‌شود/).first()).toBeVisible();
    expect(page.url()).toContain('/app/layer-import/upload');
  });
});

test('signs out: the storage is clean, the theme stays, the way back is closed', async ({ page }) => {
  await signInByForm(page, 'viewer');
  await toMap(page);
  await page.evaluate(() => localStorage.setItem('theme', 'dark-indigo'));
  await page.getByRole('button', { name: say(text.shell.accountMenu, { name: 'viewer' }) }).click();
  await page.getByRole('menuitem', { name: text.shell.signOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.session.signOut.confirm }).click();
  await page.waitForURL('**/signin');
  expect(await page.evaluate(() => ['token', 'last_token', 'user'].map((k) => localStorage.getItem(k)))).toEqual([
    null,
    null,
    null,
  ]);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark-indigo');
  expect((await page.context().cookies()).filter((c) => c.name.startsWith('__Host-Http-gis_s'))).toEqual([]);
  await page.goto('/app/home');
  await expect(page).toHaveURL(/\/signin/);
});
