// The dialog of exports as each role meets it: what may be taken, what is lost, and that the file is asked for as it was chosen.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Layer } from '@/contract/schemas/layer';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { ExportMenu } from '@/tools';

async function open(role: Role, filter?: Record<string, string>) {
  const { layer: id } = await world.ids();
  const layer = (await world.call(role, 'GET', `/api/layer/${id}/`)).body as Layer;
  const view = await renderScreen(<ExportMenu layer={layer} filter={filter} wide />, { role });
  return { ...view, layer };
}

it('is not there for those who may not export', async () => {
  const { t } = await open('viewer');
  expect(screen.queryByRole('button', { name: t('map.export.button') })).toBeNull();
});

it.each(['super', 'editor', 'regional'] as const)(
  'counts what %s sees, tells the losses, and asks for the chosen form',
  async (role) => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, t, calls } = await open(role, { value__name: 'تهران' });
    await user.click(screen.getByRole('button', { name: t('map.export.button') }));
    await screen.findByText(t('map.export.count', { count: 1, n: '۱' }));
    await user.click(screen.getByRole('radio', { name: t('map.export.scopes.all') }));
    const all = role === 'regional' ? 1 : 3;
    await screen.findByText(t('map.export.count', { count: all, n: all === 1 ? '۱' : '۳' }));
    await user.click(screen.getByRole('radio', { name: t('map.export.formats.gpx') }));
    await screen.findByText(t('map.export.losses'));
    await user.click(screen.getByRole('radio', { name: t('map.export.formats.shp') }));
    await user.click(screen.getByRole('combobox', { name: t('map.export.encoding') }));
    await user.click(await screen.findByRole('option', { name: 'CP1256' }));
    const start = screen.getByRole('button', { name: t('map.export.start') });
    await waitFor(() => expect(calls.some(({ body }) => body?.encoding === 'CP1256')).toBe(true));
    await waitFor(() => expect(start.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(start);
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    const order = calls.filter(({ path }) => path.startsWith('export_token')).at(-1);
    expect([order?.status, order?.body]).toEqual([200, { format: 'shp', encoding: 'CP1256' }]);
    clicked.mockRestore();
  },
);

it('offers related layers where there are any, counts them once they come, and asks for them', async () => {
  const { layer: parent, record } = await world.ids();
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const form = [{ name: 'city', label: 'شهر', type: 'reference', reference: { layer: parent } }];
  const visits = await world.form('super', '/api/layer/', { label: 'بازدیدها', type: 0, form: JSON.stringify(form) });
  await world.call('super', 'POST', '/api/layerdata/', { layer: visits.body.id, value: { city: record }, geometry: null }); // biome-ignore format: one call
  const { user, t, calls } = await open('super');
  await user.click(screen.getByRole('button', { name: t('map.export.button') }));
  await screen.findByText(t('map.export.count', { count: 3, n: '۳' }));
  const name = t('map.export.related');
  expect(screen.queryByRole('checkbox', { name })).toBeNull();
  await user.click(screen.getByRole('radio', { name: t('map.export.formats.gpkg') }));
  await screen.findByText(t('map.export.losses'));
  await user.click(await screen.findByRole('checkbox', { name }));
  await screen.findByText(t('map.export.relatedCount', { label: 'بازدیدها', n: '۱', count: 1 }), { exact: false });
  await screen.findByText(t('map.export.nothingLost'));
  await user.click(screen.getByRole('button', { name: t('map.export.start') }));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  const order = calls.filter(({ path }) => path.startsWith('export_token')).at(-1);
  expect([order?.status, order?.body]).toEqual([200, { format: 'gpkg', related: true }]);
  clicked.mockRestore();
});
