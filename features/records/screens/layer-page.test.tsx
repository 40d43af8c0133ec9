// The sides of a layer's page: which there are, what each role sees there, and that a side stays as it was left.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from './layer-data';

const openPage = (role: Role, id: number | string, search = '') =>
  renderScreen(<LayerDataScreen access={<p>ACCESS</p>} />, { role, path: `/app/layer-data/${id}${search}` });
const tabNames = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

it('opens the side that the address names, and writes the side that is opened into the address', async () => {
  const { layer } = await world.ids();
  const { user, t, address, calls } = await openPage('viewer', layer);
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
  expect(tabNames()).toEqual(
    ['data', 'map', 'files', 'history', 'access', 'about'].map((id) => t(`layerPage.tabs.${id as 'data'}`)),
  );
  // What the other sides need is not read before they are opened.
  expect(calls.some(({ path }) => path.includes('form_versions') || path.startsWith('layerpermission'))).toBe(false);
  await user.type(screen.getByRole('searchbox', { name: t('records.table.search') }), 'مشهد');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await user.click(screen.getByRole('tab', { name: t('layerPage.tabs.about') }));
  await screen.findByRole('heading', { name: t('layerPage.about.fields') });
  expect(address()).toContain('tab=about');
  expect(address()).toContain('q=مشهد');
  await user.click(screen.getByRole('tab', { name: t('layerPage.tabs.data') }));
  expect(address()).not.toContain('tab=');
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect((screen.getByRole('searchbox', { name: t('records.table.search') }) as HTMLInputElement).value).toBe('مشهد');
});

it('marks on the map what the filter of the table leaves', async () => {
  const { layer } = await world.ids();
  const { t } = await openPage('viewer', layer, '?tab=map&q=مشهد');
  await screen.findByText(t('layerPage.map.marked', { n: '۱' }));
  expect(screen.getByTestId('plain-map').getAttribute('data-pickable')).toBe('true');
});

it('says what the layer is, and tells of its form as far as the role manages it', async () => {
  const { layer } = await world.ids();
  for (const [role, isManager] of [
    ['super', true],
    ['editor', true],
    ['viewer', false],
  ] as const) {
    // biome-ignore format: one line
    const { t, unmount } = await openPage(role, layer, '?tab=about');
    const facts = await screen.findByRole('region', { name: t('layerPage.about.title') });
    within(facts).getByText(t('layerPage.about.owner'));
    const fields = screen.getByRole('region', { name: t('layerPage.about.fields') });
    expect(within(fields).getAllByRole('row')).toHaveLength(4);
    within(fields).getByText(t('formStudio.kinds.integer'));
    const index = () => within(fields).queryByRole('columnheader', { name: t('layerPage.about.index') });
    if (role === 'super') await waitFor(() => expect(index()).not.toBeNull());
    else expect(index()).toBeNull();
    if (isManager) await screen.findByRole('region', { name: t('layerPage.about.versions') });
    else expect(screen.queryByRole('region', { name: t('layerPage.about.versions') })).toBeNull();
    unmount();
  }
});

it('offers the screens that change the layer to those alone who may open them', async () => {
  const { layer } = await world.ids();
  const offered = async (role: Role) => {
    const { user, t, unmount } = await openPage(role, layer);
    await screen.findByRole('heading', { name: 'شهرها' });
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(role === 'regional' ? 2 : 4));
    const menu = screen.queryByRole('button', { name: t('layerPage.acts.menu', { layer: 'شهرها' }) });
    if (menu) await user.click(menu);
    const names = screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
    const add = screen.queryByRole('link', { name: t('records.screen.add') })?.getAttribute('href') ?? null;
    unmount();
    return { names, add };
  };
  expect(await offered('viewer')).toEqual({ names: [], add: null });
  expect((await offered('editor')).names).toHaveLength(3);
  expect(await offered('super')).toMatchObject({ names: { length: 4 }, add: `/app/add-data/${layer}` });
});

it('has no map for a table, says so of an empty layer, and has no page for a layer that is not theirs', async () => {
  const { spare, secret } = await world.ids();
  const table = await world.layer([{ name: 'a', label: 'الف', type: 'text' }], 2, { a: 'x' });
  const first = await openPage('super', table, '?tab=map');
  await screen.findByRole('tab', { name: first.t('layerPage.tabs.data'), selected: true });
  expect(screen.queryByRole('tab', { name: first.t('layerPage.tabs.map') })).toBeNull();
  first.unmount();
  const empty = await openPage('viewer', spare, '?tab=map');
  await screen.findByText(empty.t('layerPage.map.empty'));
  expect(screen.queryByRole('link', { name: empty.t('layerPage.map.add') })).toBeNull();
  empty.unmount();
  const none = await openPage('viewer', secret, '?tab=about');
  await screen.findByText(none.t('records.screen.missing'));
  expect(screen.queryByRole('tab')).toBeNull();
});
