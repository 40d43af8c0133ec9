// A role as it is built: its modules, its rights on layers by keys alone, two people at once, its screens and its people.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { GroupBuilderScreen } from './group-builder';

const NONE = { view: false, add: false, edit: false, delete: false, export: false, approve: false };
const call = async (method: string, path: string, body?: unknown, as = 'super') =>
  (await world.call(as, method, `/api/${path}`, body)).body;
const roleNamed = async (name: string) =>
  (await call('GET', `group/?search=${encodeURIComponent(name)}`)).results.find(
    (one: { name: string }) => one.name === name,
  );
const rightsOf = async (role: number, layer: number) =>
  (await call('GET', `layerpermission/?group=${role}`)).find((line: { layer: number }) => line.layer === layer);
let turn = 0;
const newRole = async (body: object = {}) => call('POST', 'group/', { name: `نقش ${++turn}`, modules: [4], ...body });

async function openRole(id: number, tab = 'rights', role: Role = 'super') {
  const view = await renderScreen((who) => <GroupBuilderScreen id={id} who={who} />, {
    role,
    path: `/app/group-builder/${id}${tab ? `?tab=${tab}` : ''}`,
  });
  await screen.findByRole('tab', { name: view.t('roles.tabs.rights') });
  return view;
}
/** The cell of a right, when the matrix has come. */
const cell = async (t: (key: never, values?: never) => string, right: string, row: string) =>
  screen.findByLabelText<HTMLInputElement>(t('common.matrix.cell' as never, { column: t(`roles.right.${right}` as never), row } as never)); // biome-ignore format: one line

it('gives rights by keys alone: a cell, a row, its copy on selected rows, and saves what has changed in one call', async () => {
  const { layer, lines, polygons, spare } = await world.ids();
  const { id } = await newRole();
  const labels = new Map<number, string>((await call('GET', `layerpermission/?group=${id}`)).map((one: { layer: number; label: string }) => [one.layer, one.label])); // biome-ignore format: one line
  const label = (of: number) => labels.get(of) ?? '';
  const { user, t, writes } = await openRole(id);
  const at = (right: string, of: number) => cell(t as never, right, label(of));
  // A role without layers opens on those that it lacks.
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: t('roles.rights.filters.without') })).checked).toBe(true); // biome-ignore format: one line
  (await at('view', spare)).focus();
  await user.keyboard('[ArrowLeft][ArrowLeft][Space]');
  await waitFor(async () => expect((await at('edit', spare)).checked).toBe(true));
  expect((await at('view', spare)).checked, 'who edits sees').toBe(true);
  await user.keyboard('{Control>}[KeyC]{/Control}');
  (await at('view', lines)).focus();
  await user.keyboard('[KeyX]');
  (await at('view', polygons)).focus();
  await user.keyboard('[KeyX]{Control>}[KeyV]{/Control}');
  await waitFor(async () => expect([(await at('edit', lines)).checked, (await at('edit', polygons)).checked]).toEqual([true, true])); // biome-ignore format: one line
  (await at('view', layer)).focus();
  await user.keyboard('{Shift>}[Space]{/Shift}');
  await waitFor(async () => expect((await at('manage', layer)).checked).toBe(true));
  expect(writes()).toEqual([]);
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(writes()[0]?.status).toBe(200));
  const [{ method, path, body } = { method: '', path: '', body: null }] = writes();
  expect([method, path]).toEqual(['POST', `layerpermission/?group=${id}`]);
  expect(body.permissions.map((line: { layer: number }) => line.layer).sort()).toEqual([layer, lines, polygons, spare].sort()); // biome-ignore format: one line
  expect(await rightsOf(id, lines)).toMatchObject({ ...NONE, view: true, edit: true });
  expect(await rightsOf(id, layer)).toMatchObject({ view: true, approve: true, manage: true });
  await waitFor(() => expect(screen.getByRole('button', { name: t('roles.form.save') }).ariaDisabled).toBe('true'));
  expect(writes()).toHaveLength(1);
});

