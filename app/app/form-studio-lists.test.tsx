// The form studio and shared lists: taken, made, edited, left again, and the places of Iran as a cascade in one act.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { FormStudioJoined } from './form-studio-joined';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-field]')];
const labels = () => rows().map((row) => row.querySelector('bdi')?.textContent);
const cells = () => [...document.querySelectorAll<HTMLInputElement>('[data-cell$=":label"]')].map(({ value }) => value);

async function openWith(form: object[]) {
  const { spare } = await world.ids();
  const { body } = await world.call('super', 'POST', '/api/copylayer/', { layer: spare, records: false });
  await world.call('super', 'PATCH', `/api/layer/${body.id}/`, { config: { form }, force: true });
  const view = await renderScreen((who) => <FormStudioJoined id={body.id} who={who} />, { role: 'super', path: `/app/form-editor/${body.id}` }); // biome-ignore format: one call
  await screen.findByRole('list', { name: view.t('formStudio.canvas.list') });
  const saved = async () => (await world.call('super', 'GET', `/api/layer/${body.id}/`)).body;
  const { user, t } = view;
  return {
    ...view,
    saved,
    async pick(act: 'take' | 'make' | 'cascade') {
      await user.click(await screen.findByRole('button', { name: t('formStudio.lists.menu') }));
      await user.click(await screen.findByRole('menuitem', { name: t(`formStudio.lists.${act}`) }));
    },
  };
}
const field = (choices: string[], more: object = {}) => ({ name: 'k', label: 'روش', type: 'choice', choices, ...more });

it('makes a cascade of the places of Iran in one act, and takes it back in one', async () => {
  const { user, t, pick } = await openWith([field(['a'])]);
  await user.click(rows()[0] as HTMLElement);
  await pick('cascade');
  await waitFor(() => expect(labels()).toEqual(['روش', t('formStudio.lists.places.county'), t('formStudio.lists.places.city')])); // biome-ignore format: one line
  await user.click(rows()[2] as HTMLElement);
  const parent = await screen.findByRole<HTMLInputElement>('combobox', { name: t('formStudio.choices.parentField') });
  expect(parent.value).toBe(t('formStudio.lists.places.county'));
  // A long list draws only what is in view.
  expect(cells().length).toBeLessThan(100);
  await user.click(rows()[0] as HTMLElement);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(labels()).toEqual(['روش']));
});

it('makes a shared list of own choices, edits it for all forms, and leaves it', async () => {
  const { user, t, pick, saved, writes } = await openWith([field(['سنگ', 'آجر'])]);
  await user.click(rows()[0] as HTMLElement);
  await pick('make');
  const make = await screen.findByRole('dialog', { name: t('formStudio.lists.make') });
  await user.click(within(make).getByRole('button', { name: t('formStudio.lists.makeAct') }));
  await user.click(await screen.findByRole('button', { name: t('formStudio.lists.edit') }));
  // What comes from a list is not changed in one form alone.
  expect(document.querySelector<HTMLInputElement>('[data-cell="0:label"]')?.matches(':disabled')).toBe(true);
  const edit = await screen.findByRole('dialog', { name: t('formStudio.lists.edit') });
  await within(edit).findByText(t('formStudio.lists.usage', { count: 0, n: '۰' }));
  const remove = within(edit).getByRole('button', { name: t('formStudio.choices.remove', { n: '۱' }) });
  await user.click(remove);
  await user.click(within(edit).getByRole('button', { name: t('formStudio.lists.save') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: t('formStudio.save') }));
  await waitFor(async () => expect((await saved()).config.form[0]).toMatchObject({ list: expect.any(Number), choices: [{ value: 'آجر' }, { value: 'سنگ', retired: true }] })); // biome-ignore format: one call
  await user.click(await screen.findByRole('button', { name: t('formStudio.lists.detach') }));
  await screen.findByRole('button', { name: t('formStudio.lists.menu') });
  expect(cells()).toEqual(['آجر', 'سنگ']);
  expect(writes().map(({ method, path }) => `${method} ${path.replace(/\d+/g, 'n')}`)).toContain('PATCH choicelist/n/');
});

it('takes a list that there is, with who has it, and refuses to save one that says nothing', async () => {
  const { body: list } = await world.call('super', 'POST', '/api/choicelist/', { label: 'جنس نما', items: ['شیشه', 'چوب'] }); // biome-ignore format: one call
  const { user, t, pick } = await openWith([field(['a'], { list: undefined }), field(['شیشه', 'چوب'], { name: 'z', label: 'ز', list: list.id })]); // biome-ignore format: one call
  await user.click(rows()[0] as HTMLElement);
  await pick('take');
  const dialog = await screen.findByRole('dialog', { name: t('formStudio.lists.take') });
  await user.click(await within(dialog).findByRole('combobox', { name: t('formStudio.lists.shared') }));
  await user.click(await screen.findByRole('option', { name: t('formStudio.lists.option', { label: 'جنس نما', n: '۲', usage: '۱' }) })); // biome-ignore format: one call
  await user.click(within(dialog).getByRole('button', { name: t('formStudio.lists.use') }));
  await screen.findByText('جنس نما');
  await waitFor(() => expect(cells()).toEqual(['شیشه', 'چوب', 'a']));
  await user.click(screen.getByRole('button', { name: t('formStudio.lists.edit') }));
  const edit = await screen.findByRole('dialog', { name: t('formStudio.lists.edit') });
  await within(edit).findByText(t('formStudio.lists.usage', { count: 1, n: '۱' }));
  const value = edit.querySelector<HTMLInputElement>('[data-cell="0:value"]') as HTMLInputElement;
  await user.clear(value);
  await user.click(within(edit).getByRole('button', { name: t('formStudio.lists.save') }));
  await within(edit).findByText(t('formStudio.problems.formChoiceEmpty'));
  expect((await world.call('super', 'GET', `/api/choicelist/${list.id}/`)).body.items[0].value).toBe('شیشه');
});

it('leaves the preview by its key also where the focus is on the switch of its width', async () => {
  const { user, t } = await openWith([field(['a'])]);
  await user.keyboard('p');
  const width = await screen.findByRole('radio', { name: t('formStudio.preview.desktop') });
  await user.click(width);
  width.focus();
  await user.keyboard('p');
  await waitFor(() => expect(screen.queryByRole('radio', { name: t('formStudio.preview.desktop') })).toBeNull());
});

it('sets the fields of a section of two columns side by side, but for those that say otherwise', async () => {
  const { user, t } = await openWith([
    { name: 's', label: 'بخش', type: 'section', columns: 2 },
    { name: 'p', label: 'استان', type: 'choice', choices: ['x', 'y'] },
    { name: 'c', label: 'شهر', type: 'choice', parent_field: 'p', choices: [{ value: 'x1', label: 'x1', parent: ['x'] }, { value: 'y1', label: 'y1', parent: ['y'] }] }, // biome-ignore format: one line
    { name: 'w', label: 'پهن', type: 'text', width: 'full' },
  ]);
  await user.keyboard('p');
  const preview = await screen.findByRole('complementary', { name: t('formStudio.preview.title') });
  await within(preview).findByLabelText('پهن');
  const isHalf = (label: string) => within(preview).getByLabelText(label, { selector: 'input' }).closest('[data-half]') !== null; // biome-ignore format: one line
  expect([isHalf('استان'), isHalf('شهر'), isHalf('پهن')]).toEqual([true, true, false]);
});
