// The records of a layer: who may look, the order and the search in the address, the rows themselves.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from './layer-data';

const openRecords = (role: Role, id: number | string) =>
  renderScreen(<LayerDataScreen access={null} />, { role, path: `/app/layer-data/${id}` });

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

it('is one stop of the keyboard, headings included: arrows reach them, Enter sorts, Alt+Down opens the menu', async () => {
  const { layer } = await world.ids();
  const { user, t } = await openRecords('editor', layer);
  await waitFor(() => expect(cells(2)).toEqual(['تهران', 'اصفهان', 'مشهد']));
  const grid = screen.getByRole('grid');
  const at = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  expect(
    [...grid.querySelectorAll<HTMLElement>('button, a, [tabindex]')].filter(({ tabIndex }) => tabIndex >= 0),
  ).toEqual([]);
  grid.focus();
  await user.keyboard('{ArrowUp}{ArrowLeft}{ArrowLeft}');
  expect(at()?.textContent).toContain('جمعیت');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(cells(2)).toEqual(['اصفهان', 'مشهد', 'تهران']));
  grid.focus();
  await user.keyboard('{ArrowUp}{Alt>}{ArrowDown}{/Alt}');
  await screen.findByRole('menuitem', { name: t('records.column.descending') });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(grid));
  expect(at()?.textContent).toContain('جمعیت');
});

it('takes the keyboard into a record that is opened, and back to its row', async () => {
  const { layer } = await world.ids();
  const { user } = await openRecords('editor', layer);
  await waitFor(() => expect(cells(2)).toEqual(['تهران', 'اصفهان', 'مشهد']));
  const grid = screen.getByRole('grid');
  grid.focus();
  await user.keyboard('{ArrowDown}{Enter}');
  const panel = await screen.findByRole('region', { name: 'اصفهان' });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(grid));
  expect(
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.closest('tr')?.textContent,
  ).toContain('اصفهان');
});
