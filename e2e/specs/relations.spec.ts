// The life of a relation on the map: a child drawn for its parent, one picked, a parent that stays while it has children, and the end.
import { FormData } from 'undici';
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { clickAt, expect, look, num, signIn, test, text, toMap } from '../fixtures';

const { related, form } = text.records;

test('children are drawn and picked on the map, and hold their parent', async ({ page, baseURL, removesLayers }) => {
  void removesLayers;
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('super');
  const layer = async (label: string, fields: object[]): Promise<number> => {
    const body = new FormData();
    for (const [part, value] of Object.entries({ label, type: '1', form: JSON.stringify(fields) }))
      body.append(part, value);
    return (await hand.send('POST', '/api/layer/', body)).json.id;
  };
  const record = async (of: number, value: object, coordinates: number[]): Promise<number> =>
    (await hand.send('POST', '/api/layerdata/', { layer: of, value, geometry: { type: 'Point', coordinates } })).json
      .id;
  const wells = await layer('چاه‌ها', [{ name: 'code', label: 'کد', type: 'text', unique: true }]);
  const pumps = await layer('پمپ‌ها', [{ name: 'well', label: 'کد چاه', type: 'text' }]);
  const well = await record(wells, { code: 'چ۱' }, [57, 33]);
  const free = await record(pumps, {}, [57.02, 33]);
  const names = { name: 'پمپ', label: 'پمپ‌ها', back_label: 'چاه', title: null, columns: [] };
  const rules = { kind: 'many', on_delete: 'block', required: false };
  const relation = await hand.send('POST', '/api/relation/', { ...names, ...rules, parent_layer: wells, parent_field: 'code', child_layer: pumps, child_field: 'well' }); // biome-ignore format: one relation
  const tab = page.getByRole('tab', { name: 'پمپ‌ها' });

  await signIn(page, 'super', `/app/home?layer=${wells}&record=${well}`);
  await toMap(page);
  await tab.click();
  await expect(page.getByText(related.none.children)).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: related.add, exact: true }).click();
  // The well's place stays in view: its pump is drawn beside it.
  await expect(page.getByRole('region', { name: text.map.tools.draw.title })).toBeVisible();
  await clickAt(page, [57.001, 33.001]);
  const key = page.getByRole('textbox', { name: 'کد چاه' });
  await expect(key).toHaveValue('چ۱');
  await expect(key).toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: form.save, exact: true }).click();
  await expect(tab).toContainText(num('۱'));

  await page.getByRole('button', { name: related.pickOnMap }).click();
  await expect(page.locator('[data-tool=identify][aria-pressed=true]')).toBeVisible();
  await look(page, [57.02, 33], 13);
  await clickAt(page, [57.02, 33]);
  await page.getByRole('button', { name: text.map.tools.identify.edit, exact: true }).click();
  await page.getByRole('button', { name: related.link, exact: true }).click();
  await expect(tab).toContainText(num('۲'));
  expect((await hand.send('GET', `/api/layerdata/${free}/`)).json.value.well).toBe('چ۱');

  const refusal = await hand.send('DELETE', `/api/layerdata/${well}/`);
  expect([refusal.status, refusal.json.detail.includes('پمپ')]).toEqual([403, true]);
  await hand.send('DELETE', `/api/relation/${relation.json.id}/`);
  expect((await hand.send('DELETE', `/api/layerdata/${well}/`)).status).toBe(200);
});
