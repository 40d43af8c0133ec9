// The inbox of layers, the last verdicts while nothing waits, and one record by itself: reopened, commented.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecordReviewJoined } from '@/app/app/review-joined';
import { renderScreen, world } from '@/testing/render-screen';
import { SupervisionLayersScreen } from './supervision-layers';

const open = () => renderScreen(<SupervisionLayersScreen />, { role: 'super', path: '/app/supervision/layers' });

/** A record of a supervised table that the editor made. */
async function makeWaiting(): Promise<{ layer: number; record: number }> {
  const form = JSON.stringify([{ name: 'name', label: 'نام', type: 'text' }]);
  const created = await world.form('super', '/api/layer/', { label: 'بازدید', type: 0, form, supervised: 'true' });
  const roles = (await world.call('super', 'GET', '/api/group/?limit=100')).body.results;
  const group = roles.find(({ name }: { name: string }) => name === 'editing').id;
  const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: false };
  const layer = created.body.id;
  await world.call('super', 'POST', `/api/layerpermission/?layer=${layer}`, { permissions: [{ group, ...rights }] });
  const { body } = await world.call('editor', 'POST', '/api/layerdata/', { layer, value: { name: 'یک' }, geometry: null }); // biome-ignore format: one call
  return { layer, record: body.id };
}

it('shows where work waits, and the last verdicts when none does', async () => {
  const empty = await open();
  await screen.findByText(empty.t('supervision.inbox.emptyTitle'));
  empty.unmount();
  const { layer, record } = await makeWaiting();
  const full = await open();
  const link = await screen.findByRole('link', { name: 'بازدید' });
  expect(link.getAttribute('href')).toBe(`/app/supervision/layer-data/${layer}`);
  await screen.findByText(full.t('supervision.inbox.total', { n: '۱', count: 1 }));
  expect(screen.getByRole('link', { name: full.t('supervision.inbox.all') }).getAttribute('href')).toBe('/app/supervision/layer-data/all'); // biome-ignore format: one line
  full.unmount();
  await world.call('super', 'PUT', `/api/supervision/${record}/`, { action: 'reject', reason: 'تکراری' });
  await open();
  await screen.findByText('تکراری');
  expect(screen.getByRole('link', { name: 'یک' }).getAttribute('href')).toBe(`/app/supervision/data-detail/${record}`);
});

it('reopens a rejected record with a reason, and keeps what is said about it', async () => {
  const { record } = await makeWaiting();
  await world.call('super', 'PUT', `/api/supervision/${record}/`, { action: 'reject', reason: 'x' });
  const { user, t } = await renderScreen(<RecordReviewJoined id={record} />, { role: 'super', path: `/app/supervision/data-detail/${record}` }); // biome-ignore format: one call
  await user.click(await screen.findByRole('button', { name: t('supervision.acts.reopen') }));
  await user.type(screen.getByRole('textbox', { name: new RegExp(`^${t('supervision.reason.label')}`) }), 'اشتباه بود');
  await user.click(screen.getByRole('button', { name: t('supervision.reason.send.reopen') }));
  await screen.findByRole('button', { name: new RegExp(`^${t('supervision.acts.approve')}`) });
  await user.type(screen.getByRole('textbox', { name: t('supervision.comments.label') }), 'نگاه کنید');
  await user.click(screen.getByRole('button', { name: t('supervision.comments.send') }));
  await waitFor(() => expect(screen.getByText('نگاه کنید', { selector: 'span' })).toBeTruthy());
  const { body } = await world.call('super', 'GET', `/api/layerdata/${record}/`);
  expect(body.status.id).toBe(1);
});