it('counts what has changed, and takes single changes back in their list', async () => {
  const { layer, spare } = await world.ids();
  const { id } = await newRole();
  const [first, second] = [(await rightsOf(id, layer)).label, (await rightsOf(id, spare)).label];
  const { user, t, writes } = await openRole(id);
  await user.click(await cell(t as never, 'edit', first));
  await user.click(await cell(t as never, 'add', second));
  await user.click(await screen.findByRole('button', { name: t('roles.changes.count', { n: '۴', count: 4 }) }));
  const list = await screen.findByRole('dialog');
  await user.click(within(list).getByRole('button', { name: t('roles.changes.revertOf', { right: t('roles.right.edit'), layer: first }) })); // biome-ignore format: one line
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
  await user.keyboard('{Escape}');
  expect((await cell(t as never, 'edit', first)).checked).toBe(false);
  await user.click(screen.getByRole('button', { name: t('roles.form.reset') }));
  expect((await cell(t as never, 'add', second)).checked).toBe(false);
  expect(writes()).toEqual([]);
});

it('gives a group all that its layers may have, and a column by its menu', async () => {
  const { layer } = await world.ids();
  const { id } = await newRole();
  const { user, t } = await openRole(id);
  const group = (await rightsOf(id, layer)).layer_group;
  expect(group).toBeTruthy();
  await user.click(await cell(t as never, 'export', group));
  await waitFor(async () => expect((await cell(t as never, 'view', group)).checked).toBe(true));
  await user.click(
    screen.getByRole('button', { name: t('common.matrix.columnActs', { column: t('roles.right.delete') }) }),
  );
  await user.click(await screen.findByRole('menuitem', { name: /دادن به/ }));
  await waitFor(async () => expect((await cell(t as never, 'delete', group)).checked).toBe(true));
});

it('shows what somebody else has saved meanwhile, keeps the own changes, and saves both', async () => {
  const { lines, spare } = await world.ids();
  const { id } = await newRole();
  const label = (await rightsOf(id, spare)).label;
  const { user, t, writes } = await openRole(id);
  await user.click(await cell(t as never, 'add', label));
  await call('POST', `layerpermission/?group=${id}`, { permissions: [{ layer: lines, ...NONE, view: true }] });
  await user.click(screen.getByRole('button', { name: t('roles.form.save') }));
  expect(await screen.findByText(t('roles.rights.joined', { n: '۱', count: 1 }))).toBeTruthy();
  expect((await rightsOf(id, spare)).add).toBe(false);
  expect((await cell(t as never, 'add', label)).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: t('roles.form.save') }));
  await waitFor(() => expect(writes().map(({ status }) => status)).toEqual([412, 200]));
  expect([(await rightsOf(id, spare)).add, (await rightsOf(id, lines)).view]).toEqual([true, true]);
});

it('lets a builder give what they have on a layer, says why not more, and warns of the own last way', async () => {
  const { layer, lines } = await world.ids();
  const editing = await roleNamed('editing');
  await call('PUT', `group/${editing.id}/`, { modules: [1, 2, 3, 4, 6] });
  const { id } = await newRole({ name: 'کم' });
  const first = await openRole(id, 'rights', 'editor');
  const open = await rightsOf(id, layer);
  const mine = (await call('GET', `layerpermission/?group=${id}`, undefined, 'editor')).find((one: { layer: number }) => one.layer === lines); // biome-ignore format: one line
  const lacking = ['approve', 'manage'].find((right) => !mine.may_grant?.includes(right)) ?? 'approve';
  const closed = await cell(first.t as never, lacking, mine.label);
  expect([closed.getAttribute('aria-disabled'), closed.title]).toEqual(['true', first.t('roles.rights.beyond')]);
  await first.user.click(closed);
  expect(closed.checked).toBe(false);
  await first.user.click(await cell(first.t as never, 'edit', open.label));
  await first.user.click(screen.getByRole('button', { name: first.t('roles.form.save') }));
  await waitFor(async () => expect((await rightsOf(id, layer)).edit).toBe(true));
  first.unmount();

  const { user, t } = await openRole(editing.id, '', 'editor');
  const way = await screen.findByRole<HTMLInputElement>('checkbox', { name: /مدیریت نقش‌ها/ });
  await waitFor(() => expect(way.getAttribute('aria-disabled')).toBe('true'));
  expect(screen.getByText(t('roles.basics.lastWay'))).toBeTruthy();
  await user.click(way);
  expect(way.checked).toBe(true);
  await call('PUT', `group/${editing.id}/`, { modules: [1, 2, 3, 4] });
});

