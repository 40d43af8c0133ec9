// How smoothly a map with 5,000 drawings of one's own moves: `node --import tsx bench/drawings.ts [address] [user] [password]` beside a started
// demo, whose user loses their drawings. Frames while the map is dragged to and fro, empty and full, in the same browser.
import { chromium, type Page } from '@playwright/test';
import { createBrowser } from '../testing/browser';

const [address = 'http://localhost:3000', user = 'superuser', password = 'Pahneh-1404'] = process.argv.slice(2);
const ARGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
/** What a person may have. */
const MANY = 5000;
/** Drags of one measurement, and the moves of one drag. */
const [DRAGS, MOVES] = [6, 40];

/** Milliseconds of the middle frame and of the slowest but five in a hundred. */
const frames = async (page: Page): Promise<[number, number, number]> => {
  // As text: the loader of this file gives names to functions by a helper that a page does not have.
  await page.evaluate(
    'window.times = []; window.counting = true; (function tick(now) { times.push(now); if (counting) requestAnimationFrame(tick); })(performance.now())',
  );
  for (let i = 0; i < DRAGS; i += 1) {
    const way = i % 2 ? -1 : 1;
    await page.mouse.move(500 - way * 200, 450);
    await page.mouse.down();
    for (let step = 1; step <= MOVES; step += 1)
      await page.mouse.move(500 - way * 200 + (way * 400 * step) / MOVES, 450);
    await page.mouse.up();
  }
  const ticks = await page.evaluate<number[]>('((window.counting = false), times)');
  const sorted = ticks
    .slice(1)
    .map((now, i) => now - (ticks[i] ?? now))
    .sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return [at(0.5), at(0.95), sorted.length];
};

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
const person = createBrowser(new URL(address));
try {
  const { status } = await person.signIn(user, password);
  if (status !== 200) throw new Error(`${user} could not sign in: ${status}`);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fa' });
  const url = address.replace('http:', 'https:');
  await context.addCookies(
    [...person.jar].map(([name, value]) => ({ name, value, url, secure: true, httpOnly: name.includes('Http-') })),
  );
  const page = await context.newPage();
  await page.addInitScript(() =>
    localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'none' }, version: 0 })),
  );
  const measure = async (what: string) => {
    await page.goto(`${address}/app/home`);
    await page.locator('[data-testid=map][data-ready=true]').waitFor();
    await page.waitForTimeout(5000);
    const [middle, slow, count] = await frames(page);
    process.stdout.write(`${what} | ${middle.toFixed(1)} ms a frame, ${slow.toFixed(1)} ms at 95 % of ${count}\n`);
  };
  await person.send('DELETE', '/api/drawing/delete_all/');
  await measure('panning without drawings');
  // Triangles and labelled points all over the country that is seen.
  const shapes = Array.from({ length: MANY }, (_, i) => {
    const [x, y] = [45 + ((i * 37) % 1000) / 60, 26 + ((i * 91) % 1000) / 80];
    return i % 2
      ? { type: 'point', label: `${i}`, style: { show_label: i % 20 === 1 }, geometry: { type: 'Point', coordinates: [x, y] } }
      : { type: 'polygon', geometry: { type: 'Polygon', coordinates: [[[x, y], [x + 0.1, y], [x, y + 0.1], [x, y]]] } }; // biome-ignore format: two drawings
  });
  for (let i = 0; i < MANY; i += 1000) {
    const answer = await person.send('POST', '/api/drawing/', shapes.slice(i, i + 1000));
    if (answer.status !== 200) throw new Error(answer.text);
  }
  await measure(`panning with ${MANY} drawings`);
} finally {
  await person.send('DELETE', '/api/drawing/delete_all/');
  await browser.close();
}
