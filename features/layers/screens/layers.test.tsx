// The list of layers as it is used: found, put in order, renamed, thrown away and taken back, many at once.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayersScreen } from './layers';

const PATH = '/app/layers';

/** The screen when its list has come. */
async function openLayers(role: Role, path = PATH) {
  const view = await renderScreen((who) => <LayersScreen who={who} SyncDialog={() => null} />, { role, path });
  // A dialog that the address opens has one of its own.
  await screen.findAllByRole('table');
  return view;
}
const layerOf = async (id: number) => (await world.call('super', 'GET', `/api/layer/${id}/`)).body;

describe('a viewer', () => {
  it('sees the layers of their role and nothing to change them with', async () => {
    const { rowNames, openActs, t } = await openLayers('viewer');
    expect(rowNames().sort()).toEqual(['راه‌ها', 'زمین‌ها', 'شهرها', 'یدکی'].sort());
    for (const name of [t('layers.trash.open'), t('layers.bulk.remove')])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: t('layers.import') })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await openActs('شهرها');
    const acts = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(acts).toEqual([t('layers.actions.records'), t('layers.actions.map')]);
  });
});

describe('the list', () => {
  it('is searched as one types, and the address says so', async () => {
    const { rowNames, user, t, address } = await openLayers('super');
    expect(rowNames()).toContain('محرمانه');
    await user.type(screen.getByRole('textbox', { name: t('layers.search') }), 'راه');
    await waitFor(() => expect(rowNames()).toEqual(['راه‌ها']));
    expect(address()).toBe(`${PATH}?q=راه`);
    await user.type(screen.getByRole('textbox', { name: t('layers.search') }), 'ی نیست');
    await screen.findByText(t('common.list.nothingTitle'));
    const [clear] = screen.getAllByRole('button', { name: t('common.list.clearFilters') });
    await user.click(clear as HTMLElement);
    await screen.findByRole('table');
    await waitFor(() => expect(rowNames()).toHaveLength(5));
    expect(address()).toBe(PATH);
  });

  it('opens as its address says, and is put in order by a heading', async () => {
    const { rowNames, user, t, address } = await openLayers('super', `${PATH}?order=label`);
    const inOrder = rowNames();
    expect(inOrder).toEqual([...inOrder].sort((a, b) => (a ?? '').localeCompare(b ?? '', 'fa')));
    const heading = screen.getByRole('columnheader', { name: t('layers.columns.label') });
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(heading).getByRole('button'));
    await waitFor(() => expect(rowNames()).toEqual([...inOrder].reverse()));
    expect(address()).toBe(`${PATH}?order=-label`);
  });

  it('holds the layers of a group, of any, or of none, by one filter', async () => {
    const { rowNames, user, t, address } = await openLayers('super', `${PATH}?group=1`);
    const pick = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: t('layers.columns.groups') }));
      await user.click(await screen.findByRole('option', { name }));
    };
    await pick(t('layers.filters.noGroup'));
    await waitFor(() => expect(address()).toBe(`${PATH}?grouped=false`));
    await waitFor(() => expect(rowNames()).not.toContain('زمین‌ها'));
    await pick('گروه');
    const { group } = await world.ids();
    await waitFor(() => expect(address()).toBe(`${PATH}?group=${group}`));
    await waitFor(() => expect(rowNames().sort()).toEqual(['راه‌ها', 'زمین‌ها', 'شهرها'].sort()));
    await pick(t('layers.filters.inGroup'));
    await waitFor(() => expect(address()).toBe(`${PATH}?grouped=true`));
  });

  it('holds one kind where the filter says so', async () => {
    const { rowNames } = await openLayers('super', `${PATH}?type=3`);
    expect(rowNames()).toEqual(['زمین‌ها']);
  });
});

it('renames a layer', async () => {
  const { user, t, pressAct, rowNames, writes } = await openLayers('editor');
  const { spare } = await world.ids();
  await pressAct('یدکی', t('layers.actions.rename'));
  const field = await screen.findByRole('textbox', { name: t('layers.rename.label') });
  await user.clear(field);
  await user.type(field, 'چاه‌ها');
  await user.click(screen.getByRole('button', { name: t('layers.rename.save') }));
  await screen.findByText(t('layers.rename.done', { label: 'چاه‌ها' }));
  await waitFor(() => expect(rowNames()).toContain('چاه‌ها'));
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', `layer/${spare}/`, { label: 'چاه‌ها' }],
  ]);
  await world.call('super', 'PATCH', `/api/layer/${spare}/`, { label: 'یدکی' });
});

