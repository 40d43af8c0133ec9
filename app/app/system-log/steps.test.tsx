// The system log with what a call changed of a record in it.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { SystemLogScreen } from '@/features/journals/screens/system-log';
import { RecordSteps } from '@/features/records/slots/record-steps';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';

afterEach(resetScreen);
afterAll(closeWorld);

it('says what a call changed of a record, before and after, and nothing of a call that is refused', async () => {
  const { layer } = await world.ids();
  const point = { type: 'Point', coordinates: [51, 35] };
  const { body } = await world.call('super', 'POST', '/api/layerdata/', { layer, value: { name: 'ده', population: 10 }, geometry: point }); // biome-ignore format: one call
  for (const population of [11, 12])
    await world.call('super', 'PUT', `/api/layerdata/${body.id}/`, { value: { population } });
  await world.call('super', 'PUT', `/api/layerdata/${body.id}/`, { value: { population: 'متن' } });
  const { user, t } = await renderScreen(<SystemLogScreen Steps={RecordSteps} />, {
    role: 'super',
    path: `/app/system-log?q=${body.id}`,
  });
  const act = t('journals.acts.records.edit');
  await screen.findAllByRole('button', { name: act });
  const rows = screen.getAllByRole('row').filter((row) => within(row).queryByRole('button', { name: act }));
  expect(rows).toHaveLength(3);
  const [refused, last] = rows as [HTMLElement, HTMLElement];
  await user.click(within(last).getByRole('button', { name: act }));
  const steps = await screen.findByRole('list', { name: t('records.history.steps') });
  expect(within(steps).getAllByRole('listitem')).toHaveLength(1);
  expect(steps.textContent).toMatch(/۱۱.*۱۲/);
  await user.click(within(refused).getByRole('button', { name: act }));
  await waitFor(() => expect(screen.queryByRole('list', { name: t('records.history.steps') })).toBeNull());
});
