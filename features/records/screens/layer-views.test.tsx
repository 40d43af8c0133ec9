// Saved views above a layer's table: made of what the table shows, opened from the menu and from an address, shared, and deleted.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from './layer-data';

const openLayer = async (role: Role, search = '') =>
  renderScreen(<LayerDataScreen access={null} />, {
    role,
    path: `/app/layer-data/${(await world.ids()).layer}${search}`,
  });
const rows = (n: number) => waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(n + 1));
const save = async (as: string, more: object) =>
  (await world.call(as, 'POST', '/api/layerview/', { layer: (await world.ids()).layer, name: 'نما', query: { and: [] }, ...more })).body; // biome-ignore format: one call
const LARGE = { field: 'population', is: 'ge', value: 3_000_000 };

it('keeps what the table shows under a name, and opens it again with its count', async () => {
  const { user, t, address } = await openLayer('viewer', '?f.population=>2500000&sort=-value__population');
  await rows(2);
  await user.click(await screen.findByRole('button', { name: t('layerPage.views.saveAs') }));
  await user.type(await screen.findByRole('textbox', { name: t('layerPage.views.name') }), 'بزرگ‌ها{Enter}');
  await screen.findByText(t('layerPage.views.created', { name: 'بزرگ‌ها' }));
  await waitFor(() => expect(address()).toMatch(/view=\d+/));
  const target = await screen.findByRole('button', { name: 'بزرگ‌ها' });
  await user.click(target);
  await user.click(await screen.findByRole('menuitem', { name: t('layerPage.views.all') }));
  await rows(3);
  expect(address()).not.toMatch(/view|f\.|sort/);
  await user.click(screen.getByRole('button', { name: t('layerPage.views.all') }));
  const item = await screen.findByRole('menuitem', { name: /بزرگ‌ها/ });
  await waitFor(() => expect(item.textContent).toContain('۲'));
  await user.click(item);
  await rows(2);
  expect(address()).toContain('sort=-value__population');
  expect(screen.queryByText(t('layerPage.views.changed'))).toBeNull();
});

it('opens from its address, says that it was changed, and is saved as it is now', async () => {
  const view = await save('viewer', { query: LARGE });
  const { user, t, writes } = await openLayer('viewer', `?view=${view.id}`);
  await rows(2);
  await user.type(screen.getByRole('searchbox', { name: t('records.table.search') }), 'تهران');
  await rows(1);
  await user.click(await screen.findByRole('button', { name: t('layerPage.views.save') }));
  await waitFor(() => expect(screen.queryByText(t('layerPage.views.changed'))).toBeNull());
  expect(writes().at(-1)).toMatchObject({ method: 'PATCH', body: { query: { and: [{ search: 'تهران' }, LARGE] } } });
  await world.call('viewer', 'DELETE', `/api/layerview/${view.id}/`);
});

it('begins with the view that the reader has chosen, but not over what was asked for', async () => {
  const view = await save('viewer', { query: LARGE });
  await world.call('viewer', 'POST', `/api/layerview/${view.id}/default/`, { is_default: true });
  const first = await openLayer('viewer');
  await rows(2);
  expect(first.address()).toContain(`view=${view.id}`);
  first.unmount();
  const second = await openLayer('viewer', '?f.population=<2500000');
  await rows(1);
  await second.user.click(await screen.findByRole('button', { name: second.t('layerPage.views.all') }));
  await screen.findByRole('menuitem', { name: /نما/ });
  expect(second.address()).not.toContain('view=');
  await world.call('viewer', 'DELETE', `/api/layerview/${view.id}/`);
});

it('lets others read what is shared, and change it only where they manage the layer', async () => {
  const { name, id } = await save('super', { name: 'اشتراکی', query: LARGE, shared: true });
  for (const [role, isManager] of [
    ['viewer', false],
    ['editor', true],
  ] as const) {
    // biome-ignore format: one line
    const { user, t, unmount } = await openLayer(role, `?view=${id}`);
    await rows(2);
    await user.click(screen.getByRole('button', { name: t('layerPage.views.menu', { name }) }));
    await screen.findByRole('menuitem', { name: t('layerPage.views.makeDefault') });
    expect(screen.queryByRole('menuitem', { name: t('layerPage.views.rename') }) !== null).toBe(isManager);
    expect(screen.queryByRole('menuitem', { name: t('layerPage.views.share') })).toBeNull();
    unmount();
  }
  const { user, t, address } = await openLayer('editor', `?view=${id}`);
  await rows(2);
  await user.click(screen.getByRole('button', { name: t('layerPage.views.menu', { name }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('layerPage.views.remove') }));
  await user.click(await screen.findByRole('button', { name: t('layerPage.views.remove') }));
  await screen.findByText(t('layerPage.views.removed', { name }));
  await waitFor(() => expect(address()).not.toContain('view='));
});

it('says what a view has lost, and that a view is not there', async () => {
  const either = { or: [{ field: 'population', is: 'eq', value: 2_000_000 }, { field: 'name', is: 'eq', value: 'مشهد' }] }; // biome-ignore format: one line
  const view = await save('viewer', { query: either });
  const { t, unmount } = await openLayer('viewer', `?view=${view.id}`);
  await rows(2);
  screen.getByText(t('layerPage.views.rest'));
  unmount();
  const other = await openLayer('editor', `?view=${view.id}`);
  await screen.findByText(other.t('layerPage.views.lost'));
  await rows(3);
});

it('begins with a filter that another screen has led here with, and leaves it', async () => {
  const { user, t, address } = await openLayer('viewer', `?${new URLSearchParams({ filter: JSON.stringify(LARGE) })}`);
  await rows(2);
  await user.click(await screen.findByRole('button', { name: t('layerPage.views.linked') }));
  await rows(3);
  expect(address()).not.toContain('filter');
});

it('opens with the features of a group that another screen counted by a related feature', async () => {
  const layerOf = async (label: string, form: object[]) => (await world.form('super', '/api/layer/', { label, type: 0, form })).body.id; // biome-ignore format: one line
  const owners = await layerOf('مالکان', [{ name: 'city', label: 'شهر', type: 'text' }]);
  const stalls = await layerOf('غرفه‌ها', [{ name: 'of', label: 'مالک', type: 'reference', reference: { layer: owners, title: 'city' } }]); // biome-ignore format: one line
  const add = async (layer: number, value: object) => (await world.call('super', 'POST', '/api/layerdata/', { layer, geometry: null, value })).body.id; // biome-ignore format: one line
  const [sari, qom] = [await add(owners, { city: 'ساری' }), await add(owners, { city: 'قم' })];
  for (const of of [sari, sari, qom, null]) await add(stalls, { of });
  const related = { relation: `${stalls}.of`, side: 'parents', related: { field: 'city', is: 'eq', value: 'ساری' } };
  const path = `/app/layer-data/${stalls}?${new URLSearchParams({ filter: JSON.stringify(related) })}`;
  const { user, t } = await renderScreen(<LayerDataScreen access={null} />, { role: 'super', path });
  await rows(2);
  // What is saved as a view opens the same again.
  await user.click(await screen.findByRole('button', { name: t('layerPage.views.saveAs') }));
  await user.type(await screen.findByRole('textbox', { name: t('layerPage.views.name') }), 'از ساری{Enter}');
  await screen.findByText(t('layerPage.views.created', { name: 'از ساری' }));
  const { body } = await world.call('super', 'GET', `/api/layerview/?layer=${stalls}`);
  expect(body.map(({ query }: { query: unknown }) => query)).toEqual([related]);
  await rows(2);
});
