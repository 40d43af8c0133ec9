// The form studio and XLSForm: a workbook opened with what is lost of it, and the form taken as one.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import backend from '@/messages/fa/backend.json';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { workbookOf } from '@/testing/xlsform/workbook';
import { FormStudioJoined } from './form-studio-joined';

const labels = () => [...document.querySelectorAll('[data-field]')].map((row) => row.querySelector('bdi')?.textContent);
const openNew = (role: Role = 'editor') =>
  renderScreen((who) => <FormStudioJoined id={null} who={who} />, { role, path: '/app/layer-builder' });

const SURVEY = [
  ['type', 'name', 'label', 'calculation'],
  ['geoshape', 'plot', 'زمین', ''],
  ['text', 'street', 'نام خیابان', ''],
  ['begin_repeat', 'floors', 'طبقه‌ها', ''],
  ['text', 'floor', 'طبقه', ''],
  ['end_repeat', '', '', ''],
  ['calculate', 'p', 'کشیده', "pulldata('a', 'b', 'c', 1)"],
];

it('tells row by row what a workbook loses before it is opened, and then opens it in one step', async () => {
  const { user, t } = await openNew();
  await user.click(await screen.findByRole('button', { name: t('formStudio.menu.fromXlsForm') }));
  const dialog = await screen.findByRole('dialog', { name: t('formStudio.xlsform.open') });
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File([workbookOf({ survey: SURVEY, settings: [['form_title'], ['خیابان‌ها']] })], 'a.xlsx', { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })); // biome-ignore format: one call
  const list = await within(dialog).findByRole('region', {
    name: t('formStudio.xlsform.losses', { count: 3, n: '۳' }),
  });
  const lines = within(list)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(t('formStudio.xlsform.where', { sheet: 'survey', row: '۴' }));
  expect(lines[0]).toContain(t('formStudio.xlsform.reasons.repeat'));
  expect(lines[2]).toContain("pulldata('a', 'b', 'c', 1)");
  expect(labels()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: t('formStudio.xlsform.take') }));
  await waitFor(() => expect(labels()).toEqual(['نام خیابان']));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: t('formStudio.name') }).value).toBe('خیابان‌ها');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: t('formStudio.meta.types.3') }).checked).toBe(true);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(labels()).toEqual([]));
});

it('says of a file that is no workbook what is wrong, and changes nothing', async () => {
  const { user, t } = await openNew();
  await user.click(await screen.findByRole('button', { name: t('formStudio.menu.fromXlsForm') }));
  await screen.findByRole('dialog', { name: t('formStudio.xlsform.open') });
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['no'], 'a.xlsx'));
  await screen.findByText(backend.broken_file);
  expect(labels()).toEqual([]);
});

it('takes a form as a workbook once it is said what does not go along', async () => {
  const { ids } = world;
  const { layer } = await ids();
  const { user, t } = await renderScreen((who) => <FormStudioJoined id={layer} who={who} />, { role: 'super', path: `/app/form-editor/${layer}` }); // biome-ignore format: one call
  await screen.findByRole('list', { name: t('formStudio.canvas.list') });
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:a');
  await user.click(screen.getByRole('button', { name: t('formStudio.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('formStudio.menu.toXlsForm') }));
  const dialog = await screen.findByRole('dialog', { name: t('formStudio.xlsform.save') });
  await user.click(within(dialog).getByRole('button', { name: t('formStudio.xlsform.download') }));
  await waitFor(() => expect(create).toHaveBeenCalled());
  const file = create.mock.calls[0]?.[0] as Blob;
  expect([file.type, (await file.text()).slice(0, 2)]).toEqual([expect.stringContaining('spreadsheetml'), 'PK']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers no workbook to whoever may not build forms', async () => {
  const { layer } = await world.ids();
  const { user, t } = await renderScreen((who) => <FormStudioJoined id={layer} who={who} />, { role: 'viewer', path: `/app/form-editor/${layer}` }); // biome-ignore format: one call
  await user.click(await screen.findByRole('button', { name: t('formStudio.more') }));
  await screen.findByRole('menuitem', { name: t('formStudio.menu.records') });
  expect(screen.queryByRole('menuitem', { name: t('formStudio.menu.toXlsForm') })).toBeNull();
});
