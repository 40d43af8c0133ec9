// Records of a layer in groups: chosen, summed, opened to their records, in the address and in a saved view.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from './layer-data';

let layer = 0;
beforeAll(async () => {
  const choices = ['شهر', 'روستا'].map((value) => ({ value, label: value }));
  layer = await world.layer(
    [
      { name: 'kind', label: 'نوع', type: 'choice', choices },
      { name: 'n', label: 'جمعیت', type: 'integer' },
      { name: 'day', label: 'تاریخ', type: 'date' },
    ],
    3,
    { kind: 'شهر', n: 10, day: '2025-03-21' },
  );
  for (const value of [{ kind: 'روستا', n: 5, day: '2024-03-20' }, { n: 1 }]) // biome-ignore format: one line
    await world.call('super', 'POST', '/api/layerdata/', { layer, value, geometry: null });
});

const openGroups = (search: string) =>
  renderScreen(<LayerDataScreen access={null} />, { role: 'super', path: `/app/layer-data/${layer}${search}` });
const rows = (n: number) => waitFor(() => expect(within(screen.getByRole('grid')).getAllByRole('row')).toHaveLength(n + 1)); // biome-ignore format: one line
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const groups = (of: Awaited<ReturnType<typeof panel>>) => of.getAllByRole('button').filter((one) => one.hasAttribute('aria-pressed')).map(({ textContent }) => textContent); // biome-ignore format: one line

it('groups by a field with sums, and opens a group to its records', async () => {
  const { user, t, address } = await openGroups('?group=kind&sums=n');
  const list = await panel(t('layerPage.groups.title'));
  const sums = (sum: string, mean: string) => `جمعیت${t('layerPage.groups.sumAndMean', { sum, mean })}`;
  expect(groups(list)).toEqual([`شهر۳${sums('۳۰', '۱۰')}`, `روستا۱${sums('۵', '۵')}`, `${t('layerPage.groups.nothing')}۱${sums('۱', '۱')}`]); // biome-ignore format: one list
  list.getByText(t('layerPage.groups.total', { n: '۵' }));
  list.getByText(t('layerPage.groups.sumAndMean', { sum: '۳۶', mean: '۷٫۲' }));
  await rows(5);
  await user.click(list.getByRole('button', { name: /روستا/ }));
  await rows(1);
  await user.click(screen.getByRole('button', { name: t('layerPage.groups.all') }));
  await rows(5);
  // The filter of the table holds for the groups.
  await user.type(screen.getByRole('searchbox', { name: t('records.table.search') }), 'روستا');
  await rows(1);
  await waitFor(async () => expect(groups(await panel(t('layerPage.groups.title')))).toHaveLength(1));
  expect(address()).toContain('group=kind');
});

it('puts days together by the calendar of the reader, and is chosen in a menu', async () => {
  const { user, t, address } = await openGroups('?group=day&by=year');
  await waitFor(async () => expect(groups(await panel(t('layerPage.groups.title')))).toEqual(['۱۴۰۴۳', '۱۴۰۳۱', `${t('layerPage.groups.nothing')}۱`])); // biome-ignore format: one list
  await user.click(screen.getByRole('button', { name: new RegExp(t('layerPage.groups.by')) }));
  await user.click(await screen.findByRole('radio', { name: t('layerPage.groups.steps.month') }));
  await waitFor(async () => expect(groups(await panel(t('layerPage.groups.title')))[0]).toBe('۱۴۰۴/۰۱۳'));
  expect(address()).toContain('by=month');
});

it('is kept in a view', async () => {
  const body = { layer, name: 'به نوع', query: { and: [] }, groups: { field: 'kind', sums: ['n'] } };
  const { body: view } = await world.call('super', 'POST', '/api/layerview/', body);
  const { user, t, address } = await openGroups(`?view=${view.id}`);
  await panel(t('layerPage.groups.title'));
  expect(address()).toContain('group=kind&sums=n');
  expect(screen.queryByText(t('layerPage.views.changed'))).toBeNull();
  await user.click(screen.getByRole('button', { name: 'به نوع' }));
  await user.click(await screen.findByRole('menuitem', { name: t('layerPage.views.all') }));
  await waitFor(() => expect(screen.queryByRole('region', { name: t('layerPage.groups.title') })).toBeNull());
});
