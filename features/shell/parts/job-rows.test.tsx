// The header's list of background jobs: an act that was ordered here is shown to its end, and is taken back from there.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useJobs } from '@/lib/state/jobs';
import { renderScreen, world } from '@/testing/render-screen';
import { UploadBadge } from './upload-badge';

it('watches an act to its end, and takes it back', async () => {
  const { layer } = await world.ids();
  const { user, t } = await renderScreen(<UploadBadge />, { role: 'super' });
  const { body } = await world.call('super', 'POST', '/api/layerdata/act/', {
    layer,
    filter: {},
    act: 'edit',
    value: { population: 7 },
    count: (await world.call('super', 'GET', `/api/layerdata/?layer=${layer}`)).body.count,
  });
  expect(body.kind).toBe('act');
  useJobs.getState().watch(body.id);
  await waitFor(() => expect(useJobs.getState().watching).toEqual([]), { timeout: 10_000 });
  await user.click(screen.getByRole('button', { name: t('shell.upload.button') }));
  await user.click(await screen.findByRole('button', { name: t('shell.jobs.undo') }));
  await screen.findByText(t('shell.jobs.act_undo', { label: body.label }));
  await waitFor(() => expect(screen.queryByRole('button', { name: t('shell.jobs.undo') })).toBeNull(), {
    timeout: 10_000,
  });
  await user.click(screen.getAllByRole('button', { name: t('shell.jobs.dismiss', { label: t('shell.jobs.act', { label: body.label }) }) })[0] as HTMLElement); // biome-ignore format: one press
  await waitFor(() => expect(screen.queryByText(t('shell.jobs.act', { label: body.label }))).toBeNull());
});
