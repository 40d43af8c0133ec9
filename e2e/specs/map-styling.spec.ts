// The look of a layer: classified from its own data, seen on the map before it is saved, kept, taken back, refused where it must be.
import type { Page } from '@playwright/test';
import type { Layer } from '../../contract/schemas/layer';
import { serious } from '../axe';
import { expect, num, say, signIn, test, text, toMap } from '../fixtures';

const words = text.map.tools.styling;
const CITIES = 'شهرها';
const ROADS = 'راه‌ها';

/** What the server says of a layer now. */
const layerOf = async (page: Page, id: number): Promise<Layer> =>
  (await page.request.get(`/api/layer/${id}/`)).json() as Promise<Layer>;
/** A paint value of the map as it is drawn. */
const paint = (page: Page, layer: string, name: string): Promise<unknown> =>
  page.evaluate(([id, key]) => window.__map?.paint(id as string, key as string), [layer, name] as const);

/** The colours in which a map layer's features stand on the screen, each once. */
const colours = (page: Page, layer: string, name: string): Promise<string[]> =>
  page.evaluate(
    ([id, key]) => {
      const features = window.__map?.bare().queryRenderedFeatures({ layers: [id] }) ?? [];
      return [...new Set(features.map((f) => String((f.layer.paint as Record<string, unknown>)[key])))];
    },
    [layer, name] as const,
  );

const panel = (page: Page) => page.getByRole('region', { name: words.title });

async function open(page: Page, layer: string, tab?: string): Promise<void> {
  await page.keyboard.press('KeyY');
  await choose(page, words.layer, layer);
  if (tab) await panel(page).getByRole('tab', { name: tab }).click();
}
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = panel(page).getByRole('combobox', { name: label, exact: true });
  if ((await box.inputValue()) === option) return;
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
/** Takes a ready look; the radio lies under its picture. */
const chooseMode = (page: Page, mode: string) => panel(page).getByRole('radio', { name: mode, exact: true }).check();
const save = async (page: Page, layer: string) => {
  await panel(page).getByRole('button', { name: words.save, exact: true }).click();
  await expect(page.getByText(say(words.saved, { label: layer }))).toBeVisible();
  // Nothing is left to save: the button says so, and the keyboard stays on it.
  await expect(panel(page).getByRole('button', { name: words.save, exact: true })).toBeFocused();
};

