// The form studio as it is used: a layer made, its form changed, by hand and by keys, and by two people at once.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { FormStudioJoined } from './form-studio-joined';

const openNew = (lang: 'fa' | 'en' = 'fa') =>
  renderScreen((who) => <FormStudioJoined id={null} who={who} />, {
    role: 'editor',
    path: '/app/layer-builder',
    lang,
  });
async function openEditor(id: number, role: Role = 'super') {
  const view = await renderScreen((who) => <FormStudioJoined id={id} who={who} />, {
    role,
    path: `/app/form-editor/${id}`,
  });
  await screen.findByRole('list', { name: view.t('formStudio.canvas.list') });
  return view;
}
const newLayer = async (form: object[]) => {
  const { spare } = await world.ids();
  const { body } = await world.call('super', 'POST', '/api/copylayer/', { layer: spare, records: false });
  return (await world.call('super', 'PATCH', `/api/layer/${body.id}/`, { config: { form }, force: true })).body;
};
const layerOf = async (id: number) => (await world.call('super', 'GET', `/api/layer/${id}/`)).body;
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-field]')];
const labels = () => rows().map((row) => row.querySelector('bdi')?.textContent);

it('makes a layer of points with three fields and ends at its records', async () => {
  const { user, t, writes, address } = await openNew();
  await screen.findByText(t('formStudio.canvas.empty'));
  const add = (kind: 'text' | 'integer' | 'date') =>
    user.click(screen.getAllByRole('button', { name: t('formStudio.palette.add', { kind: t(`formStudio.kinds.${kind}`) }) })[0] as HTMLElement); // biome-ignore format: one line
  const canvas = screen.getByRole('region', { name: t('formStudio.canvas.title') });
  await user.click(within(canvas).getByRole('button', { name: t('formStudio.canvas.addText') }));
  const label = screen.getByRole('textbox', { name: t('formStudio.inspector.label') });
  await user.clear(label);
  await user.type(label, 'نام کوچه');
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: t('formStudio.inspector.name') });
  expect(name.value).toBe('نام_کوچه');
  await add('integer');
  await user.click(screen.getByRole('checkbox', { name: t('formStudio.inspector.required') }));
  await add('date');
  await user.click(screen.getByRole('button', { name: t('formStudio.create') }));
  const layerName = screen.getByRole('textbox', { name: t('formStudio.name') });
  await waitFor(() => expect(layerName.getAttribute('aria-invalid')).toBe('true'));
  expect(writes()).toEqual([]);
  await user.type(layerName, 'کوچه‌ها');
  await user.click(screen.getByRole('button', { name: t('formStudio.create') }));
  await waitFor(() => expect(address()).toMatch(/^\/app\/layer-data\/\d+$/));
  const layer = await layerOf(Number(address().split('/').at(-1)));
  expect([layer.label, layer.type, layer.config.form]).toEqual([
    'کوچه‌ها',
    1,
    [
      { name: 'نام_کوچه', label: 'نام کوچه', type: 'text' },
      { name: 'عدد_صحیح', label: 'عدد صحیح', type: 'integer', required: true },
      { name: 'تاریخ', label: 'تاریخ', type: 'date' },
    ],
  ]);
});

it('works by keys alone', async () => {
  const { user, t } = await openEditor((await newLayer([{ name: 'a', label: 'A', type: 'text' }, { name: 'b', label: 'B', type: 'text', visible_if: { field: 'a', is: 'not_empty' } }, { name: 'c', label: 'C', type: 'text' }])).id); // biome-ignore format: one line
  rows()[0]?.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(rows()[2]));
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await waitFor(() => expect(labels()).toEqual(['C', 'A', 'B']));
  await user.keyboard('{Control>}d{/Control}');
  await waitFor(() => expect(labels()).toEqual(['C', 'C', 'A', 'B']));
  await user.keyboard('{Delete}');
  await waitFor(() => expect(labels()).toEqual(['C', 'A', 'B']));
  await user.keyboard('{Control>}zz{/Control}');
  await waitFor(() => expect(labels()).toEqual(['C', 'A', 'B']));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '/', code: 'Slash' });
  const search = screen.getByRole('searchbox', { name: t('formStudio.palette.search') });
  expect(document.activeElement).toBe(search);
  await user.keyboard(`${t('formStudio.kinds.sheba')}{Enter}`);
  await waitFor(() => expect(labels()).toContain(t('formStudio.kinds.sheba')));
});

it('does not move a field before one that it looks at, and says why', async () => {
  const { user, t } = await openEditor((await newLayer([{ name: 'a', label: 'A', type: 'text' }, { name: 'b', label: 'B', type: 'text', visible_if: { field: 'a', is: 'not_empty' } }])).id); // biome-ignore format: one line
  await user.click(screen.getByRole('button', { name: t('common.sort.acts', { name: 'B' }) }));
  const up = await screen.findByRole('menuitem', { name: new RegExp(t('common.sort.up')) });
  const reason = t('formStudio.canvas.blocked', { field: 'B', source: 'A' });
  expect([up.hasAttribute('data-disabled'), up.textContent]).toEqual([true, t('common.sort.up') + reason]);
  await user.keyboard('{Escape}');
  rows()[1]?.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await screen.findByText(reason);
  expect(labels()).toEqual(['A', 'B']);
});

