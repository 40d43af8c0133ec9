// Cells of the table edited in place: by keys and by a paste, taken back as steps; what cannot be edited says why.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from '../../screens/layer-data';

const open = async (role: Role) => {
  const { layer } = await world.ids();
  const view = await renderScreen(<LayerDataScreen access={null} />, { role, path: `/app/layer-data/${layer}` });
  await waitFor(() => expect(texts(2)).toEqual(['تهران', 'اصفهان', 'مشهد']), { timeout: 20_000 });
  const grid = screen.getByRole('grid');
  act(() => grid.focus());
  return { ...view, grid, layer };
};
const texts = (column: number) =>
  screen.getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell')[column]?.textContent); // biome-ignore format: one line

it('edits a cell by keys, goes on to the next, and takes it back', async () => {
  const { user, t, grid, calls } = await open('editor');
  await user.keyboard('{ArrowLeft}{Enter}');
  const input = await screen.findByRole('textbox', { name: /نام/ });
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.clear(input);
  await user.type(input, 'تهران بزرگ{Enter}');
  await waitFor(() => expect(texts(2)).toEqual(['تهران بزرگ', 'اصفهان', 'مشهد']));
  await waitFor(() => expect(document.activeElement).toBe(grid));
  expect(calls.find(({ method }) => method === 'PUT')?.status).toBe(200);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(texts(2)).toEqual(['تهران', 'اصفهان', 'مشهد']));
  await user.keyboard('{Control>}y{/Control}');
  await waitFor(() => expect(texts(2)).toEqual(['تهران بزرگ', 'اصفهان', 'مشهد']));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(texts(2)).toEqual(['تهران', 'اصفهان', 'مشهد']));
  await user.keyboard('{F2}');
  await user.type(await screen.findByRole('textbox', { name: /نام/ }), 'x{Escape}');
  await waitFor(() => expect(screen.queryByText(t('records.cells.keys'))).toBeNull());
  expect(texts(2)[0]).toBe('تهران');
});

it('tells a conflict in its place', async () => {
  const { user, t, layer } = await open('editor');
  const [{ id }] = (await world.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body.results;
  await user.keyboard('{ArrowLeft}{F2}');
  const input = await screen.findByRole('textbox', { name: /نام/ });
  await world.call('super', 'PUT', `/api/layerdata/${id}/`, { value: { name: 'دیگری' } });
  await user.clear(input);
  await user.type(input, 'من{Enter}');
  await screen.findByText(t('records.cells.stale', { value: 'دیگری' }));
  await user.click(screen.getByRole('button', { name: t('records.cells.mine') }));
  await waitFor(() => expect(texts(2)[0]).toBe('من'));
  await world.call('super', 'PUT', `/api/layerdata/${id}/`, { value: { name: 'تهران' } });
});

it('says why a cell is not edited, and to a viewer that none is', async () => {
  const { user, t, unmount } = await open('editor');
  await user.keyboard('{F2}');
  await screen.findByText(t('records.cells.locks.plain'));
  unmount();
  const viewer = await open('viewer');
  await viewer.user.keyboard('{ArrowLeft}{F2}');
  await screen.findByText(t('records.cells.locks.noRight'));
});

it('pastes a block with Persian digits across cells, and takes it back as one step', async () => {
  const { user, t, grid } = await open('editor');
  await user.keyboard('{ArrowLeft}');
  fireEvent.paste(grid, { clipboardData: { getData: () => 'یک\t۱۰\r\nدو\tbad\r\nسه\t۳۰\r\nچهار\t۴۰\r\n' } });
  await screen.findByText(t('records.cells.summary', { cells: '۴', rows: '۲' }));
  await screen.findByText(t('records.cells.refusedRows', { count: 1, n: '۱' }));
  await screen.findByText(t('records.cells.beyond', { count: 1, n: '۱' }));
  await user.click(screen.getByRole('button', { name: t('records.cells.write', { count: 2, n: '۲' }) }));
  await waitFor(() => expect(texts(2)).toEqual(['یک', 'اصفهان', 'سه']));
  expect(texts(3)).toEqual(['۱۰', '۲٬۰۰۰٬۰۰۰', '۳۰']);
  act(() => grid.focus());
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(texts(2)).toEqual(['تهران', 'اصفهان', 'مشهد']));
});
