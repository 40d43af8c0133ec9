// What stands on the sheets of records, read from the real calls, and the dialog that makes them.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { PNG } from '@/testing/pictures';
import { renderScreen, world } from '@/testing/render-screen';
import { readSheets } from '../parts/sheet/read-sheets';
import SheetDialog, { MAX_SHEETS } from '../parts/sheet/sheet-dialog';

const TEXTS = {
  value: (_: Field, value: unknown) => String(value ?? ''),
  untitled: (id: number) => `#${id}`,
  none: '—',
  more: (n: number) => `+${n}`,
};
const ALL = { map: true, pictures: true, related: true };

async function prepare() {
  const towns = await world.layer([{ name: 'n', label: 'نام', type: 'text' }], 1, { n: 'ری' });
  const town = (await world.call('super', 'GET', `/api/layerdata/?layer=${towns}`)).body.results[0].id;
  const form: Field[] = [
    { name: 'n', label: 'نام', type: 'text' },
    { name: 's', label: 'اندازه‌ها', type: 'section' },
    { name: 'd', label: 'عمق', type: 'integer', unit: 'متر' },
    { name: 'r', label: 'شهر', type: 'reference', reference: { layer: towns } },
    { name: 'x', label: 'خالی', type: 'text' },
  ];
  const id = await world.layer(form, 1, { n: 'چاه', d: 12, r: town });
  const record = (await world.call('super', 'GET', `/api/layerdata/?layer=${id}`)).body.results[0].id;
  const { body: layer } = await world.call('super', 'GET', `/api/layer/${id}/`);
  return { layer, record, town };
}

it('says the values by section, titles for names of features, pictures and what belongs to it', async () => {
  const { layer, record, town } = await prepare();
  const hang = (label: string, name: string, content: Uint8Array) =>
    world.form('super', '/api/layerdatafile/', { layer_data: String(record), label, path: { name, base64: Buffer.from(content).toString('base64') } }); // biome-ignore format: one call
  await hang('نما', 'a.png', new Uint8Array(PNG));
  await hang('متن', 'a.txt', Buffer.from('x'));
  const { results: relations } = (await world.call('super', 'GET', `/api/relation/?layer=${layer.id}`)).body;
  await renderScreen(<SheetDialog layer={layer} ids={[record]} onClose={() => {}} />, { role: 'super', path: `/app/layer-data/${layer.id}` }); // biome-ignore format: one call
  const tabs = relations.map((relation: object) => ({ id: 'r', label: 'شهر', relation, side: 'parents' }));
  const sheets = [];
  const { signal } = new AbortController();
  for await (const sheet of readSheets([record], { layer, tabs, content: ALL, texts: TEXTS, signal }))
    sheets.push(sheet);
  expect(sheets).toMatchObject([
    {
      title: 'چاه',
      kicker: layer.label,
      geometry: null,
      parts: [
        { heading: null, rows: [{ label: 'نام', value: 'چاه' }] },
        { heading: 'اندازه‌ها', rows: [{ label: 'عمق', value: '12 متر' }, { label: 'شهر', value: 'ری' }, { label: 'خالی', value: '—' }] }, // biome-ignore format: one part
      ],
      pictures: [{ label: 'نما' }],
      lists: [{ heading: 'شهر', rows: ['ری'], more: null }],
    },
  ]);
  expect(town).toBeGreaterThan(0);
});

it('offers what a sheet can have, says how many are made at most, and closes with Esc', async () => {
  const { layer, record } = await prepare();
  let isClosed = false;
  const ids = Array.from({ length: MAX_SHEETS + 1 }, () => record);
  const { user, t } = await renderScreen(<SheetDialog layer={layer} ids={ids} onClose={() => (isClosed = true)} />, { role: 'viewer', path: `/app/layer-data/${layer.id}` }); // biome-ignore format: one call
  await screen.findByText(t('records.sheet.capped', { max: '۲۰۰', n: '۲۰۱' }));
  // A layer without places has no map.
  expect(screen.queryByRole('checkbox', { name: t('records.sheet.content.map') })).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: t('records.sheet.content.pictures') }));
  await user.keyboard('{Escape}');
  expect(isClosed).toBe(true);
});
