// Printing in a real browser: the PDF's size, text and sameness, the PNG's size and what is in its map, and an atlas that is stopped.
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { decode } from 'fast-png';
import { latinDigits } from '../../contract/schemas/common';
import { readPdf, visibleText } from '../../testing/pdf-text';
import { serious } from '../axe';
import { expect, look, num, say, signIn, test, text, toMap } from '../fixtures';

const { print } = text.map.tools;
const name = (label: string) => ({ name: label, exact: true });
const MM = 25.4 / 72;

/** How many colours a canvas has in the middle fifth of its height. */
const coloursInMiddle = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const data =
      element.getContext('2d')?.getImageData(width * 0.4, height * 0.4, width * 0.2, height * 0.2).data ?? [];
    return new Set(new Uint32Array(Uint8ClampedArray.from(data).buffer)).size;
  });

test('prints the frame as PDF and PNG, twice the same, in the size of the paper', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, [51.39, 35.7], 8);
  // What was measured lies on the map, and so on the paper.
  await page.keyboard.press('KeyR');
  const box = page.getByLabel(text.map.coordinates.label);
  for (const at of ['35.6, 51.2', '35.6, 51.4', '']) {
    await box.fill(at);
    await box.press('Enter');
    await expect(box).toHaveValue('');
  }
  await expect(page.getByRole('region', name(text.map.tools.measure.results))).toBeVisible();
  await page.keyboard.press('Escape');
  await look(page, [51.39, 35.7], 8);
  await page.keyboard.press('KeyP');
  const panel = page.getByRole('complementary');
  await panel.getByLabel(print.pageTitle, { exact: true }).fill('نقشه روستاهای استان (ویرایش ۲)');
  await panel.getByLabel(print.description, { exact: true }).fill('Prepared for review');
  await expect(panel.getByRole('button', name(print.print))).toBeInViewport({ ratio: 1 });
  // The measured line crosses the thumbnail's middle, and goes with the map.
  const preview = panel.getByRole('img', name(print.preview));
  await expect(preview).toHaveAttribute('aria-busy', 'false');
  const before = await coloursInMiddle(preview);
  expect(before).toBeGreaterThan(8);
  await look(page, [51.39, 37.7], 8);
  await expect.poll(() => coloursInMiddle(preview)).toBeLessThan(before);
  await look(page, [51.39, 35.7], 8);
  await expect.poll(() => coloursInMiddle(preview)).toBe(before);
  await panel.getByRole('combobox', name(print.dpi)).click();
  await page.getByRole('option', name(num('۹۶'))).click();
  await panel.getByRole('checkbox', name(print.parts.grid)).check();
  await panel.getByText(print.grids.both, { exact: true }).click();
  expect(await serious(page)).toEqual([]);

  const file = async () => {
    const coming = page.waitForEvent('download');
    await panel.getByRole('button', name(print.print)).click();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) };
  };
  // Its rows are packed in a thread of their own, which ends with the file.
  const threads = page.workers().length;
  const opened: string[] = [];
  page.on('worker', (thread) => opened.push(thread.url()));
  const first = await file();
  expect(opened).toHaveLength(1);
  expect(page.workers()).toHaveLength(threads);
  expect(first.name).toBe('نقشه روستاهای استان (ویرایش ۲).pdf');
  const { title, pages } = await readPdf(first.bytes);
  expect(title).toBe('نقشه روستاهای استان (ویرایش ۲)');
  expect(pages).toHaveLength(1);
  expect([pages[0]?.width, pages[0]?.height].map((pt) => Math.round((pt ?? 0) * MM))).toEqual([297, 210]);
  const lines = pages[0]?.lines.join('\n') ?? '';
  for (const words of [
    'نقشه روستاهای استان (ویرایش ۲)',
    'Prepared for review',
    print.parts.legend,
    say(text.map.units.km, { value: '۱۸٫۱' }),
    num('۵۱°۰۰′E'),
  ])
    expect(lines).toContain(visibleText(words));
  expect(lines).toMatch(new RegExp(num('۳٬۹[۰-۹]{2}٬۰۰۰')));
  expect(Buffer.compare((await file()).bytes, first.bytes)).toBe(0);

  await panel.getByText(print.formats.png, { exact: true }).click();
  const png = decode((await file()).bytes, { checkCrc: true });
  expect([png.width, png.height]).toEqual([1123, 794]);
  expect(png.resolution?.x).toBe(Math.round(96_000 / 25.4));

  // Escape ends the work while a large picture is being packed, and leaves the panel as it is.
  await panel.getByRole('combobox', name(print.paper)).click();
  await page.getByRole('option', name('A3')).click();
  await panel.getByRole('combobox', name(print.dpi)).click();
  await page.getByRole('option', name(num('۴۰۰'))).click();
  let came = 0;
  page.on('download', () => {
    came += 1;
  });
  await panel.getByRole('button', name(print.print)).click();
  const progress = panel.getByRole('progressbar', name(print.progress));
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')), { intervals: [20] })
    .toBeGreaterThan(30);
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', name(print.print))).toBeEnabled();
  await expect(panel.getByLabel(print.pageTitle, { exact: true })).toHaveValue('نقشه روستاهای استان (ویرایش ۲)');
  await page.waitForTimeout(1000);
  expect(came).toBe(0);
});

