// The files of a record: the limits are told before anything is sent, a file arrives, is opened, named and deleted.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PNG } from '@/testing/pictures';
import { renderScreen, world } from '@/testing/render-screen';
import FilesTab from './files-tab';

const open = async (mayEdit: boolean) => {
  const { record = 0 } = await world.ids();
  return renderScreen(() => <FilesTab record={record} mayEdit={mayEdit} />, { role: 'editor', path: '/app/home' });
};

it('sends, opens, names and deletes a file', async () => {
  const { user, t, writes, container } = await open(true);
  await screen.findByText(t('records.files.none'));
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  const large = new File(['x'], 'large.txt');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  await user.upload(input, [large]);
  expect((await screen.findAllByText(/large\.txt/)).length).toBe(1);
  expect(writes()).toEqual([]);
  await user.upload(input, [new File([PNG as BlobPart], 'a.png', { type: 'image/png' })]);
  await user.click(await screen.findByRole('button', { name: /a\.png/ }, { timeout: 10_000 }));
  const label = await screen.findByLabelText(t('records.files.label'));
  await user.clear(label);
  await user.type(label, 'کروکی{Enter}');
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'PATCH', body: { label: 'کروکی' }, status: 200 })); // biome-ignore format: one line
  await waitFor(() => expect(screen.getAllByText('کروکی').length).toBeGreaterThan(1));
  await user.click(screen.getByRole('button', { name: t('records.files.remove') }));
  const dialog = await screen.findByRole('dialog', { name: t('records.files.removeTitle', { name: 'کروکی' }) });
  const sure = within(dialog).getByRole('button', { name: t('records.files.remove') });
  await user.click(sure);
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'DELETE', status: 200 }));
});

it('offers nothing to those who only look', async () => {
  const { t } = await open(false);
  await screen.findByText(t('records.files.none'));
  expect(screen.queryByRole('button', { name: t('records.files.add') })).toBeNull();
});
