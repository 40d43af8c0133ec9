// The list of roles: what each says at a glance, its copy, its deletion by the names of its people, two of them side by side.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { GroupManagerScreen } from './group-manager';

const PATH = '/app/group-manager';
const call = async (method: string, path: string, body?: unknown) =>
  (await world.call('super', method, `/api/${path}`, body)).body;

async function openRoles(path = PATH) {
  const view = await renderScreen(<GroupManagerScreen />, { role: 'super', path });
  await screen.findByRole('table');
  return view;
}

it('lists roles with their people, modules by name and layers, and keeps its search in the address', async () => {
  const { user, t, rowNames, address } = await openRoles();
  expect(rowNames()).toEqual(['all', 'editing', 'viewing']);
  const row = screen.getByRole('row', { name: /editing/ });
  expect(await within(row).findByRole('img', { name: 'ساخت لایه' })).toBeTruthy();
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toContain('۲');
  const { layers } = (await call('GET', 'group/?search=editing')).results[0];
  expect(cells).toContain(String(layers).replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit))));
  expect(layers).toBeGreaterThan(0);
  await user.type(screen.getByRole('textbox', { name: t('roles.search') }), 'view');
  await waitFor(() => expect(rowNames()).toEqual(['viewing']));
  expect(address()).toBe(`${PATH}?q=view`);
});

it('names those who lose a role before it is deleted', async () => {
  const { id } = await call('POST', 'group/', { name: 'رفتنی', modules: [4] });
  const { results } = await call('GET', 'users/?search=viewer');
  await call('PATCH', 'users/edit_bulk/', { users: [results[0].id], groups: { add: [id] } });
  const { user, t, pressAct, writes } = await openRoles();
  await pressAct('رفتنی', t('roles.acts.remove'));
  const question = await screen.findByRole('dialog', { name: t('roles.acts.removeTitle', { name: 'رفتنی' }) });
  expect(within(question).getByText('viewer')).toBeTruthy();
  expect(writes()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: t('roles.acts.remove') }));
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /رفتنی/ })).toBeNull());
  expect((await call('GET', 'users/?search=viewer')).results[0].groups).not.toContain(id);
});

it('copies a role, and is told why the own last way in stays', async () => {
  const { user, t, pressAct, rowNames } = await openRoles();
  await pressAct('viewing', t('roles.acts.copy'));
  await waitFor(() => expect(rowNames()).toHaveLength(4));
  await pressAct('all', t('roles.acts.remove'));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: t('roles.acts.remove') }));
  expect(await screen.findByText(/دسترسی مدیریت خود را نمی‌توانید بردارید/)).toBeTruthy();
  expect(rowNames()).toContain('all');
});

it('sets two roles side by side, by choice only where they differ', async () => {
  const { id } = (await call('GET', 'group/?search=viewing')).results[0];
  await call('PUT', `group/${id}/`, { modules: [4] });
  const { user, t, pressAct } = await openRoles();
  await pressAct('editing', t('roles.acts.compare'));
  const dialog = await screen.findByRole('dialog', { name: t('roles.compare.title', { name: 'editing' }) });
  await user.click(within(dialog).getByRole('combobox', { name: t('roles.compare.other') }));
  await user.click(await screen.findByRole('option', { name: 'viewing' }));
  const rows = (part: string) => {
    const table = within(dialog).getByRole('table', { name: t(`roles.compare.${part as 'modules'}`) });
    return within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
  };
  await within(dialog).findByRole('table', { name: t('roles.compare.modules') });
  expect(rows('modules')).toEqual(['ساخت لایه', 'ویرایش فرم، WMS و WMTS', 'مدیریت گروه‌های لایه']);
  expect(rows('layers').length).toBeGreaterThan(0);
  await user.click(within(dialog).getByRole('switch', { name: t('roles.compare.onlyDifferent') }));
  await waitFor(() => expect(rows('modules')).toHaveLength(4));
});
