// The dashboard as somebody meets it: what there is, a board board of a layer, widgets put together, and a board of others.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { MODULES } from '@/contract/catalogue';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { DashboardScreen } from './dashboard';

afterEach(resetScreen);
afterAll(closeWorld);
const WHO = { superuser: true, modules: MODULES, perms: [] } as never;
const open = (path = '/app/dashboard') => renderScreen(<DashboardScreen who={WHO} />, { role: 'super', path });

it('shows what there is, and where each number leads', async () => {
  const { t, calls } = await open();
  const layers = await screen.findByRole('link', { name: t('boards.overview.tiles.layers') });
  expect(layers.getAttribute('href')).toBe('/app/layers');
  expect(await screen.findByRole('figure', { name: t('boards.overview.kinds') })).toBeTruthy();
  expect(screen.getByRole('table', { name: t('boards.overview.largest'), hidden: true })).toBeTruthy();
  // It is read every minute: nobody stays signed in by it.
  expect(calls.filter(({ path }) => path.startsWith('report/overview/')).map((one) => one.isBackground)).toEqual([true]); // biome-ignore format: one line
});

it('makes a board of a layer, changes it, and keeps it', async () => {
  const { user, t, calls } = await open();
  await user.click(await screen.findByRole('button', { name: t('boards.acts.new') }));
  await user.click(await screen.findByRole('menuitem', { name: t('boards.acts.newOfLayer') }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: t('boards.template.layer') }));
  await user.click(await screen.findByRole('option', { name: /شهرها/ }));
  const make = within(dialog).getByRole('button', { name: t('boards.template.make') });
  await waitFor(() => expect(make.getAttribute('data-disabled')).toBeNull());
  await user.click(make);
  const prompt = await screen.findByRole('dialog', { name: t('boards.acts.newTitle') });
  await user.click(within(prompt).getByRole('button', { name: t('boards.acts.make') }));
  expect(await screen.findByText(t('boards.template.all', { label: 'شهرها' }))).toBeTruthy();
  await waitFor(() => expect(calls.filter(({ path }) => path.startsWith('report/batch/'))).toHaveLength(1));
  expect(calls.some(({ path }) => path.startsWith('report/statistics/'))).toBe(false);
});

it('opens a board of somebody else to look at, and lets nobody change a locked one', async () => {
  const { layer } = await world.ids();
  const board = await world.call('super', 'POST', '/api/dashboard/', { label: 'قفل‌شده', locked: true, widgets: [{ kind: 'chart', id: 'a', span: 6, title: 'نام‌ها', form: 'bar', question: { layer, group_by: { field: 'name' } } }, { kind: 'number', id: 'b', span: 3, title: 'گم', question: { layer: 999_999 }, trend: null }] }); // biome-ignore format: one call
  const { user, t } = await open(`/app/dashboard?board=${board.body.id}`);
  expect(await screen.findByRole('figure', { name: 'نام‌ها' })).toBeTruthy();
  // A refused widget takes no other with it.
  expect(await screen.findByText('گم')).toBeTruthy();
  expect(screen.getByRole('img', { name: t('boards.locked') })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('boards.acts.menu', { label: 'قفل‌شده' }) }));
  expect(screen.queryByRole('menuitem', { name: t('boards.acts.edit') })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: t('boards.acts.unlock') }));
  await user.click(screen.getByRole('button', { name: t('boards.acts.menu', { label: 'قفل‌شده' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('boards.acts.edit') }));
  const later = screen.getAllByRole('button', { name: t('boards.edit.later') });
  await user.click(later[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: t('common.save') }));
  await waitFor(async () => {
    const { body } = await world.call('super', 'GET', `/api/dashboard/${board.body.id}/`);
    expect(body.widgets.map(({ id }: { id: string }) => id)).toEqual(['b', 'a']);
  });
});

it('narrows the other widgets by a pressed group, and all comes back by one press', async () => {
  const { layer } = await world.ids();
  const chart = (id: string, title: string, group_by: object) => ({ kind: 'chart', id, span: 6, title, form: 'bar', question: { layer, group_by } }); // biome-ignore format: one widget
  const widgets = [
    chart('a', 'نام‌ها', { field: 'name' }),
    chart('b', 'وضعیت‌ها', { column: 'status' }),
    { kind: 'records', id: 'c', span: 6, title: 'تازه‌ها', layer, limit: 10 },
  ];
  const { body } = await world.call('super', 'POST', '/api/dashboard/', { label: 'دوطرفه', widgets });
  const all = (await world.call('super', 'GET', `/api/layerdata/?layer=${layer}`)).body;
  const { user, t } = await open(`/app/dashboard?board=${body.id}`);
  await screen.findByRole('figure', { name: 'نام‌ها' });
  await screen.findByRole('table', { name: 'تازه‌ها' });
  const rows = () => within(screen.getByRole('table', { name: 'تازه‌ها' })).getAllByRole('row');
  expect(rows()).toHaveLength(all.results.length + 1);
  const [asTable] = await screen.findAllByRole('button', { name: t('common.chart.asTable') });
  await user.click(asTable as HTMLElement);
  const [first] = await screen.findAllByRole('button', { pressed: false });
  const name = all.results.find(({ value }: { value: { name: string } }) => first?.textContent?.includes(value.name)).value.name; // biome-ignore format: one line
  const same = all.results.filter(({ value }: { value: { name: string } }) => value.name === name);
  await user.click(first as HTMLElement);
  await waitFor(() => expect(rows()).toHaveLength(same.length + 1));
  const statuses = screen.getByRole('table', { name: 'وضعیت‌ها', hidden: true });
  const sum = () => within(statuses).getAllByRole('row', { hidden: true }).slice(1).reduce((n, row) => n + Number((row.textContent?.match(/[۰-۹]+$/)?.[0] ?? '').replace(/[۰-۹]/g, (d) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(d)))), 0); // biome-ignore format: one line
  await waitFor(() => expect(sum()).toBe(same.length));
  await user.click(within(screen.getByRole('group', { name: t('boards.picks.label') })).getByRole('button', { name: t('boards.picks.clear') })); // biome-ignore format: one line
  await waitFor(() => expect(rows()).toHaveLength(all.results.length + 1));
  expect(screen.queryByRole('group', { name: t('boards.picks.label') })).toBeNull();
});

