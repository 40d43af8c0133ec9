// The map screen without a graphics card: its frame stands, and the panel beside the map works.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useBase, useLayers } from '@/map';
import { renderScreen, world } from '@/testing/render-screen';
import { Home } from './home';

it('stands around a map that cannot be drawn, and no call of it is refused', async () => {
  const { t, calls } = await renderScreen(
    <Home
      baseMaps={[]}
      RecordPanel={() => null}
      RecordTable={() => null}
      HelpDialog={() => null}
      ImportDrop={() => null}
    />,
    { role: 'viewer', path: '/app/home' },
  );
  const panel = await screen.findByRole('region', { name: t('home.layers.title') });
  expect(await within(panel).findByRole('textbox', { name: t('home.layers.search') })).toBeTruthy();
  await waitFor(() => expect(calls.some(({ path, status }) => path.startsWith('layer/') && status === 200)).toBe(true));
  // The rows are drawn by their size, in a browser; how many there are is known: a group, its three layers, one beside it under its heading.
  await waitFor(() => expect(within(panel).getByRole('list').style.blockSize).toBe('216px'));
  expect(within(panel).queryByText(t('common.retry'))).toBeNull();
  expect(within(panel).queryByRole('link', { name: t('home.layers.import') })).toBeNull();
  expect(calls.filter(({ status }) => status >= 400)).toEqual([]);
});

it('begins as the roles say: without the tools that they hide, on their base map, with their saved view', async () => {
  const { body } = await world.call('super', 'GET', '/api/group/?search=viewing');
  const { lines } = await world.ids();
  const env = { label: 'x', data: { layers: { order: [], hidden: [lines] } } };
  await world.call('super', 'PUT', `/api/group/${body.results[0].id}/`, { interface: { hidden_tools: ['print', 'split'], base_map: 'natural', env } }); // biome-ignore format: one call
  useBase.setState({ base: null, defaultBase: null });
  useLayers.setState({ arranged: false });
  const { t, user } = await renderScreen(
    <Home baseMaps={[]} RecordPanel={() => null} RecordTable={() => null} HelpDialog={() => null} ImportDrop={() => null} />, // biome-ignore format: one screen
    { role: 'viewer', path: '/app/home' },
  );
  const tools = await screen.findByRole('toolbar', { name: t('map.toolbar.title') });
  await waitFor(() => expect(useBase.getState().defaultBase).toBe('natural'));
  await waitFor(() => expect([...useLayers.getState().hidden]).toContain(lines));
  expect(tools.querySelector('[data-tool=identify]')).toBeTruthy();
  await waitFor(() => expect(tools.querySelector('[data-tool=print]')).toBeNull());
  await user.click(within(tools).getByRole('button', { name: t('map.toolbar.more') }));
  await screen.findByRole('menuitem', { name: new RegExp(t('map.tools.merge.title')) });
  expect(screen.queryByRole('menuitem', { name: new RegExp(t('map.tools.split.title')) })).toBeNull();
});
