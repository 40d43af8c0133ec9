// The records of a layer: who may look, the order and the search in the address, the rows themselves.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from './layer-data';

const openRecords = (role: Role, id: number | string) =>
  renderScreen(<LayerDataScreen />, { role, path: `/app/layer-data/${id}` });

/** What stands in the column of that number, from the top. */
const cells = (column: number) =>
  screen.getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell')[column]?.textContent); // biome-ignore format: one line

it('shows the rows of the layer, in the order that its address says', async () => {
  const { layer } = await world.ids();
  const { user, t, address } = await openRecords('viewer', layer);
  await screen.findByRole('heading', { name: 'شهرها' });
  await waitFor(() => expect(cells(2)).toEqual(['تهران', 'اصفهان', 'مشهد']));
  expect(cells(3)).toEqual(['۹٬۰۰۰٬۰۰۰', '۲٬۰۰۰٬۰۰۰', '۳٬۰۰۰٬۰۰۰']);
  await user.click(screen.getByRole('button', { name: 'جمعیت' }));
  await waitFor(() => expect(cells(2)).toEqual(['اصفهان', 'مشهد', 'تهران']));
  expect(address()).toContain('population');
  await user.type(screen.getByRole('searchbox', { name: t('records.table.search') }), 'مشهد');
  await waitFor(() => expect(cells(2)).toEqual(['مشهد']));
});

it('says the same of a layer that is not theirs and of none at all', async () => {
  const { secret } = await world.ids();
  for (const id of [secret, 99_999_999, 'x']) {
    const { t, unmount } = await openRecords('viewer', id);
    await screen.findByText(t('records.screen.missing'));
    expect(document.body.textContent).not.toContain('محرمانه');
    unmount();
  }
});
