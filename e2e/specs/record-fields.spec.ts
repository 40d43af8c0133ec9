// The form of a record with a field of every type: filled in, saved, read again; a cascade, a file, a signature, what is reckoned.
import { FormData } from 'undici';
import { createBrowser } from '../../testing/browser';
import { expect, signIn, test, text } from '../fixtures';

const FORM = [
  { name: 'about', label: 'مشخصات', type: 'section', hint: 'آنچه پیش از بازدید دانسته می‌شود' },
  { name: 'tip', label: 'کد را از روی تابلو بخوانید.', type: 'note' },
  { name: 'code', label: 'کد', type: 'barcode', unique: true, required: true },
  { name: 'province', label: 'استان', type: 'choice', width: 'half', choices: [{ value: '1', label: 'تهران', colour: '#268956' }, { value: '2', label: 'یزد', colour: '#de2d4b' }] }, // biome-ignore format: one field
  { name: 'county', label: 'شهرستان', type: 'choice', width: 'half', parent_field: 'province', choices: [{ value: '11', label: 'ری', parent: ['1'] }, { value: '21', label: 'میبد', parent: ['2'] }] }, // biome-ignore format: one field
  { name: 'uses', label: 'کاربری‌ها', type: 'multi_choice', choices: ['آب شرب', 'کشاورزی', 'صنعت', 'دامداری'] },
  { name: 'opens', label: 'ساعت بازدید', type: 'time', width: 'half' },
  { name: 'depth', label: 'عمق', type: 'decimal', unit: 'متر', width: 'half', default: { kind: 'value', value: 40 } },
  { name: 'cost', label: 'هزینه حفاری', type: 'computed', expr: 'round([depth] * 1.5, 1)', unit: 'میلیون' },
  { name: 'near', label: 'چاه مادر', type: 'reference' },
  { name: 'photo', label: 'تصویر', type: 'image' },
  { name: 'sign', label: 'امضای مالک', type: 'signature' },
];

/** The form of a new table, as the studio sends it. */
function tableOf(label: string, form: readonly object[]): FormData {
  const body = new FormData();
  for (const [key, value] of Object.entries({ label, type: '0', form: JSON.stringify(form) })) body.append(key, value);
  return body;
}

test('records with every type of field', async ({ page, baseURL, removesLayers: _ }) => {
  const person = createBrowser(new URL(baseURL ?? ''));
  await person.signIn('super');
  const mother = (await person.send('POST', '/api/layer/', tableOf('چاه‌های مادر', [{ name: 'name', label: 'نام', type: 'text' }]))).json.id; // biome-ignore format: one call
  await person.send('POST', '/api/layerdata/', { layer: mother, value: { name: 'قنات بزرگ' }, geometry: null });
  const form = FORM.map((field) => (field.type === 'reference' ? { ...field, reference: { layer: mother } } : field));
  const creation = await person.send('POST', '/api/layer/', tableOf('چاه‌ها', form));
  expect([creation.status, creation.json]).toMatchObject([200, { label: 'چاه‌ها' }]);
  const layer = creation.json.id as number;
  const first = await person.send('POST', '/api/layerdata/', { layer, value: { code: 'A-1', province: '1' }, geometry: null }); // biome-ignore format: one call
  await signIn(page, 'super', `/app/layer-data/${layer}?record=${first.json.id}`);

  const field = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));
  await field('استان').click();
  await page.getByRole('option', { name: 'یزد' }).click();
  await field('شهرستان').click();
  await expect(page.getByRole('option', { name: 'ری' })).toHaveCount(0);
  await page.getByRole('option', { name: 'میبد' }).click();
  await field('کاربری‌ها').click();
  await page.getByRole('option', { name: 'کشاورزی' }).click();
  await page.getByRole('option', { name: 'آب شرب' }).click();
  await page.keyboard.press('Escape');
  await field('عمق').fill('۱۰');
  await expect(page.getByText('۱۵', { exact: true })).toBeVisible();
  await field('چاه مادر').fill('قنات');
  await page.getByRole('option', { name: 'قنات بزرگ' }).click();
  await page.getByRole('button', { name: text.records.form.sign, exact: true }).click();
  const pad = page.getByRole('img', { name: text.records.form.signHere });
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is nothing to sign on');
  await page.mouse.move(box.x + 30, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 100, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: text.records.form.useSignature }).click();
  await expect(page.getByText('signature.png')).toBeVisible();
  await expect(field('چاه مادر')).toHaveValue('قنات بزرگ');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(text.records.form.edited)).toBeVisible();

  const { json } = await person.send('GET', `/api/layerdata/${first.json.id}/`);
  expect(json.value).toMatchObject({ province: '2', county: '21', uses: ['آب شرب', 'کشاورزی'], depth: 10, cost: 15 });
  expect(json.value.sign).toHaveLength(1);
  // The table reads the record that is named by its title.
  await expect(page.getByRole('gridcell', { name: 'قنات بزرگ' })).toBeVisible();
});