it('asks before a layer goes to the trash, and takes it back from the message', async () => {
  const { user, t, pressAct, rowNames } = await openLayers('super');
  const { lines } = await world.ids();
  await pressAct('راه‌ها', t('layers.actions.remove'));
  const question = await screen.findByRole('dialog', { name: t('layers.remove.title', { label: 'راه‌ها' }) });
  expect(question.textContent).toContain('گروه');
  await user.click(within(question).getByRole('button', { name: t('common.cancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await layerOf(lines)).label).toBe('راه‌ها');

  await pressAct('راه‌ها', t('layers.actions.remove'));
  await user.click(await screen.findByRole('button', { name: t('layers.remove.confirm') }));
  await screen.findByText(t('layers.remove.done', { label: 'راه‌ها' }));
  await waitFor(() => expect(rowNames()).not.toContain('راه‌ها'));
  expect((await world.call('super', 'GET', `/api/layer/${lines}/`)).status).toBe(404);
  await user.click(screen.getByRole('button', { name: t('common.undo') }));
  await screen.findByText(t('layers.trash.restored', { label: 'راه‌ها' }));
  await waitFor(() => expect(rowNames()).toContain('راه‌ها'));
});

it('gives back what the trash holds', async () => {
  const { polygons } = await world.ids();
  await world.call('super', 'DELETE', `/api/layer/${polygons}/`);
  const { user, t, rowNames } = await openLayers('super');
  expect(rowNames()).not.toContain('زمین‌ها');
  await user.click(screen.getByRole('button', { name: t('layers.trash.open') }));
  const trash = await screen.findByRole('dialog', { name: t('layers.trash.title') });
  const row = await within(trash).findByRole('row', { name: /زمین‌ها/ });
  await user.click(within(row).getByRole('button', { name: t('layers.trash.restore') }));
  await within(trash).findByText(t('layers.trash.empty'));
  expect((await layerOf(polygons)).label).toBe('زمین‌ها');
});

it('changes all that is selected, and then selects nothing', async () => {
  const { user, t, rowNames, writes } = await openLayers('super');
  const { layer, lines } = await world.ids();
  for (const name of ['شهرها', 'راه‌ها'])
    await user.click(screen.getByRole('checkbox', { name: t('common.list.select', { name }) }));
  const bar = await screen.findByRole('region', { name: t('common.list.selection') });
  expect(within(bar).getByRole('status').textContent).toBe(t('common.list.selected', { n: '۲' }));
  await user.click(within(bar).getByRole('button', { name: t('layers.bulk.supervise') }));
  await screen.findByText(t('common.list.done', { n: '۲', count: 2 }));
  expect(screen.queryByRole('region', { name: t('common.list.selection') })).toBeNull();
  expect(writes()).toHaveLength(2);
  expect((await layerOf(layer)).config.supervised).toBe(true);
  expect((await layerOf(lines)).config.supervised).toBe(true);
  expect((await layerOf((await world.ids()).spare)).config.supervised).not.toBe(true);
  expect(rowNames()).toContain('شهرها');
});

it('takes the rights of a role on many layers, and out of a group, from the bar', async () => {
  const { layer, lines, polygons, group } = await world.ids();
  const { user, t, writes } = await openLayers('super');
  const select = async () => {
    for (const name of ['شهرها', 'راه‌ها'])
      await user.click(await screen.findByRole('checkbox', { name: t('common.list.select', { name }) }));
    return screen.findByRole('region', { name: t('common.list.selection') });
  };
  await user.click(within(await select()).getByRole('button', { name: t('layers.bulk.rights') }));
  const rights = await screen.findByRole('dialog', { name: t('layers.bulk.rightsTitle', { n: '۲', count: 2 }) });
  await user.click(within(rights).getByRole('combobox', { name: t('layers.access.role') }));
  await user.click(await screen.findByRole('option', { name: 'viewing' }));
  await user.click(within(rights).getByRole('checkbox', { name: t('layers.access.rights.export') }));
  await user.click(within(rights).getByRole('button', { name: t('layers.bulk.rightsSet') }));
  await screen.findByText(t('common.list.done', { n: '۲', count: 2 }));
  expect(writes().map(({ path }) => path).sort()).toEqual([layer, lines].map((id) => `layerpermission/?layer=${id}`).sort()); // biome-ignore format: one line
  const { body } = await world.call('super', 'GET', `/api/layerpermission/?layer=${lines}`);
  expect(body.find(({ label }: { label: string }) => label === 'viewing')).toMatchObject({ view: true, export: true, edit: false }); // biome-ignore format: one line

  await user.click(within(await select()).getByRole('button', { name: t('layers.bulk.ungroup') }));
  const dialog = await screen.findByRole('dialog', { name: t('layers.bulk.ungroupTitle') });
  await user.click(within(dialog).getByRole('combobox', { name: t('layers.bulk.groupLabel') }));
  await user.click(await screen.findByRole('option', { name: 'گروه' }));
  // Somebody else puts a layer into the group while the dialog is open.
  const { spare } = await world.ids();
  const now = (await world.call('super', 'GET', `/api/layergroup/${group}/`)).body;
  await world.call('super', 'PUT', `/api/layergroup/${group}/`, { label: now.label, layer: [...now.layer, spare] });
  await user.click(within(dialog).getByRole('button', { name: t('layers.bulk.groupTake') }));
  await waitFor(async () =>
    expect((await world.call('super', 'GET', `/api/layergroup/${group}/`)).body.layer).toEqual([polygons, spare]),
  );
  await world.call('super', 'PUT', `/api/layergroup/${group}/`, { label: now.label, layer: [polygons] });
});

it('says which right is missing where a layer does not give an act', async () => {
  const { spare } = await world.ids();
  const { body } = await world.call('super', 'GET', `/api/layerpermission/?layer=${spare}`);
  const { layer: _, label: __, ...line } = body.find(({ label }: { label: string }) => label === 'editing');
  await world.call('super', 'POST', `/api/layerpermission/?layer=${spare}`, {
    permissions: [{ ...line, manage: false }],
  });
  const { t, openActs } = await openLayers('editor');
  await openActs('یدکی');
  const form = await screen.findByRole('menuitem', { name: new RegExp(t('layers.actions.form')) });
  expect(form.getAttribute('data-disabled') ?? form.getAttribute('aria-disabled')).toBe('true');
  expect(form.textContent).toContain(t('layers.whyNot', { right: t('layers.access.rights.manage') }));
  await world.call('super', 'POST', `/api/layerpermission/?layer=${spare}`, { permissions: [line] });
});

it('speaks English where that is asked for', async () => {
  const view = await renderScreen((who) => <LayersScreen who={who} SyncDialog={() => null} />, {
    role: 'viewer',
    path: PATH,
    lang: 'en',
  });
  const table = await screen.findByRole('table', { name: 'Layers' });
  expect(within(table).getByRole('columnheader', { name: view.t('layers.columns.kind') })).toBeTruthy();
  expect(view.container.textContent).not.toContain('نوع');
});

it('gives a role a right on a layer from the address that an import leads to', async () => {
  const { layer } = await world.ids();
  const { user, t, address, writes } = await openLayers('super', `${PATH}?open=${layer}`);
  const dialog = await screen.findByRole('dialog', { name: t('layers.access.titleOf', { label: 'شهرها' }) });
  const cell = t('common.matrix.cell', { column: t('layers.access.rights.approve'), row: 'viewing' });
  await user.click(await within(dialog).findByRole('checkbox', { name: cell }));
  await user.click(within(dialog).getByRole('button', { name: t('layers.access.save') }));
  await screen.findByText(t('layers.access.saved'));
  expect(address()).toBe(PATH);
  expect(writes()).toHaveLength(1);
  const { body } = await world.call('super', 'GET', `/api/layerpermission/?layer=${layer}`);
  expect(body.find(({ label }: { label: string }) => label === 'viewing')).toMatchObject({ view: true, approve: true });
});
