// Analysis in a real browser: a buffer of chosen records among the drawings, a clip by a drawn area as a new layer; read back from the server.
import type { Drawing } from '../../contract/schemas/drawing';
import type { LayerRecord } from '../../contract/schemas/record';
import { extentOf, measures } from '../../map/geo/measure';
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { clickAt, expect, look, renderedIds, say, signIn, test, text, toMap } from '../fixtures';

const TEHRAN = [51.39, 35.7] as const;
const { map } = text;
const { analysis } = map.tools;
const name = (label: string) => ({ name: label, exact: true });

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, TEHRAN, 9);
  await page.keyboard.press('KeyA');
});

test('a buffer of a chosen record, looked at, kept as a drawing and taken back', async ({ page }) => {
  const panel = page.getByRole('complementary');
  const listDrawings = async () => (await (await page.request.get('/api/drawing/')).json()) as Drawing[];
  const before = (await listDrawings()).map(({ id }) => id);
  const mine = async () => (await listDrawings()).filter(({ id }) => !before.includes(id));
  await panel.getByRole('combobox', name(say(analysis.layerOf, { side: analysis.of }))).click();
  await page.getByRole('option', name('شهرها')).click();
  await panel.getByText(say(analysis.parts.selection, { count: '۰' }), { exact: true }).click();
  await expect(panel.getByText(analysis.problems.noSelection)).toBeVisible();
  await clickAt(page, TEHRAN);
  await expect(panel.getByText(say(analysis.parts.selection, { count: '۱' }), { exact: true })).toBeVisible();

  const distance = panel.getByRole('textbox', name(analysis.distance));
  await distance.fill('-۵۰۰');
  await expect(panel.getByText(analysis.problems.negative)).toBeVisible();
  await distance.fill('۵۰۰');
  await panel.getByRole('button', name(analysis.preview)).click();
  const preview = panel.getByRole('region', name(analysis.preview));
  await expect(preview.getByText(say(analysis.shapes, { shown: '۱' }))).toBeVisible();
  const cell = preview.getByRole('gridcell', name('تهران'));
  await expect(cell).toBeVisible();
  await preview.getByRole('gridcell').first().press('End');
  await expect(preview.locator('[data-cell]:focus')).toHaveAttribute('data-cell', /^0\/[1-9]/);
  expect(await serious(page)).toEqual([]);

  await panel.getByRole('button', name(analysis.make.drawings)).click();
  await expect.poll(async () => (await mine()).length).toBe(1);
  const [ring] = await mine();
  expect(ring?.label).toBe(say(analysis.names.buffer, { distance: say(map.units.m, { value: '۵۰۰' }), of: 'شهرها' }));
  const circle = Math.PI * 500 ** 2;
  expect(Math.abs((ring ? (measures(ring.geometry)?.area ?? 0) : 0) / circle - 1)).toBeLessThan(0.01);
  await expect.poll(() => page.evaluate(() => window.__map?.drawings().length)).toBe(1);
  await page.getByRole('status').getByRole('button', name(analysis.undo)).click();
  await expect.poll(async () => (await mine()).length).toBe(0);
});

test('a layer clipped by a drawn area becomes a new layer, by keys alone', async ({ page, baseURL }) => {
  const panel = page.getByRole('complementary');
  await panel.getByRole('radio', name(analysis.ops.clip.name)).press(' ');
  const first = panel.getByRole('combobox', name(say(analysis.layerOf, { side: analysis.first })));
  await first.fill('زمین');
  await expect(page.getByRole('option', name('زمین‌ها'))).toBeVisible();
  await first.press('ArrowDown');
  await first.press('Enter');
  await expect(first).toHaveValue('زمین‌ها');
  const kinds = panel.getByRole('radiogroup', name(say(analysis.kindOf, { side: analysis.second })));
  await kinds.getByRole('radio', name(analysis.kinds.sketch)).press(' ');
  await panel.getByRole('button', name(analysis.draw.rectangle)).press('Enter');
  const box = panel.getByLabel(map.coordinates.label);
  for (const corner of ['۳۵٫۱، ۵۱٫۱', '35.3, 51.3']) {
    await box.fill(corner);
    await box.press('Enter');
  }
  await expect(panel.getByText(say(analysis.drawn, { shown: '۱' }))).toBeVisible();
  const into = panel.getByRole('radiogroup', name(analysis.into));
  await into.getByRole('radio', name(analysis.intos.layer)).press(' ');
  await panel.getByRole('textbox', name(analysis.label)).fill('برش آزمایشی');
  await panel.getByRole('button', name(analysis.make.layer)).press('Enter');
  await expect(panel.getByText(say(analysis.job.done, { shown: '۱' }))).toBeVisible();
  expect(await serious(page)).toEqual([]);

  const show = panel.getByRole('button', name(analysis.job.show));
  await expect(show).toBeEnabled();
  const layers = (await (await page.request.get('/api/layer/?limit=100')).json()) as {
    results: { id: number; label: string; group_layer: number[] }[];
  };
  const named = (label: string) => layers.results.find((layer) => layer.label === label);
  const layerId = named('برش آزمایشی')?.id ?? 0;
  try {
    expect(named('برش آزمایشی')?.group_layer).toEqual(named('زمین‌ها')?.group_layer);
    await show.press('Enter');
    await expect.poll(() => renderedIds(page, layerId)).toHaveLength(1);
    const read = await page.request.get(`/api/layerdata/?layer=${layerId}`);
    const { results } = (await read.json()) as { results: LayerRecord[] };
    expect(results.map(({ value }) => value.name)).toEqual(['زمین']);
    const extent = extentOf(results.flatMap(({ geometry }) => geometry ?? []));
    expect(extent?.map((degrees) => degrees.toFixed(4))).toEqual(['51.1000', '35.1000', '51.2000', '35.2000']);
  } finally {
    const person = createBrowser(new URL(baseURL ?? ''));
    await person.signIn('super');
    await person.send('DELETE', `/api/layer/${layerId}/`);
  }
});
