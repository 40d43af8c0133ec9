// A dashboard on paper: what the browser prints is read back by another program's code.
import type { Widget } from '../../contract/schemas/boards/board';
import fa from '../../messages/fa/boards.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { readPdf } from '../../testing/pdf-text';
import { expect, signIn, test } from '../fixtures';

const POINTS = 72;
const MM = POINTS / 25.4;
const SIZES = { A4: 210 * MM, A3: 297 * MM };
/** The letters of a line whatever their forms and order: joined ones come back as they are drawn. */
const letters = (line: string) => [...line.normalize('NFKC').replace(/\s/g, '')].sort().join('');

test('a dashboard is printed in Persian on A4 and A3, with its numbers and without what surrounds it', async ({
  page,
  baseURL,
}) => {
  const person = createBrowser(new URL(baseURL ?? ''));
  await person.signIn('super');
  const layer = (await person.send('GET', '/api/simple_layers/')).json.find(({ label }: { label: string }) => label === 'شهرها').id; // biome-ignore format: one line
  const { count } = (await person.send('GET', `/api/layerdata/?layer=${layer}&limit=1`)).json;
  const widgets: Widget[] = [
    { kind: 'number', id: 'n', span: 4, title: 'شمار شهرها', question: { layer }, trend: null },
    { kind: 'text', id: 't', span: 8, title: 'یادداشت', text: 'گزارش شورای شهر' },
  ];
  const board = (await person.send('POST', '/api/dashboard/', { label: 'گزارش هفته', widgets })).json.id as number;
  try {
    await signIn(page, 'super', `/app/dashboard?board=${board}`);
    const number = page.getByRole('region', { name: 'شمار شهرها' }).or(page.getByText('شمار شهرها')).first();
    await expect(number).toBeVisible();
    const shell = (await page.getByRole('navigation').getByRole('link').first().textContent()) ?? '';
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: fa.acts.print, exact: true }).click();
    await expect(page.locator('html[data-printed][data-mantine-color-scheme="light"]')).toHaveCount(1);
    for (const [format, width] of Object.entries(SIZES)) {
      const { pages } = await readPdf(new Uint8Array(await page.pdf({ format, printBackground: true })));
      expect(pages).toHaveLength(1);
      expect(Math.abs((pages[0]?.width ?? 0) - width)).toBeLessThan(2);
      const lines = pages[0]?.lines.map(letters) ?? [];
      for (const text of ['گزارش هفته', 'یادداشت', 'گزارش شورای شهر', 'شمار شهرها', count.toLocaleString('fa')])
        expect(lines).toContain(letters(text));
      expect(lines).not.toContain(letters(shell));
    }
  } finally {
    await person.send('DELETE', `/api/dashboard/${board}/`);
  }
});
