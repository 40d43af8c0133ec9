// Records added one after the other: what the next one takes over, what is told before it is saved, and who may not.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { AddDataScreen } from './add-data';

const FORM: Field[] = [
  { name: 'n', label: 'نام', type: 'text', required: true },
  { name: 'street', label: 'خیابان', type: 'text' },
  { name: 'code', label: 'کد', type: 'text', unique: true },
];

const layerOf = async (type: number, label: string) =>
  (await world.form('super', '/api/layer/', { label, type: String(type), form: JSON.stringify(FORM) })).body
    .id as number;

const openSeries = async (layer: number, role: Role = 'super') => {
  const view = await renderScreen(<AddDataScreen />, { role, path: `/app/add-data/${layer}` });
  const add = (key: string, values?: Record<string, string>) =>
    view.t(`records.add.${key}` as 'records.add.form', values);
  const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
  const textIn = async (name: string) => (await box(name)).value;
  const press = async (key: string) => view.user.click(await screen.findByRole('button', { name: add(key) }));
  return { ...view, add, box, press, textIn };
};
const recordsOf = async (layer: number) =>
  (await world.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body.results as {
    value: Record<string, unknown>;
    geometry: unknown;
  }[];

it('saves a series: pins stay, the place does not, and the last one can be taken back', async () => {
  const layer = await layerOf(1, 'نشست');
  const { user, add, box, press, textIn } = await openSeries(layer);
  await user.type(await box('نام'), 'یک');
  await user.type(await box('خیابان'), 'بهار');
  await user.click(screen.getByRole('button', { name: add('pin', { field: 'خیابان' }) }));
  await user.type(screen.getByRole('textbox', { name: add('place.write.point') }), '35.7, 51.4{Enter}');
  await press('next');
  await screen.findByText(add('sitting', { n: '۱' }));
  expect(await textIn('خیابان')).toBe('بهار');
  await waitFor(async () => expect(document.activeElement).toBe(await box('نام')));
  expect(await textIn('نام')).toBe('');
  screen.getByText(add('placeMissing'));

  // The next one takes the name of the one before by the key, and its place as GeoJSON.
  await user.keyboard('{Alt>}{l}{/Alt}');
  await waitFor(async () => expect(await textIn('نام')).toBe('یک'));
  await user.click(screen.getByRole('textbox', { name: add('place.write.point') }));
  await user.paste('{"type":"Point","coordinates":[51.5,35.8]}');
  await press('place.put');
  await waitFor(() => expect(screen.queryByText(add('placeMissing'))).toBeNull());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText(add('sitting', { n: '۲' }));
  expect(await recordsOf(layer)).toMatchObject([
    { value: { n: 'یک', street: 'بهار' }, geometry: { coordinates: [51.4, 35.7] } },
    { value: { n: 'یک', street: 'بهار' }, geometry: { coordinates: [51.5, 35.8] } },
  ]);
  await press('undo');
  await screen.findByText(add('sitting', { n: '۱' }));
  expect(await recordsOf(layer)).toHaveLength(1);
});

it('asks for what is missing, refuses what is no place, and keeps pins when the server refuses', async () => {
  const layer = await layerOf(1, 'همسایه');
  await world.call('super', 'POST', '/api/layerdata/', {
    layer,
    value: { n: 'پیشین', code: 'A1' },
    geometry: { type: 'Point', coordinates: [51.4, 35.7] },
  });
  const { user, t, add, box, press, textIn } = await openSeries(layer);
  await press('next');
  const place = screen.getByRole('region', { name: add('place.title') });
  await user.type(within(place).getByRole('textbox'), 'LINESTRING(51 35, 52 36){Enter}');
  await within(place).findByText(add('place.wrong.point'));
  await user.clear(within(place).getByRole('textbox'));
  // Two metres beside the one that is there.
  await user.type(within(place).getByRole('textbox'), '35.70001, 51.40001{Enter}');
  await screen.findByText(add('twins'));
  screen.getByRole('link', { name: 'پیشین' });
  await press('next');
  await screen.findByText(t('common.valueProblem.required'));
  await user.type(await box('نام'), 'دیگر');
  await user.click(screen.getByRole('button', { name: add('pin', { field: 'نام' }) }));
  await user.type(await box('کد'), 'A1');
  await press('next');
  await screen.findByText(t('records.form.failed'));
  screen.getByRole('button', { name: add('unpin', { field: 'نام' }) });
  expect(await textIn('نام')).toBe('دیگر');
  expect(await recordsOf(layer)).toHaveLength(1);
});

it('leads to the records at the end, and needs no place in a table', async () => {
  const layer = await world.layer(FORM, 0, {});
  const { user, add, box, address } = await openSeries(layer);
  await user.type(await box('نام'), 'ردیف');
  expect(screen.queryByRole('region', { name: add('place.title') })).toBeNull();
  await user.keyboard('{Control>}{s}{/Control}');
  await waitFor(async () => expect(await recordsOf(layer)).toHaveLength(1));
  await waitFor(() => expect(address()).toContain(`/app/layer-data/${layer}`));
});

it('says who may not add, and what takes no records', async () => {
  const viewer = await openSeries((await world.ids()).layer ?? 0, 'viewer');
  await screen.findByText(viewer.add('noRight'));
  viewer.unmount();
  const none = await openSeries(999_999);
  await screen.findByText(none.t('records.screen.missing'));
  none.unmount();
  const bare = await openSeries(await world.layer([], 0, {}));
  await screen.findByRole('link', { name: bare.add('toStudio') });
});