it('is made by a preset, with a name that is asked for, and goes on to the rights', async () => {
  const { user, t, writes, address } = await renderScreen((who) => <GroupBuilderScreen id={null} who={who} />, {
    role: 'super',
    path: '/app/group-builder',
  });
  await user.click(await screen.findByRole('button', { name: t('roles.basics.preset.layerManager') }));
  await user.click(screen.getByRole('button', { name: t('roles.form.create') }));
  const name = screen.getByRole('textbox', { name: t('roles.basics.name') });
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(writes()).toEqual([]);
  await user.type(name, 'لایه‌داران');
  await user.click(screen.getByRole('button', { name: t('roles.form.create') }));
  await waitFor(() => expect(address()).toMatch(/^\/app\/group-builder\/\d+\?tab=rights$/));
  expect((await roleNamed('لایه‌داران')).modules).toEqual([1, 2, 3, 4]);
});

it('says on one tab what new layers give and on another where work begins, and saves both together', async () => {
  const { id } = await newRole({ interface: { theme: 'x' } });
  const { user, t } = await openRole(id, 'rights');
  const defaults = await screen.findByRole('region', { name: t('roles.defaults.title') });
  await user.click(within(defaults).getByRole('checkbox', { name: t('roles.right.edit') }));
  await user.click(screen.getByRole('tab', { name: t('roles.tabs.screens') }));
  await user.click(await screen.findByRole('checkbox', { name: t('map.tools.print.title') }));
  await user.click(screen.getByRole('combobox', { name: t('roles.screens.start') }));
  await user.click(await screen.findByRole('option', { name: t('routes.layers.title') }));
  await user.click(screen.getByRole('button', { name: t('roles.form.save') }));
  await waitFor(async () =>
    expect(await call('GET', `group/${id}/`)).toMatchObject({
      default_rights: ['view', 'edit'],
      interface: { theme: 'x', hidden_tools: ['print'], start: '/app/layers' },
    }),
  );
  // A second save is no conflict with the first.
  const { name } = await call('GET', `group/${id}/`);
  await screen.findByText(t('roles.form.saved', { name }));
  await user.click(screen.getByRole('checkbox', { name: t('map.tools.print.title') }));
  await user.click(screen.getByRole('button', { name: t('roles.form.save') }));
  await waitFor(async () => expect((await call('GET', `group/${id}/`)).interface).toEqual({ theme: 'x', start: '/app/layers' })); // biome-ignore format: one line
});

it('asks before unsaved rights are left', async () => {
  const { spare } = await world.ids();
  const { id } = await newRole();
  const { label } = await rightsOf(id, spare);
  const { user, t } = await openRole(id);
  await user.click(await cell(t as never, 'view', label));
  await user.click(screen.getByRole('link', { name: t('roles.title') }));
  const question = await screen.findByRole('dialog', { name: t('common.leave.title') });
  await user.click(within(question).getByRole('button', { name: t('common.cancel') }));
  expect((await cell(t as never, 'view', label)).checked).toBe(true);
});

it('is given to people and taken from them, with a way back', async () => {
  const { id } = await newRole();
  const { user, t } = await openRole(id, 'members');
  await screen.findByText(t('roles.members.empty'));
  await user.click(screen.getByRole('combobox', { name: t('roles.members.add') }));
  await user.click(await screen.findByRole('option', { name: /viewer/ }));
  await user.click(screen.getByRole('button', { name: t('roles.members.give') }));
  const list = await screen.findByRole('list', { name: /کاربران نقش/ });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  await user.click(within(list).getByRole('button', { name: t('roles.members.takeFrom', { name: 'viewer' }) }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: t('roles.members.take') }));
  await screen.findByText(t('roles.members.empty'));
  await user.click(await screen.findByRole('button', { name: t('common.undo') }));
  await screen.findByRole('list', { name: /کاربران نقش/ });
});
