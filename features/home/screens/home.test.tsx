// The map screen without a graphics card: its frame stands, and the panel beside the map works.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
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