it('selects the first field that is wrong and saves nothing', async () => {
  const { user, t, writes } = await openEditor((await newLayer([{ name: 'a', label: 'A', type: 'text' }])).id);
  const add = screen.getAllByRole('button', { name: t('formStudio.palette.add', { kind: t('formStudio.kinds.text') }) })[0] as HTMLElement; // biome-ignore format: one line
  await user.click(add);
  const name = screen.getByRole('textbox', { name: t('formStudio.inspector.name') });
  await user.clear(name);
  await user.type(name, 'A');
  await screen.findByText(t('formStudio.problems.formNameAlike'));
  await user.click(rows()[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: t('formStudio.save') }));
  await screen.findByText(t('formStudio.problems.some', { count: 1, n: '۱' }));
  await screen.findByText(t('formStudio.problems.formNameAlike'));
  expect(writes()).toEqual([]);
});

it('shows the form to whoever may not change it, with the reason', async () => {
  const { ids } = world;
  const { t } = await openEditor((await ids()).layer, 'viewer');
  expect(screen.getByText(t('formStudio.readOnly.right'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('formStudio.save') })).toBeNull();
  fireEvent.click(rows()[0] as HTMLElement);
  const label = await screen.findByRole<HTMLInputElement>('textbox', { name: t('formStudio.inspector.label') });
  expect(label.matches(':disabled')).toBe(true);
});

it('puts two people’s changes together, and asks only about what both have changed', async () => {
  const { id } = await newLayer([
    { name: 'a', label: 'A', type: 'text' },
    { name: 'b', label: 'B', type: 'text' },
  ]);
  const { user, t } = await openEditor(id);
  const label = () => screen.getByRole('textbox', { name: t('formStudio.inspector.label') });
  const theirs = (form: object[]) => world.call('super', 'PATCH', `/api/layer/${id}/`, { config: { form } });
  const save = () => user.click(screen.getByRole('button', { name: t('formStudio.save') }));
  await user.click(rows()[0] as HTMLElement);
  await user.type(label(), '1');
  await theirs([
    { name: 'a', label: 'A', type: 'text' },
    { name: 'b', label: 'B2', type: 'text' },
  ]);
  await save();
  await waitFor(async () => expect((await layerOf(id)).config.form.map((f: { label: string }) => f.label)).toEqual(['A1', 'B2'])); // biome-ignore format: one line
  await waitFor(() => expect(labels()).toEqual(['A1', 'B2']));
  await waitFor(() => expect(screen.queryByText(t('common.unsaved'))).toBeNull());
  await user.type(label(), 'mine');
  await theirs([
    { name: 'a', label: 'theirs', type: 'text' },
    { name: 'b', label: 'B2', type: 'text' },
  ]);
  await save();
  const dialog = await screen.findByRole('dialog', { name: t('common.conflict.title') });
  await user.click(within(dialog).getByRole('button', { name: t('common.conflict.save') }));
  await waitFor(async () => expect((await layerOf(id)).config.form[0].label).toBe('A1mine'));
});

it('previews the real form, which is checked as a record would be', async () => {
  const { user, t } = await openEditor((await newLayer([{ name: 'a', label: 'A', type: 'integer', required: true, max: 5 }])).id); // biome-ignore format: one line
  await user.keyboard('p');
  const preview = await screen.findByRole('complementary', { name: t('formStudio.preview.title') });
  const input = await within(preview).findByRole('textbox', { name: /^A/ });
  await user.type(input, '۹');
  await user.click(within(preview).getByRole('button', { name: t('records.preview.check') }));
  await within(preview).findByText(t('common.valueProblem.max', { n: '۵' }));
  await user.clear(input);
  await user.type(input, '۴');
  await within(preview).findByText(t('records.preview.sound'));
  await user.click(within(preview).getByText(t('formStudio.preview.desktop')));
  expect(preview.querySelector<HTMLElement>('[style*="1100px"]')).not.toBeNull();
});

const MANY_FORM = [
  { name: 'a', label: 'A', type: 'text' },
  { name: 'c', label: 'C', type: 'computed', expr: '[a]' },
] as const;

