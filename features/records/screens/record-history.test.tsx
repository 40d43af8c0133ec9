// The history of a record: filtered by act, any two versions compared, and a version restored once it is told what changes.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { renderScreen, world } from '@/testing/render-screen';
import RecordHistory from '../parts/history/record-history';

const FORM: Field[] = [
  { name: 'n', label: 'نام', type: 'text' },
  { name: 'd', label: 'عمق', type: 'integer' },
];

async function open(mayEdit: boolean) {
  const id = await world.layer(FORM, 0, {});
  const create = await world.call('super', 'POST', '/api/layerdata/', { layer: id, value: { n: 'چاه', d: 1 }, geometry: null }); // biome-ignore format: one call
  for (const value of [
    { n: 'چشمه', d: 1 },
    { n: 'قنات', d: 2 },
    { n: 'قنات', d: 3 },
  ])
    await world.call('super', 'PUT', `/api/layerdata/${create.body.id}/`, { value });
  const { body: record } = await world.call('super', 'GET', `/api/layerdata/${create.body.id}/`);
  const { body: layer } = await world.call('super', 'GET', `/api/layer/${id}/`);
  const reverted: LayerRecord[] = [];
  const view = await renderScreen(
    <RecordHistory layer={layer} record={record} onUse={mayEdit ? () => {} : undefined} onReverted={(now) => reverted.push(now)} />,
    { role: 'super', path: `/app/layer-data/${id}` },
  ); // biome-ignore format: one call
  const steps = await screen.findAllByRole('listitem');
  return { ...view, record, steps, reverted };
}

it('compares any two versions, and ends the comparison', async () => {
  const { user, t, steps } = await open(true);
  expect(steps).toHaveLength(4);
  const box = (i: number) =>
    within(steps[i] as HTMLElement).getByRole('checkbox', { name: t('records.history.compare') });
  await user.click(box(3));
  await screen.findByText(t('records.history.pickSecond'));
  await user.click(box(0));
  const table = await screen.findByRole('table', { name: t('records.history.compared') });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows).toEqual(['نامچاهقنات', 'عمق۱۳']);
  await user.click(screen.getByRole('button', { name: t('records.history.endCompare') }));
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows the steps of one act alone', async () => {
  const { user, t } = await open(true);
  await user.click(screen.getByRole('combobox', { name: t('records.history.byAct') }));
  await user.click(await screen.findByRole('option', { name: t('records.history.action.create') }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

it('restores a version once the fields that change are told', async () => {
  const { user, t, steps, record, reverted } = await open(true);
  const button = (i: number) =>
    within(steps[i] as HTMLElement).queryByRole('button', { name: t('records.history.revert') });
  // The newest version is the record itself.
  expect(button(0)).toBeNull();
  await user.click(button(2) as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('«نام»، «عمق»');
  await user.click(within(dialog).getByRole('button', { name: t('records.history.revert') }));
  await waitFor(() => expect(reverted.map(({ value }) => value)).toEqual([{ n: 'چشمه', d: 1 }]));
  const { body } = await world.call('super', 'GET', `/api/layerdata/${record.id}/`);
  expect(body.value).toEqual({ n: 'چشمه', d: 1 });
});

it('restores nothing for whoever may not edit', async () => {
  const { t } = await open(false);
  expect(screen.queryByRole('button', { name: t('records.history.revert') })).toBeNull();
});
