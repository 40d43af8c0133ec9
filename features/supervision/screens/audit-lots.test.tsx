// Lots of second approvals: none yet, one started for the layer that is looked at, and what came of it for each reviewer.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { AuditLotsScreen } from './audit-lots';

const open = (query = '') =>
  renderScreen(<AuditLotsScreen />, { role: 'super', path: `/app/supervision/lots${query}` });

it('starts a lot in a layer, lists it with its numbers, and says who was agreed with', async () => {
  const form = JSON.stringify([{ name: 'name', label: 'نام', type: 'text' }]);
  const { body } = await world.form('super', '/api/layer/', { label: 'بازدید', type: 0, form, supervised: 'true' });
  const layer = body.id;
  await world.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { second_approval: true } });
  const roles = (await world.call('super', 'GET', '/api/group/?limit=100')).body.results;
  const group = roles.find(({ name }: { name: string }) => name === 'editing').id;
  const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: false };
  await world.call('super', 'POST', `/api/layerpermission/?layer=${layer}`, { permissions: [{ group, ...rights }] });

  const empty = await open();
  await screen.findByText(empty.t('supervision.lots.emptyTitle'));
  expect(screen.queryByRole('button', { name: empty.t('supervision.lots.new') })).toBeNull();
  empty.unmount();

  const { user, t, unmount } = await open(`?layers=${layer}`);
  await user.click(await screen.findByRole('button', { name: t('supervision.lots.new') }));
  const share = await screen.findByLabelText(t('supervision.lots.form.share'));
  await user.clear(share);
  await user.type(share, '۱۰۰');
  await user.click(screen.getByRole('button', { name: t('supervision.lots.form.save') }));
  await screen.findByText(t('supervision.lots.states.drawing'));
  const audit = (await world.call('super', 'GET', `/api/supervision/${layer}/audit/`)).body;
  expect(audit.share).toBe(100);
  unmount();

  const { body: record } = await world.call('editor', 'POST', '/api/layerdata/', { layer, value: { name: 'یک' }, geometry: null }); // biome-ignore format: one call
  await world.call('super', 'PUT', `/api/supervision/${record.id}/`, { action: 'approve' });
  const again = await open();
  await again.user.click(await screen.findByRole('button', { name: 'بازدید' }));
  const numbers = await screen.findByLabelText(t('supervision.lots.numbers'));
  expect(within(numbers).getAllByRole('definition').map((cell) => cell.textContent)).toEqual(['۱۰۰٪', '۱', '۰', '۱', '۱', '۰', '۰']); // biome-ignore format: one row
  expect(screen.getByText(audit.seed)).toBeTruthy();
  const table = screen.getByRole('table', { name: t('supervision.lots.reviewers') });
  expect(within(table).getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['۱', '۱', '۰', '۰']); // biome-ignore format: one row
  const toQueue = screen.getByRole('link', { name: t('supervision.lots.toQueue') });
  expect(toQueue.getAttribute('href')).toBe(`/app/supervision/layer-data/${layer}?state=first`);
});
