// Statistics in a browser: a press in the chart marks records on the map, a press on the map keeps the numbers to a region, and each number is that
// of the records as the list counts them.
import { FormData } from 'undici';
import fa from '../../messages/fa/dashboards.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { expect, num, say, signIn, test, text } from '../fixtures';

const KINDS = ['نانوایی', 'کتاب‌فروشی'] as const;
/** Inside of the only region of the test world, and far outside. */
const PLACES = [
  [51.5, 35.5],
  [54.5, 32.5],
] as const;

test('charts and map filter each other, with the numbers of the records themselves', async ({ page, baseURL }) => {
  const person = createBrowser(new URL(baseURL ?? ''));
  await person.signIn('super');
  const form = new FormData();
  form.set('label', 'فروشگاه‌های آمار');
  form.set('type', '1');
  form.set('form', JSON.stringify([{ name: 'kind', label: 'نوع', type: 'text' }]));
  const layer = (await person.send('POST', '/api/layer/', form)).json.id as number;
  const region = (await person.send('GET', '/api/region/?limit=1')).json.results[0];
  try {
    for (let i = 0; i < 9; i++) {
      const [lon, lat] = PLACES[i % 3 === 0 ? 1 : 0] as readonly [number, number];
      const geometry = { type: 'Point', coordinates: [lon + i / 1000, lat + i / 1000] };
      await person.send('POST', '/api/layerdata/', { layer, geometry, value: { kind: KINDS[i % 4 === 0 ? 1 : 0] } });
    }
    const records = async (query: object): Promise<{ count: number; ids: number[] }> => {
      const { count, results } = (await person.send('POST', '/api/layerdata_query/', { layer, query, limit: 100 }))
        .json;
      return { count, ids: results.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b) };
    };
    const inDigits = (n: number) => num(n.toLocaleString('fa'));
    const chip = (name: string) => page.getByRole('button', { name: say(fa.stats.leaveGroup, { name }) });
    const map = page.getByTestId('plain-map');

    await signIn(page, 'super', `/app/stats-dashboard?layer=${layer}&by=~kind`);
    for (const kind of KINDS) {
      const { count } = await records({ field: 'kind', is: 'eq', value: kind });
      await expect(page.getByRole('button', { name: new RegExp(`${kind}.*${inDigits(count)}`) })).toBeVisible();
    }
    const bread = await records({ field: 'kind', is: 'eq', value: KINDS[0] });
    await page.getByRole('button', { name: new RegExp(`${KINDS[0]}.*${inDigits(bread.count)}`) }).click();
    await expect(chip(KINDS[0])).toBeVisible();
    await expect(page.getByText(say(fa.stats.map.marked, { n: bread.count.toLocaleString('fa') }))).toBeVisible(); // biome-ignore format: one text
    const rendered = async () =>
      Object.values(await map.evaluate((element) => element.__rendered?.() ?? {})).flat().sort((a, b) => a - b); // biome-ignore format: one line
    await expect.poll(rendered).toEqual(bread.ids);

    // The other way round: the region in the middle of the map is taken, and the numbers are those of what lies in it.
    const inside = await records({ place: 'intersects', region: region.id });
    expect(inside.count).toBe(6);
    await page.goto(`/app/stats-dashboard?layer=${layer}&by=~@region`);
    await expect.poll(rendered).toContain(region.id);
    await map.getByRole('region', { name: text.map.title }).focus();
    await page.keyboard.press('Enter');
    await expect(chip(region.label)).toBeVisible();
    await expect(page.getByText(say(fa.stats.map.marked, { n: '۶' }))).toBeVisible();
    await expect.poll(rendered).toEqual(expect.arrayContaining(inside.ids));
  } finally {
    await person.send('DELETE', `/api/layer/${layer}/`);
  }
});