it('brings a form to many records in the background, once that is agreed to', async () => {
  const form = [...MANY_FORM];
  const id = await world.layer(form, 5001, { a: '7', c: '7' });
  const { user, t } = await openEditor(id);
  await user.click(rows()[1] as HTMLElement);
  const expr = screen.getByRole('textbox', { name: t('formStudio.inspector.expr') });
  fireEvent.change(expr, { target: { value: '[a] * 6' } });
  const name = screen.getByRole('textbox', { name: t('formStudio.name') });
  await user.type(name, '!');
  await user.click(screen.getByRole('button', { name: t('formStudio.save') }));
  const dialog = await screen.findByRole('dialog', { name: t('formStudio.job.title') });
  expect((await layerOf(id)).config.form).toEqual(form);
  await user.click(within(dialog).getByRole('button', { name: t('formStudio.job.start') }));
  await waitFor(() => expect(screen.queryByText(t('common.unsaved'))).toBeNull(), { timeout: 60_000 });
  const layer = await layerOf(id);
  expect([layer.label, layer.config.form[1].expr]).toEqual(['Many!', '[a] * 6']);
  const { body } = await world.call('super', 'GET', `/api/layerdata/?layer=${id}&value__c=42&limit=1`);
  expect(body.count).toBe(5001);
  const versions = await world.call('super', 'GET', `/api/layer/${id}/form_versions/`);
  expect(versions.body.results ?? versions.body).toHaveLength(2);
});

/** Somebody else's change of a layer, made right when the screen hears that its job is done. */
function changeAfterJob(id: number, change: object) {
  const { fetch } = globalThis;
  let isOpen = true;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isJob = isOpen && /\/api\/job\/[^/]+\/$/.test(new URL(String(input), location.href).pathname);
    if (!isJob || (await response.clone().json()).state !== 'done') return response;
    isOpen = false;
    expect((await world.call('super', 'PATCH', `/api/layer/${id}/`, change)).status).toBe(200);
    return response;
  };
}

it('lets stand, after its job, what somebody else has changed of the layer meanwhile', async () => {
  const id = await world.layer([...MANY_FORM], 5001, { a: '7', c: '7' });
  const { user, t } = await openEditor(id);
  const setExpr = async (value: string) => {
    await user.click(rows()[1] as HTMLElement);
    fireEvent.change(screen.getByRole('textbox', { name: t('formStudio.inspector.expr') }), { target: { value } });
  };
  const saveByJob = async () => {
    await user.click(screen.getByRole('button', { name: t('formStudio.save') }));
    const dialog = await screen.findByRole('dialog', { name: t('formStudio.job.title') });
    await user.click(within(dialog).getByRole('button', { name: t('formStudio.job.start') }));
  };
  await setExpr('[a] * 2');
  const theirForm = [
    { ...MANY_FORM[0], label: 'A theirs' },
    { ...MANY_FORM[1], expr: '[a] * 2' },
  ];
  changeAfterJob(id, { label: 'Theirs', config: { form: theirForm } });
  await saveByJob();
  await waitFor(() => expect(screen.queryByText(t('common.unsaved'))).toBeNull(), { timeout: 60_000 });
  await waitFor(() => expect(labels()).toEqual(['A theirs', 'C']));
  expect(await layerOf(id)).toMatchObject({ label: 'Theirs', config: { form: theirForm } });

  await setExpr('[a] * 3');
  await user.type(screen.getByRole('textbox', { name: t('formStudio.name') }), ' mine');
  changeAfterJob(id, { label: 'Theirs again' });
  await saveByJob();
  const conflict = await screen.findByRole('dialog', { name: t('common.conflict.title') }, { timeout: 60_000 });
  expect(await layerOf(id)).toMatchObject({ label: 'Theirs again', config: { form: [{}, { expr: '[a] * 3' }] } });
  await user.click(within(conflict).getByRole('button', { name: t('common.conflict.save') }));
  await waitFor(async () => expect((await layerOf(id)).label).toBe('Theirs mine'));
});

it('sends along, with its job, into which choice the values of a removed one turn', async () => {
  const choice = (value: string) => ({ value, label: value.toUpperCase() });
  const field = { name: 'k', label: 'K', type: 'choice' as const };
  const computed = { name: 'c', label: 'C', type: 'computed' as const, expr: '1' };
  const id = await world.layer([{ ...field, choices: [choice('x'), choice('y')] }, computed], 5001, { k: 'y', c: 1 });
  const { user, t } = await openEditor(id);
  await user.click(rows()[1] as HTMLElement);
  fireEvent.change(screen.getByRole('textbox', { name: t('formStudio.inspector.expr') }), { target: { value: '2' } });
  await user.click(rows()[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: t('formStudio.choices.remove', { n: '۲' }) }));
  await user.click(screen.getByRole('button', { name: t('formStudio.save') }));
  const check = await screen.findByRole('dialog', { name: t('formStudio.check.title') });
  const pick = async (name: string, option: string) => {
    await user.click(within(check).getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await pick(t('formStudio.check.decision', { field: 'K' }), t('formStudio.check.options.choice.turn'));
  await pick(t('formStudio.check.into'), 'X');
  await user.click(within(check).getByRole('button', { name: t('formStudio.check.save') }));
  const dialog = await screen.findByRole('dialog', { name: t('formStudio.job.title') });
  await user.click(within(dialog).getByRole('button', { name: t('formStudio.job.start') }));
  await waitFor(() => expect(screen.queryByText(t('common.unsaved'))).toBeNull(), { timeout: 60_000 });
  const { body } = await world.call('super', 'GET', `/api/layerdata/${id}/calc_distinct/?field=k`);
  expect(body.values).toEqual([{ value: 'x', count: 5001 }]);
});
