// What belongs to a record: its tab with a count for every role, a new one with the key locked, one that is picked, and what is not told.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { endLink, useRelationLink } from '../logic/relation-link';
import { LayerDataScreen } from './layer-data';

const create = async (path: string, body: object) => (await world.call('super', 'POST', `/api/${path}/`, body)).body.id as number; // biome-ignore format: one line
const layer = async (label: string, form: object[]) =>
  (await world.form('super', '/api/layer/', { label, type: 0, form: JSON.stringify(form) })).body.id as number;
const record = (of: number, value: object) => create('layerdata', { layer: of, value, geometry: null });
const relate = (of: object) =>
  create('relation', {
    parent_field: 'name',
    child_field: 'of',
    kind: 'many',
    on_delete: 'block',
    required: false,
    title: null,
    columns: ['note'],
    ...of,
  });

const CHILD = [
  { name: 'of', label: 'نام شهر', type: 'text' },
  { name: 'note', label: 'یادداشت', type: 'text' },
];
const ids = {} as Record<'parents' | 'children' | 'parent' | 'free', number>;

const openRecord = async (role: Role, id: number, of = ids.parents) => {
  const view = await renderScreen(<LayerDataScreen access={null} />, {
    role,
    path: `/app/layer-data/${of}?record=${id}`,
  });
  await screen.findByRole('tab', { name: view.t('records.form.values') });
  return view;
};

beforeAll(async () => {
  const { polygons } = await world.ids();
  // Whoever sees the world's polygons sees these as well: their layers are opened by the same two roles.
  ids.parents = await layer('شهرستان‌ها', [{ name: 'name', label: 'نام', type: 'text', unique: true }]);
  ids.children = await layer('مدرسه‌ها', CHILD);
  const closed = await layer('CANARY-LAYER', CHILD);
  const { body } = await world.call('super', 'GET', `/api/layerpermission/?layer=${polygons}`);
  for (const id of [ids.parents, ids.children])
    await world.call('super', 'POST', `/api/layerpermission/?layer=${id}`, {
      permissions: body.map(({ label: _label, layer: _layer, ...rights }: Record<string, unknown>) => rights),
    });
  ids.parent = await record(ids.parents, { name: 'ری' });
  await record(ids.children, { of: 'ری', note: 'یک' });
  await record(ids.children, { of: 'ری', note: 'دو' });
  ids.free = await record(ids.children, { note: 'سه' });
  const ends = { parent_layer: ids.parents };
  await relate({ ...ends, child_layer: ids.children, name: 'مدرسه', label: 'مدرسه‌ها', back_label: 'شهرستان' });
  await relate({ ...ends, child_layer: closed, name: 'بسته', label: 'پرونده‌ها', back_label: 'شهرستان' });
  await record(closed, { of: 'ری', note: 'CANARY-RECORD' });
});

// Other files' records have the same ids.
afterEach(() => useRelationLink.setState({ link: null, opened: null }));

it.each<[Role, boolean]>([
  ['super', true],
  ['editor', true],
  ['viewer', false],
])('shows what belongs to a record to %s, and offers what they may do', async (role, mayWrite) => {
  const { t, user } = await openRecord(role, ids.parent);
  const tab = await screen.findByRole('tab', { name: /^مدرسه‌ها/ });
  await waitFor(() => expect(tab.textContent).toContain('۲'));
  await user.click(tab);
  const table = await screen.findByRole('table', { name: 'مدرسه‌ها' });
  expect(within(table).getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['یک', 'دو']); // biome-ignore format: one line
  expect(within(table).getAllByRole('link')[0]?.getAttribute('href')).toContain(`/app/layer-data/${ids.children}`);
  expect(screen.queryByRole('button', { name: t('records.related.add') }) !== null).toBe(mayWrite);
  expect(screen.queryByRole('button', { name: t('records.related.pickInTable') }) !== null).toBe(mayWrite);
  if (role === 'super') return;
  await user.click(screen.getByRole('tab', { name: /^پرونده‌ها/ }));
  await screen.findByText(t('records.related.hidden'));
  expect(document.body.textContent).not.toContain('CANARY');
});

it('begins a new one with the key set and locked, and leads back', async () => {
  const first = await openRecord('editor', ids.parent);
  await first.user.click(await screen.findByRole('tab', { name: /^مدرسه‌ها/ }));
  await first.user.click(await screen.findByRole('button', { name: first.t('records.related.add') }));
  await waitFor(() => expect(first.address()).toContain(`/app/layer-data/${ids.children}`));
  first.unmount();
  const { t, user, writes, address, unmount } = await renderScreen(<LayerDataScreen access={null} />, {
    role: 'editor',
    path: `/app/layer-data/${ids.children}?record=new`,
  });
  const key = (await screen.findByRole('textbox', { name: /^نام شهر/ })) as HTMLInputElement;
  expect([key.value, key.readOnly]).toEqual(['ری', true]);
  await screen.findByText(t('records.related.offer.new', { relation: 'مدرسه‌ها', title: 'ری' }));
  await user.type(screen.getByRole('textbox', { name: /^یادداشت/ }), 'چهار');
  await user.click(screen.getByRole('button', { name: t('records.form.save') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'POST', status: 200, body: { value: { of: 'ری', note: 'چهار' } } })); // biome-ignore format: one line
  await waitFor(() => expect(address()).toContain(`/app/layer-data/${ids.parents}?record=${ids.parent}`));
  unmount();
  // It opens where the new one was asked for, for once.
  for (const name of [/^مدرسه‌ها/, t('records.form.values')]) {
    const back = await openRecord('editor', ids.parent);
    await waitFor(() => expect(screen.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true'));
    back.unmount();
  }
});

it('lets one that there is belong to the record, and a mind be changed', async () => {
  for (const isSure of [false, true]) {
    const first = await openRecord('editor', ids.parent);
    await first.user.click(await screen.findByRole('tab', { name: /^مدرسه‌ها/ }));
    await first.user.click(await screen.findByRole('button', { name: first.t('records.related.pickInTable') }));
    first.unmount();
    const { t, user, writes, unmount } = await openRecord('editor', ids.free, ids.children);
    const name = t(`records.related.${isSure ? 'link' : 'cancel'}`);
    await user.click(await screen.findByRole('button', { name }));
    if (isSure) await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'PUT', status: 200 }));
    else await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    const { body } = await world.call('super', 'GET', `/api/layerdata/${ids.free}/`);
    expect(body.value.of ?? null).toBe(isSure ? 'ری' : null);
    unmount();
    endLink();
  }
});

it('counts what belongs to each row in a column that is asked for', async () => {
  const { t, user } = await renderScreen(<LayerDataScreen access={null} />, {
    role: 'viewer',
    path: `/app/layer-data/${ids.parents}`,
  });
  await screen.findByRole('button', { name: 'نام' });
  expect(screen.queryByRole('columnheader', { name: /مدرسه‌ها/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: new RegExp(t('records.columns.title')) }));
  await user.click(await screen.findByRole('checkbox', { name: 'مدرسه‌ها' }));
  await screen.findByRole('columnheader', { name: /مدرسه‌ها/ });
  const { body } = await world.call('viewer', 'GET', `/api/layerdata/related_counts/?layer=${ids.parents}&ids=${ids.parent}`); // biome-ignore format: one call
  const { count } = body[0];
  expect(count).toBeGreaterThan(1);
  await waitFor(() => expect(within(screen.getByRole('grid')).getByText(count.toLocaleString('fa'))).toBeTruthy());
});
