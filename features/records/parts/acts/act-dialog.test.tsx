// Acts on all of a filter: the exact number is told, typed for a deletion, and the order goes out with it.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Layer } from '@/contract/schemas/layer';
import { useJobs } from '@/lib/state/jobs';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import ActDialog from './act-dialog';

async function open(role: Role, act: 'edit' | 'delete') {
  const { layer: id } = await world.ids();
  const layer = (await world.call(role, 'GET', `/api/layer/${id}/`)).body as Layer;
  const onStarted = vi.fn();
  const view = await renderScreen(
    <ActDialog layer={layer} filter={{}} act={act} onClose={() => {}} onStarted={onStarted} />,
    { role },
  );
  return { ...view, onStarted };
}

it.each([
  ['super', 3, '۳'],
  ['editor', 3, '۳'],
  ['regional', 1, '۱'],
] as const)('deletes for %s only once the number is typed', async (role, count, n) => {
  const { user, t, calls, onStarted } = await open(role, 'delete');
  await screen.findByText(t('records.acts.count.delete', { count, n }));
  const run = screen.getByRole('button', { name: t('records.acts.run.delete', { count, n }) });
  const number = screen.getByRole('textbox', { name: t('records.acts.type', { count, n }) });
  await user.type(number, '9');
  expect(run.getAttribute('aria-disabled')).toBe('true');
  await user.clear(number);
  await user.type(number, n);
  await user.click(run);
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  const order = calls.find(({ path }) => path === 'layerdata/act/');
  expect([order?.status, order?.body.count, order?.body.act]).toEqual([200, count, 'delete']);
  const [job] = useJobs.getState().watching;
  await waitFor(async () => {
    const { body } = await world.call(role, 'POST', `/api/job/${job}/undo/`);
    expect(body.kind).toBe('act_undo');
  });
  useJobs.getState().rest([job as string]);
});

it('says why a viewer cannot, and gives no button', async () => {
  const { t } = await open('viewer', 'delete');
  await screen.findByRole('alert');
  const run = screen.getByRole('button', { name: t('records.acts.run.delete', { count: 0, n: '۰' }) });
  expect(run.getAttribute('aria-disabled')).toBe('true');
});
