// Moving the shapes of what is selected or filtered: metres in either script, the exact number, one undo.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useJobs } from '@/lib/state/jobs';
import { renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from '../../screens/layer-data';

const recordsOf = async (layer: number) =>
  (await world.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body.results as {
    id: number;
    geometry: { coordinates: [number, number] };
  }[];

it('moves what is selected by the metres that are typed, and leaves the rest', async () => {
  const { spare: layer } = await world.ids();
  const add = (name: string) => world.call('editor', 'POST', '/api/layerdata/', { layer, geometry: { type: 'Point', coordinates: [51, 35] }, value: { name } }); // biome-ignore format: one call
  for (const name of ['یک', 'دو']) await add(name);
  const { user, t, calls } = await renderScreen(<LayerDataScreen access={null} />, {
    role: 'editor',
    path: `/app/layer-data/${layer}`,
  });
  await user.click(await screen.findByText('دو'));
  await user.click(screen.getByRole('button', { name: t('records.actions.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('records.actions.moveSelected') }));
  const run = await screen.findByRole('button', { name: t('records.acts.run.move', { count: 1, n: '۱' }) });
  expect(run.getAttribute('aria-disabled')).toBe('true');
  const east = screen.getByRole('spinbutton', { name: t('records.acts.shift.east') });
  await user.clear(east);
  await user.type(east, '۱۰۰۰');
  await user.click(run);
  await waitFor(() => expect(calls.find(({ path }) => path === 'layerdata/act/')).toMatchObject({ status: 200, body: { act: 'move', by: { east: 1000, north: 0 }, count: 1 } })); // biome-ignore format: one line
  await waitFor(async () => {
    const lon = (await recordsOf(layer)).map(({ geometry }) => Math.round(geometry.coordinates[0] * 1000));
    // A kilometre at 35 degrees north is 0.011 degrees.
    expect(lon).toEqual([51_000, 51_011]);
  });
  useJobs.getState().rest([...useJobs.getState().watching]);
});