test.describe('the look of a layer', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await toMap(page);
  });

  test('is classified from the data, shown before it is saved, and taken back', async ({ page }) => {
    const before = (await layerOf(page, 1)).config.style;
    await open(page, CITIES);
    await chooseMode(page, words.kinds.graduated);
    const classes = panel(page).getByRole('list', { name: words.classes });
    await expect(classes.getByRole('listitem')).toHaveCount(3);
    // Three towns, a class and a record each, in the reader's digits.
    await expect(classes.getByText(num('۱'), { exact: true })).toHaveCount(3);
    await expect.poll(() => paint(page, 'layer:1:circle', 'circle-color')).toEqual(expect.arrayContaining(['step']));
    // The saved look has no use for the population: tiles that carry it come by themselves, without a move of the map.
    await expect.poll(() => colours(page, 'layer:1:circle', 'circle-color')).toHaveLength(3);
    expect((await layerOf(page, 1)).config.style).toEqual(before);

    const first = panel(page).getByRole('slider', { name: say(words.histogram.break, { n: '۱' }) });
    const value = Number(await first.getAttribute('aria-valuenow'));
    await first.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => Number(await first.getAttribute('aria-valuenow'))).toBeLessThan(value);
    const moved = Number(await first.getAttribute('aria-valuenow'));

    expect(await serious(page)).toEqual([]);
    await save(page, CITIES);
    const { style } = (await layerOf(page, 1)).config;
    expect(style).toMatchObject({ kind: 'graduated', field: 'population', classes: { length: 3 } });
    expect(style.kind === 'graduated' && style.classes[1]?.from).toBe(moved);
    expect(style.kind === 'graduated' && style.classes[0]?.label).toMatch(
      new RegExp(`^${say(words.classWords.below, { to: '[۰-۹٬]+' })}$`),
    );

    await page.getByRole('button', { name: words.undo, exact: true }).last().click();
    await expect(page.getByText(say(words.undone, { label: CITIES }))).toBeVisible();
    expect((await layerOf(page, 1)).config.style).toEqual(before);
    await expect.poll(() => paint(page, 'layer:1:circle', 'circle-color')).toEqual(expect.any(String));
  });

  test('has a mark for each value, labels and a scale, and stays over a reload', async ({ page }) => {
    await open(page, CITIES);
    await chooseMode(page, words.kinds.categorised);
    await expect(panel(page).getByRole('list', { name: words.categories }).getByRole('listitem')).toHaveCount(3);
    await panel(page).getByRole('tab', { name: words.tabs.labels }).click();
    await panel(page).getByRole('switch', { name: words.labels.on }).check();
    await panel(page).getByRole('spinbutton', { name: words.labels.size }).fill('۱۸');
    await panel(page).getByRole('spinbutton', { name: words.zooms.from }).fill('۰');
    await panel(page).getByRole('tab', { name: words.tabs.scale }).click();
    await expect(panel(page).getByText(words.scale.shownNow)).toBeVisible();
    await panel(page).getByRole('combobox', { name: words.scale.far }).fill('۱:۲۰۰۰۰۰۰۰۰');
    await page.keyboard.press('Enter');
    await save(page, CITIES);
    const { config } = await layerOf(page, 1);
    expect(config.style).toMatchObject({ kind: 'categorised', categories: { length: 3 } });
    expect(config.labels).toMatchObject({ field: 'name', size: 18 });
    expect(config.scale.min_zoom).toBeGreaterThan(0);
    await page.reload();
    await toMap(page);
    expect(await paint(page, 'layer:1:circle', 'circle-color')).toEqual(expect.arrayContaining(['match']));
    await expect.poll(() => page.evaluate(() => window.__map?.labels().length ?? 0)).toBeGreaterThan(0);
  });

  test('asks before unsaved changes are lost, and forgets them then', async ({ page }) => {
    const before = await paint(page, 'layer:2:line', 'line-color');
    await open(page, ROADS);
    const colour = panel(page).getByRole('textbox', { name: words.mark.colour });
    await colour.fill('#123456');
    await expect.poll(() => paint(page, 'layer:2:line', 'line-color')).toBe('#123456');
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog', { name: words.leaveTitle });
    await dialog.getByRole('button', { name: words.leave }).click();
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => paint(page, 'layer:2:line', 'line-color')).toBe(before);
  });

  test('comes from another layer, and from a file that is only looked at first', async ({ page }) => {
    await open(page, ROADS);
    await panel(page).getByRole('button', { name: words.transfer.title }).click();
    await page.getByRole('menuitem', { name: words.transfer.fromLayer }).click();
    await choose(page, words.transfer.fromLayer, 'یدکی');
    await expect(page.getByText(say(words.transfer.taken, { label: 'یدکی' }))).toBeVisible();
    await page.locator('input[type=file][accept*=sld]').setInputFiles({
      name: 'roads.sld',
      mimeType: 'application/xml',
      buffer: Buffer.from(
        '<StyledLayerDescriptor version="1.0.0"><NamedLayer><UserStyle><FeatureTypeStyle><Rule><LineSymbolizer><Stroke><CssParameter name="stroke">#aa3377</CssParameter><CssParameter name="stroke-width">4</CssParameter></Stroke></LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>',
      ),
    });
    await expect(panel(page).getByText('roads.sld')).toBeVisible();
    await expect.poll(() => paint(page, 'layer:2:line', 'line-color')).toBe('#aa3377');
    expect(JSON.stringify((await layerOf(page, 2)).config.style)).not.toContain('#aa3377');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(say(words.saved, { label: ROADS }))).toBeVisible();
    expect((await layerOf(page, 2)).config.style).toMatchObject({
      kind: 'single',
      symbol: { color: '#aa3377', size: 4 },
    });
    await panel(page).getByRole('button', { name: words.transfer.title }).click();
    const down = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: say(words.transfer.export, { format: 'QML' }) }).click();
    expect((await down).suggestedFilename()).toMatch(/\.qml$/);
  });
});

test('tells a viewer why he cannot change looks', async ({ page }) => {
  await signIn(page, 'viewer');
  await toMap(page);
  const button = page.getByRole('button', { name: new RegExp(`^${words.title}`) });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleName(new RegExp(text.map.tools.reasons.noStylable));
  await page.keyboard.press('KeyY');
  await expect(panel(page)).toBeHidden();
});
