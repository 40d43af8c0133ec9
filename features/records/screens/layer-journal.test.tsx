// The files and the history of a layer on its page: filtered, with the way to their records.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { PNG } from '@/testing/pictures';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from './layer-data';

let layer = 0;
beforeAll(async () => {
  const { layer: id, record } = await world.ids();
  layer = id;
  const attach = (label: string, name: string, content: Uint8Array | string) =>
    world.form('super', '/api/layerdatafile/', { layer_data: record, label, path: { name, base64: Buffer.from(content).toString('base64') } }); // biome-ignore format: one call
  await attach('عکس میدان', 'square.png', PNG);
  await attach('گزارش', 'report.txt', 'text');
  await world.call('editor', 'PUT', `/api/layerdata/${record}/`, { value: { population: 5 } });
});
const openTab = (role: Role, tab: 'files' | 'history', of = layer) =>
  renderScreen(<LayerDataScreen access={null} />, { role, path: `/app/layer-data/${of}?tab=${tab}` });

it('shows the files of all records, by kind and name, and leads to their records', async () => {
  const { user, t, address } = await openTab('viewer', 'files');
  const list = await screen.findByRole('list', { name: t('layerPage.files.title') });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('img', { name: 'عکس میدان' }).getAttribute('loading')).toBe('lazy');
  await user.click(screen.getByRole('radio', { name: t('layerPage.files.sorts.others') }));
  await waitFor(() => expect(screen.queryByText('عکس میدان')).toBeNull());
  await user.click(screen.getByRole('radio', { name: t('layerPage.files.sorts.all') }));
  await user.type(screen.getByRole('searchbox', { name: t('layerPage.files.search') }), 'میدان');
  await waitFor(() => expect(screen.queryByText('گزارش')).toBeNull());
  await user.click(await screen.findByRole('radio', { name: t('layerPage.files.faces.map') }));
  await screen.findByTestId('plain-map');
  await user.click(screen.getByRole('radio', { name: t('layerPage.files.faces.list') }));
  await user.click(await screen.findByRole('button', { name: 'تهران' }));
  await screen.findByRole('region', { name: 'تهران' });
  expect(address()).toMatch(/record=\d+/);
});

it('says that there is no file, and what to change where a filter leaves none', async () => {
  const { t, unmount } = await openTab('viewer', 'files', (await world.ids()).lines);
  await screen.findByText(t('layerPage.files.none'));
  unmount();
  const other = await openTab('viewer', 'files');
  await other.user.type(await screen.findByRole('searchbox', { name: t('layerPage.files.search') }), 'هیچ');
  await screen.findByText(t('layerPage.files.noneFound'));
});

it('tells who did what to which record, and filters it', async () => {
  const { user, t } = await openTab('super', 'history');
  const line = await screen.findByRole('region', { name: t('layerPage.history.title') });
  within(line).getByText('جمعیت');
  expect(within(line).getAllByRole('button', { name: 'تهران' })).toHaveLength(3);
  await user.click(screen.getByRole('combobox', { name: t('layerPage.history.action') }));
  await user.click(await screen.findByRole('option', { name: t('records.history.action.add_file') }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'تهران' })).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: 'تهران' })[0] as HTMLElement);
  await screen.findByRole('region', { name: 'تهران' });
});

it('names people in its filters to those alone who manage them', async () => {
  for (const [role, isNamed] of [
    ['super', true],
    ['viewer', false],
  ] as const) {
    // biome-ignore format: one line
    const { t, unmount } = await openTab(role, 'history');
    await screen.findByRole('region', { name: t('layerPage.history.title') });
    expect(screen.queryByRole('combobox', { name: t('layerPage.history.person') }) !== null).toBe(isNamed);
    unmount();
  }
});
