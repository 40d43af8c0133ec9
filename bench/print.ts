// What a sheet costs a browser: `node --import tsx bench/print.ts [address] [user] [password]` beside a demo that was started with
// CAPTCHA=auto. Prints A4 as one page and as an atlas of the regions, whose pages are told as multiples of the one; then A3 at 400 DPI
// twice, as PDF and as PNG: seconds, bytes, and the most memory that the page held, beside the picture's own size unpacked. One page of
// each size stands beside its limit.
import { chromium } from '@playwright/test';
import text from '../messages/fa/tools/print.json' with { type: 'json' };
import { atMost, cells, HEAD, kilobytes, seconds } from './report';

const [address = 'http://localhost:3000', user = 'superuser', password = 'Pahneh-1404'] = process.argv.slice(2);
const EXACT = { exact: true };
/** Milliseconds that a page may take on two quiet cores without a graphics card. */
const [MAX_A4_MS, MAX_A3_MS] = [5000, 30_000];
const writeRow = (name: string, took: number, limit: number) => {
  const line = {
    name,
    value: seconds(took),
    beside: `limit: ${seconds(limit)}`,
    ratio: took / limit,
    target: atMost(1),
  };
  process.stdout.write(`${cells(line).join(' | ')}\n`);
};
/** Red, green, blue and alpha of 6614 x 4677 dots. */
const UNPACKED = 6614 * 4677 * 4;
const ARGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fa' });
  const page = await context.newPage();
  await page.addInitScript(() =>
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'natural' }, version: 0 })),
  );
  await page.goto(`${address}/signin`);
  await page.locator('input[name=username]').fill(user);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/home');
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  await page.waitForTimeout(3000);
  await page.keyboard.press('KeyP');
  const panel = page.getByRole('complementary');
  const choose = async (label: string, option: string) => {
    await panel.getByRole('combobox', { name: label, ...EXACT }).click();
    await page.getByRole('option', { name: option, ...EXACT }).click();
  };
  const make = async () => {
    const start = performance.now();
    const coming = page.waitForEvent('download', { timeout: 300_000 });
    await panel.getByRole('button', { name: text.print, ...EXACT }).click();
    const stream = await (await coming).createReadStream();
    return { stream, took: performance.now() - start };
  };
  const regions = ((await (await page.request.get(`${address}/api/region/get_accessed/`)).json()) as unknown[]).length;
  process.stdout.write(`${HEAD.join(' | ')}\n`);
  const { took: once } = await make();
  writeRow('A4 at 150 DPI as pdf', once, MAX_A4_MS);
  await choose(text.atlas, text.atlases.regions);
  const { took: all } = await make();
  process.stdout.write(
    `A4 as pdf | one page ${seconds(once)} | ${regions} pages ${seconds(all)}, each ${(all / regions / once).toFixed(2)}x of the one\n`,
  );
  await choose(text.atlas, text.atlases.none);
  await choose(text.paper, 'A3');
  await choose(text.dpi, '۴۰۰');
  const client = await context.newCDPSession(page);
  for (const format of ['pdf', 'png'] as const) {
    await panel.getByText(text.formats[format], EXACT).click();
    await client.send('HeapProfiler.collectGarbage');
    const usedBytes = async () => {
      const { usedSize, backingStorageSize = 0 } = (await client.send('Runtime.getHeapUsage')) as {
        usedSize: number;
        backingStorageSize?: number;
      };
      return usedSize + backingStorageSize;
    };
    const before = await usedBytes();
    let most = before;
    const watch = setInterval(() => void usedBytes().then((now) => { most = Math.max(most, now); }, () => undefined), 100); // biome-ignore format: a watch
    const { stream, took } = await make();
    clearInterval(watch);
    let size = 0;
    for await (const part of stream) size += (part as Buffer).length;
    writeRow(`A3 at 400 DPI as ${format}`, took, MAX_A3_MS);
    process.stdout.write(
      `A3 at 400 DPI as ${format} | ${seconds(took)}, ${kilobytes(size)} | the page held ${kilobytes(most - before)} more | ${((most - before) / UNPACKED).toFixed(2)}x of the picture unpacked\n`,
    );
  }
} finally {
  await browser.close();
}