it('narrows by a pressed group of a related field, for the widgets of its layer alone', async () => {
  const { layer } = await world.ids();
  const layerOf = async (label: string, form: object[]) => (await world.form('super', '/api/layer/', { label, type: 0, form })).body.id; // biome-ignore format: one line
  const owners = await layerOf('مالکان', [{ name: 'code', label: 'کد', type: 'text', unique: true }, { name: 'city', label: 'شهر', type: 'text' }]); // biome-ignore format: one layer
  const stalls = await layerOf('غرفه‌ها', [{ name: 'of', label: 'کد مالک', type: 'text' }]);
  const ends = { parent_layer: owners, parent_field: 'code', child_layer: stalls, child_field: 'of', kind: 'many', on_delete: 'block', required: false }; // biome-ignore format: one relation
  const relation = (await world.call('super', 'POST', '/api/relation/', { name: 'غرفه‌ها', ...ends, label: 'غرفه‌ها', back_label: 'مالک', title: null, columns: [] })).body.key; // biome-ignore format: one call
  for (const [code, city] of [['1', 'ساری'], ['2', 'قم']]) await world.call('super', 'POST', '/api/layerdata/', { layer: owners, geometry: null, value: { code, city } }); // biome-ignore format: one call
  for (const of of ['1', '1', '2', '']) await world.call('super', 'POST', '/api/layerdata/', { layer: stalls, geometry: null, value: of ? { of } : {} }); // biome-ignore format: one call
  const widgets = [
    { kind: 'chart', id: 'a', span: 6, title: 'شهرها', form: 'bar', question: { layer: stalls, group_by: { relation, related_field: 'city' } } },
    { kind: 'records', id: 'b', span: 6, title: 'غرفه‌ها', layer: stalls, limit: 10 },
    { kind: 'records', id: 'c', span: 6, title: 'دیگران', layer, limit: 10 },
  ]; // biome-ignore format: widgets
  const { body } = await world.call('super', 'POST', '/api/dashboard/', { label: 'وابسته', widgets });
  const { user, t } = await open(`/app/dashboard?board=${body.id}`);
  await screen.findByRole('figure', { name: 'شهرها' });
  const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').length - 1;
  await screen.findByRole('table', { name: 'غرفه‌ها' });
  await screen.findByRole('table', { name: 'دیگران' });
  const others = rows('دیگران');
  expect(rows('غرفه‌ها')).toBe(4);
  const [asTable] = await screen.findAllByRole('button', { name: t('common.chart.asTable') });
  await user.click(asTable as HTMLElement);
  await user.click(await screen.findByRole('button', { name: /ساری/, pressed: false }));
  await waitFor(() => expect(rows('غرفه‌ها')).toBe(2));
  expect(rows('دیگران')).toBe(others);
  await user.click(screen.getByRole('button', { name: new RegExp(t('boards.question.none')), pressed: false }));
  await waitFor(() => expect(rows('غرفه‌ها')).toBe(1));
});

it('asks for the numbers of a board as a notice, says where there are none, and ends it', async () => {
  const { layer } = await world.ids();
  const create = async (label: string, widgets: object[]) => (await world.call('super', 'POST', '/api/dashboard/', { label, widgets })).body.id as number; // biome-ignore format: one line
  const id = await create('صبحانه', [{ kind: 'number', id: 'a', span: 3, title: 'همه', question: { layer }, trend: null }]); // biome-ignore format: one line
  const { user, t } = await open(`/app/dashboard?board=${id}`);
  const pick = async (choice: string) => {
    await user.click(await screen.findByRole('button', { name: t('boards.acts.menu', { label: 'صبحانه' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('boards.acts.digest') }));
    const dialog = await screen.findByRole('dialog', { name: t('boards.digest.title', { label: 'صبحانه' }) });
    const radio = await within(dialog).findByRole('radio', { name: choice });
    expect(within(dialog).queryByText(t('boards.digest.noNumbers'))).toBeNull();
    const before = within(dialog).getByRole('radio', { checked: true }).getAttribute('value');
    await user.click(radio);
    await user.click(within(dialog).getByRole('button', { name: t('common.save') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return before;
  };
  const digest = async () => (await world.call('super', 'GET', `/api/dashboard/${id}/`)).body.digest;
  expect(await pick(t('boards.digest.choices.week'))).toBe('none');
  expect(await digest()).toBe('week');
  expect(await pick(t('boards.digest.never'))).toBe('week');
  expect(await digest()).toBeNull();
});

it('says that a board without numbers sends no digest', async () => {
  const { body } = await world.call('super', 'POST', '/api/dashboard/', { label: 'تنها متن', widgets: [{ kind: 'text', id: 'a', span: 6, title: '', text: 'سلام' }] }); // biome-ignore format: one call
  const { user, t } = await open(`/app/dashboard?board=${body.id}`);
  await user.click(await screen.findByRole('button', { name: t('boards.acts.menu', { label: 'تنها متن' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('boards.acts.digest') }));
  await screen.findByText(t('boards.digest.noNumbers'));
});
