// A verdict on everything that waits under the table's filters: offered to those who judge, for the exact number, with a reason, taken back as one.
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { useJobs } from '@/lib/state/jobs';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerDataScreen } from '../../screens/layer-data';

const WAITING = 3;
let layer = 0;

beforeAll(async () => {
  layer = (await world.ids()).spare;
  expect((await world.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { supervised: true } })).status).toBe(
    200,
  );
  const add = (as: Role, name: string) => world.call(as, 'POST', '/api/layerdata/', { layer, geometry: { type: 'Point', coordinates: [51, 35] }, value: { name } }); // biome-ignore format: one call
  for (let i = 0; i < WAITING; i++) await add('editor', `منتظر ${i}`);
  await add('editor', 'دیگر');
  // Nobody judges their own work.
  await add('super', 'منتظر خود');
});

const statuses = async () =>
(await world.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body.results.map((r: { status: { id: number } }) => r.status.id); // biome-ignore format: one list

async function openMenu(role: Role, filter: string) {
  const view = await renderScreen(<LayerDataScreen access={null} />, { role, path: `/app/layer-data/${layer}${filter}` }); // biome-ignore format: one call
  await screen.findByText('منتظر 0');
  await view.user.click(screen.getByRole('button', { name: view.t('records.actions.more') }));
  await screen.findByRole('menuitem', { name: view.t('records.actions.removeAll') });
  return view;
}

it('returns what waits under the filter for a reason, and takes all of it back', async () => {
  const { user, t, calls, writes } = await openMenu('super', '?q=منتظر');
  await user.click(screen.getByRole('menuitem', { name: t('records.actions.superviseAll') }));
  await screen.findByText(t('records.acts.count.approve', { count: WAITING, n: '۳' }));
  // One's own, with the server's reason.
  await screen.findByText(/^۱ عارضه کنار می‌ماند/);
  await user.click(screen.getByRole('radio', { name: t('records.acts.verdicts.return') }));
  const run = await screen.findByRole('button', { name: t('records.acts.run.return', { count: WAITING, n: '۳' }) });
  expect(run.getAttribute('aria-disabled')).toBe('true');
  expect(writes().some(({ path }) => path === 'layerdata/act/')).toBe(false);
  await user.type(screen.getByRole('textbox', { name: new RegExp(t('records.acts.reason')) }), ' ناقص ');
  await user.click(run);
  await waitFor(() => expect(calls.find(({ path }) => path === 'layerdata/act/')).toMatchObject({ status: 200, body: { act: 'supervise', verdict: 'return', reason: 'ناقص', count: WAITING } })); // biome-ignore format: one line
  await waitFor(async () => expect(await statuses()).toEqual([4, 4, 4, 1, 1]));
  const [job] = useJobs.getState().watching;
  await waitFor(async () => expect((await world.call('super', 'POST', `/api/job/${job}/undo/`)).body.kind).toBe('act_undo')); // biome-ignore format: one line
  await waitFor(async () => expect(await statuses()).toEqual([1, 1, 1, 1, 1]));
  useJobs.getState().rest([job as string]);
});

it('does not offer it to those who do not judge', async () => {
  const { t } = await openMenu('editor', '');
  expect(screen.queryByRole('menuitem', { name: t('records.actions.superviseAll') })).toBeNull();
});
