// The form of a new record with files: picked before it is saved, sent with it, and asked for where they are required.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { PNG } from '@/testing/pictures';
import { renderScreen, world } from '@/testing/render-screen';
import { RecordPanel } from './record-panel';

const FORM: Field[] = [
  { name: 'n', label: 'نام', type: 'text' },
  { name: 'p', label: 'تصویر', type: 'image', required: true, max: 2 },
];
const picture = (name: string) => new File([new Uint8Array(PNG)], name, { type: 'image/png' });
const inputOfFiles = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;

async function openNew() {
  const id = await world.layer(FORM, 0, {});
  const { body: layer } = await world.call('super', 'GET', `/api/layer/${id}/`);
  const saved: [LayerRecord, string][] = [];
  const view = await renderScreen(
    <RecordPanel
      layer={layer}
      record={null}
      geometry={undefined}
      onSaved={(record, kind) => saved.push([record, kind])}
      onDeleted={() => {}}
      onClose={() => {}}
    />,
    { role: 'super', path: `/app/layer-data/${id}` },
  );
  await view.user.type(await screen.findByRole('textbox', { name: 'نام' }), 'چاه ۱');
  // The input of files is loaded later.
  await waitFor(() => expect(inputOfFiles()).not.toBeNull());
  const save = async (act: 'save' | 'again' = 'save') =>
    view.user.click(await screen.findByRole('button', { name: view.t(`records.form.${act}`) }));
  return { ...view, id, saved, save };
}

it('sends what was picked with the new record', async () => {
  const { user, t, id, saved, save } = await openNew();
  await user.upload(inputOfFiles(), picture('a.png'));
  await user.upload(inputOfFiles(), picture('b.png'));
  await user.click(await screen.findByRole('button', { name: t('records.form.dropFile', { name: 'a.png' }) }));
  await user.upload(inputOfFiles(), picture('c.png'));
  expect(screen.queryByText('a.png')).toBeNull();
  await save();
  await waitFor(() => expect(saved).toHaveLength(1));
  const [record, kind] = saved[0] as [LayerRecord, string];
  expect(kind).toBe('created');
  expect(record.value.n).toBe('چاه ۱');
  expect(record.value.p).toHaveLength(2);
  const { body: files } = await world.call('super', 'GET', `/api/layerdatafile/?layer_data=${record.id}`);
  expect(files.map(({ name }: { name: string }) => name).sort()).toEqual(['b.png', 'c.png']);
  const { body: list } = await world.call('super', 'GET', `/api/layerdata/?layer=${id}`);
  expect(list.count).toBe(1);
});

it('asks for a required picture before anything is sent', async () => {
  const { t, saved, save, writes } = await openNew();
  await save();
  await screen.findByText(t('common.valueProblem.required'));
  expect(saved).toEqual([]);
  expect(writes()).toEqual([]);
});

it('keeps the form open where a file is refused, and makes no second record', async () => {
  const { user, t, id, saved, save } = await openNew();
  await user.upload(inputOfFiles(), [picture('a.png')]);
  await user.upload(inputOfFiles(), new File(['no picture'], 'b.png', { type: 'image/png' }));
  await save();
  await screen.findByText(t('records.form.failed'));
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('button', { name: t('records.form.dropFile', { name: 'b.png' }) }));
  await save('again');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.[0].value.p).toHaveLength(1);
  const { body: list } = await world.call('super', 'GET', `/api/layerdata/?layer=${id}`);
  expect(list.count).toBe(1);
});