/** The number under one of a page. */
const scaleOf = (lines: readonly string[]): number =>
  Number(latinDigits(/[1۱]:([\d۰-۹]{1,3}(?:[,٬][\d۰-۹]{3})*)/.exec(lines.join('\n'))?.[1] ?? '').replace(/[,٬]/g, ''));

test('an atlas has a page with its own name and scale for each region and record, and can be stopped', async ({
  page,
}) => {
  await signIn(page, 'super');
  await toMap(page);
  await page.keyboard.press('KeyP');
  const panel = page.getByRole('complementary');
  const choose = async (label: string, option: string) => {
    await panel.getByRole('combobox', name(label)).click();
    await page.getByRole('option', name(option)).click();
  };
  const make = panel.getByRole('button', name(print.print));
  const file = async () => {
    const coming = page.waitForEvent('download');
    await make.click();
    return readPdf(new Uint8Array(await readFile(await (await coming).path())));
  };
  await panel.getByLabel(print.pageTitle, { exact: true }).fill('اطلس آزمون');
  await choose(print.dpi, num('۹۶'));

  // Each in the scale that fits its page: 90 km of the region fill the map at most, and half of it at least.
  await choose(print.atlas, print.atlases.regions);
  const regions = (await (await page.request.get('/api/region/get_accessed/')).json()) as { label: string }[];
  await expect(panel.getByText(say(print.pages, { count: regions.length.toLocaleString('fa') }))).toBeVisible();
  const byRegion = await file();
  expect(byRegion.title).toBe('اطلس آزمون');
  expect(byRegion.pages).toHaveLength(regions.length);
  for (const [i, { label }] of regions.entries()) {
    expect(byRegion.pages[i]?.lines).toContain(visibleText(label));
    expect(byRegion.pages[i]?.lines).toContain('اطلس آزمون');
  }
  const tehran = byRegion.pages[regions.findIndex(({ label }) => label === 'تهران')];
  const scale = scaleOf(tehran?.lines ?? []);
  expect(scale).toBeGreaterThan(90_000_000 / 277);
  expect(scale).toBeLessThan(90_000_000 / 70);

  // Every record in one scale.
  await choose(print.atlas, print.atlases.records);
  await choose(print.layer, 'شهرها');
  await choose(print.scale, say(print.scaleValue, { value: '۲۵۰٬۰۰۰' }));
  const layers = (await (await page.request.get('/api/layer/?limit=100')).json()) as {
    results: { id: number; label: string }[];
  };
  const layer = layers.results.find(({ label }) => label === 'شهرها')?.id;
  const records = (await (await page.request.get(`/api/layerdata/?layer=${layer}&limit=100`)).json()) as {
    results: { value: { name?: string }; geometry: unknown }[];
  };
  const names = records.results.flatMap(({ value, geometry }) => (geometry ? [value.name] : []));
  const byRecord = await file();
  expect(byRecord.pages).toHaveLength(names.length);
  for (const [i, label] of names.entries()) {
    if (label) expect(byRecord.pages[i]?.lines).toContain(visibleText(label));
    expect(scaleOf(byRecord.pages[i]?.lines ?? [])).toBe(250_000);
  }

  // Stopped amid its pages: no file comes, and the next one is whole.
  await choose(print.dpi, num('۳۰۰'));
  let came = 0;
  page.on('download', () => {
    came += 1;
  });
  await make.click();
  await panel.getByRole('button', name(print.stop)).click();
  await expect(make).toBeEnabled();
  await expect(make).toBeFocused();
  await page.waitForTimeout(500);
  expect(came).toBe(0);
  await choose(print.dpi, num('۹۶'));
  expect((await file()).pages).toHaveLength(names.length);
});
