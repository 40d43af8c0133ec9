// The list of users as it is used: found by the address, looked at beside the list, locked and let in again.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { UserManagerScreen } from './user-manager';

const PATH = '/app/user-manager';

/** The screen when its list has come. */
async function openUsers(path = PATH, role: Role = 'super') {
  const view = await renderScreen((who) => <UserManagerScreen who={who} />, { role, path });
  await screen.findByRole('table');
  return view;
}
const userNamed = async (name: string) => {
  const { body } = await world.call('super', 'GET', `/api/users/?search=${name}`);
  return body.results.find(({ username }: { username: string }) => username === name);
};

it('lists the people of the own organisation alone', async () => {
  const { rowNames } = await openUsers();
  expect(rowNames().sort()).toEqual(['editor', 'regional', 'super', 'viewer']);
  const row = screen.getByRole('row', { name: /regional/ });
  expect(within(row).getByText('editing')).toBeTruthy();
  expect(within(row).getByText('تهران')).toBeTruthy();
});

it('is refused to whom the server refuses it, with a way to try again', async () => {
  const { t, calls } = await renderScreen((who) => <UserManagerScreen who={who} />, { role: 'viewer', path: PATH });
  await screen.findAllByRole('button', { name: t('common.retry') });
  expect(screen.queryByRole('table')).toBeNull();
  expect(calls.filter(({ path }) => path.startsWith('users/?')).map(({ status }) => status)).toContain(403);
});

it('keeps its search and its order in the address', async () => {
  const { user, t, rowNames, address } = await openUsers(`${PATH}?order=username`);
  expect(rowNames()).toEqual(['editor', 'regional', 'super', 'viewer']);
  await user.click(screen.getByRole('button', { name: t('users.columns.username') }));
  await waitFor(() => expect(rowNames()).toEqual(['viewer', 'super', 'regional', 'editor']));
  expect(address()).toBe(`${PATH}?order=-username`);
  await user.type(screen.getByRole('textbox', { name: t('users.search') }), 'regio');
  await waitFor(() => expect(rowNames()).toEqual(['regional']));
  expect(new URLSearchParams(location.search).get('q')).toBe('regio');
  await user.click(screen.getByRole('button', { name: t('common.list.clearFilters') }));
  await waitFor(() => expect(rowNames()).toHaveLength(4));
  expect(address()).toBe(`${PATH}?order=-username`);
});

it('is used by keys from anywhere on the screen, but not while something is typed or asked', async () => {
  const { user, t, pressAct } = await openUsers(`${PATH}?order=username`);
  const search = screen.getByRole('textbox', { name: t('users.search') });
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('jjk');
  expect(document.activeElement).toBe(row('editor'));
  await user.keyboard('{ArrowDown}x');
  expect(document.activeElement).toBe(row('regional'));
  const box = within(row('regional')).getByRole<HTMLInputElement>('checkbox');
  expect(box.checked).toBe(true);
  // Space is the checkbox's own key where it has the focus; J goes on from there.
  box.focus();
  await user.keyboard(' ');
  expect(box.checked).toBe(false);
  await user.keyboard('j');
  expect(document.activeElement).toBe(row('super'));
  await user.keyboard('[Slash]');
  expect(document.activeElement).toBe(search);
  await user.keyboard('jx');
  expect((search as HTMLInputElement).value).toBe('jx');
  await user.clear(search);
  await waitFor(() => expect(row('viewer')).toBeTruthy());
  await pressAct('viewer', t('users.acts.lock'));
  const question = await screen.findByRole('dialog');
  await user.keyboard('[Slash]jj');
  expect(question.contains(document.activeElement)).toBe(true);
});

it('shows a person beside the list, with what they may do and by which role', async () => {
  const { user, t, address } = await openUsers();
  await user.click(screen.getByRole('button', { name: 'regional' }));
  const { id } = await userNamed('regional');
  expect(address()).toBe(`${PATH}?open=${id}`);
  await user.click(await screen.findByRole('tab', { name: t('users.detail.rights') }));
  const layers = await screen.findByRole('region', { name: t('users.detail.layers') });
  const cities = (await within(layers).findByText('شهرها')).closest('li');
  expect(cities?.textContent).toContain(t('users.detail.right.edit'));
  expect(cities?.textContent).toContain('editing');
  expect(within(layers).queryByText('محرمانه')).toBeNull();
  expect(screen.getByRole('button', { name: t('common.seeAs.act') })).toBeTruthy();
  expect(screen.getByRole('link', { name: t('users.detail.edit') }).getAttribute('href')).toBe(
    `/app/user-editor/${id}`,
  );
});

it('tells what a person has done in the last days, and narrows the list by role and region', async () => {
  const { user, t, rowNames, address } = await openUsers();
  const { id } = await userNamed('editor');
  const { layer } = await world.ids();
  const geometry = { type: 'Point', coordinates: [51.4, 35.7] };
  const added = await world.call('editor', 'POST', '/api/layerdata/', { layer, value: { name: 'نو' }, geometry });
  expect(added.status).toBe(200);
  await user.click(screen.getByRole('button', { name: 'editor' }));
  await user.click(await screen.findByRole('tab', { name: t('users.detail.activity') }));
  await screen.findByText(t('users.activity.of.create'));
  expect(address()).toBe(`${PATH}?open=${id}`);
  await user.click(screen.getByRole('button', { name: t('common.close') }));
  await user.click(screen.getByLabelText(t('users.columns.roles'), { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'editing' }));
  await waitFor(() => expect(rowNames().sort()).toEqual(['editor', 'regional']));
});

it('locks an account after a question, and lets it in again from the message', async () => {
  const { user, t, pressAct } = await openUsers();
  await pressAct('viewer', t('users.acts.lock'));
  const question = await screen.findByRole('dialog', { name: t('users.acts.lockTitle', { name: 'viewer' }) });
  await user.click(within(question).getByRole('button', { name: t('users.acts.lock') }));
  await screen.findByText(t('users.acts.lockDone', { name: 'viewer' }));
  await waitFor(() =>
    expect(within(screen.getByRole('row', { name: /viewer/ })).getByText(t('users.locked'))).toBeTruthy(),
  );
  expect((await userNamed('viewer')).locked).toBe(true);
  await user.click(screen.getByRole('button', { name: t('common.undo') }));
  await screen.findByText(t('users.acts.unlockDone', { name: 'viewer' }));
  expect((await userNamed('viewer')).locked).toBe(false);
});

it('says why an act is refused where it stands, and does not do it', async () => {
  const { user, t, openActs, writes } = await openUsers();
  await openActs('super');
  const remove = await screen.findByRole('menuitem', { name: new RegExp(t('users.acts.remove')) });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(remove.textContent?.length).toBeGreaterThan(t('users.acts.remove').length + 5);
  await user.click(remove);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(writes()).toEqual([]);
});

it('locks all that are selected in one call, and names whom it may not lock, with the reason', async () => {
  const { user, t, rowNames, writes } = await openUsers();
  expect(rowNames()).toContain('editor');
  for (const name of ['editor', 'viewer', 'super'])
    await user.click(screen.getByRole('checkbox', { name: t('common.list.select', { name }) }));
  const bar = await screen.findByRole('region', { name: t('common.list.selection') });
  await user.click(within(bar).getByRole('button', { name: t('users.bulk.lock') }));
  const question = await screen.findByRole('dialog', { name: t('users.bulk.lockTitle', { n: '۳' }) });
  await user.click(within(question).getByRole('button', { name: t('users.bulk.lock') }));
  const result = await screen.findByRole('dialog', { name: t('common.list.resultTitle') });
  expect(within(result).getByText('super').parentElement?.textContent).toContain('خودتان');
  expect([(await userNamed('editor')).locked, (await userNamed('viewer')).locked]).toEqual([true, true]);
  expect([(await userNamed('super')).locked, (await userNamed('regional')).locked]).toEqual([false, false]);
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH users/edit_bulk/']);
  for (const name of ['editor', 'viewer'])
    await world.call('super', 'POST', `/api/users/${(await userNamed(name)).id}/unlock/`, {});
});

it('gives a role to all that are selected, and days of work', async () => {
  const { user, t, rowNames, writes } = await openUsers();
  expect(rowNames()).toContain('editor');
  const choose = async () => {
    for (const name of ['editor', 'viewer'])
      await user.click(screen.getByRole('checkbox', { name: t('common.list.select', { name }) }));
    return screen.findByRole('region', { name: t('common.list.selection') });
  };
  await user.click(within(await choose()).getByRole('button', { name: t('users.bulk.roles') }));
  const dialog = await screen.findByRole('dialog', { name: t('users.bulk.groupsTitle', { n: '۲', count: 2 }) });
  await user.click(within(dialog).getByLabelText(t('users.columns.roles'), { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'viewing' }));
  await user.click(within(dialog).getByRole('button', { name: t('users.bulk.give') }));
  await screen.findByText(t('common.list.done', { n: '۲', count: 2 }));
  const [editor, viewer] = [await userNamed('editor'), await userNamed('viewer')];
  expect(editor.groups).toEqual(expect.arrayContaining(viewer.groups));
  expect(editor.groups.length).toBeGreaterThan(viewer.groups.length);
  await user.click(within(await choose()).getByRole('button', { name: t('users.bulk.workdays') }));
  const days = await screen.findByRole('dialog', { name: t('users.bulk.workdaysTitle', { n: '۲', count: 2 }) });
  for (const day of ['1', '2', '3'] as const)
    await user.click(within(days).getByRole('checkbox', { name: t(`users.days.${day}`) }));
  within(days).getByText('از این پس: شنبه تا دوشنبه');
  await user.click(within(days).getByRole('button', { name: t('users.bulk.workdaysSet') }));
  await waitFor(async () => expect((await userNamed('viewer')).workdays).toEqual([1, 2, 3]));
  expect(writes()).toHaveLength(2);
  for (const name of ['editor', 'viewer'])
    await world.call('super', 'PUT', `/api/users/${(await userNamed(name)).id}/`, { workdays: [] });
});

it('shows the open sessions of a person, and ends one after a question', async () => {
  const { id } = await userNamed('regional');
  await world.call('regional', 'GET', '/api/user/');
  const { user, t } = await openUsers(`${PATH}?open=${id}`);
  await user.click(await screen.findByRole('tab', { name: t('users.detail.sessions') }));
  const before = (await world.call('super', 'GET', `/api/users/${id}/sessions/`)).body.count;
  const [end] = await screen.findAllByRole('button', { name: /^بستن نشست / });
  expect(before).toBeGreaterThan(0);
  await user.click(end as HTMLElement);
  const question = await screen.findByRole('dialog', { name: t('users.sessions.endTitle') });
  await user.click(within(question).getByRole('button', { name: t('users.sessions.end') }));
  await screen.findByText(t('users.sessions.ended'));
  expect((await world.call('super', 'GET', `/api/users/${id}/sessions/`)).body.count).toBe(before - 1);
});

it('narrows the list to who was never there, and tells it in words', async () => {
  await world.form('super', '/api/users/', { username: 'never', password: 'Clear-Water-7' });
  const { t, rowNames } = await openUsers(`${PATH}?seen=..2020-01-01`);
  expect(rowNames()).toContain('never');
  expect(within(screen.getByRole('row', { name: /never/ })).getByText(t('users.never'))).toBeTruthy();
});

it('tries a file of people, tells what is wrong in each row, and makes them once it is right', async () => {
  const { user, t } = await openUsers();
  await user.click(screen.getByRole('button', { name: t('users.import.open') }));
  const dialog = await screen.findByRole('dialog', { name: t('users.import.title') });
  const choose = async (text: string) => {
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File([text], 'people.csv', { type: 'text/csv' }));
  };
  await choose('نام کاربری,نقش‌ها\neditor,viewing\nnasrin,نیست');
  const errors = await within(dialog).findByRole('table', { name: t('users.import.errorList') });
  expect(within(errors).getAllByRole('row')).toHaveLength(3);
  expect(within(dialog).queryByRole('button', { name: /ساخت/ })).toBeNull();
  await user.click(
    within(dialog).getByRole('button', { name: new RegExp(t('common.fileDrop.remove', { name: 'people.csv' })) }),
  );
  await choose('کد,نام\nnasrin,نسرین');
  await within(dialog).findByRole('table', { name: t('users.import.errorList') });
  await user.click(within(dialog).getByRole('combobox', { name: 'کد' }));
  await user.click(await screen.findByRole('option', { name: t('users.import.fields.username') }));
  await within(dialog).findByRole('button', { name: t('users.import.create', { n: '۱', count: 1 }) });
  await user.click(
    within(dialog).getByRole('button', { name: new RegExp(t('common.fileDrop.remove', { name: 'people.csv' })) }),
  );
  await choose('نام کاربری,نام,نقش‌ها\nnasrin,نسرین,viewing\nomid,امید,viewing');
  await user.click(await within(dialog).findByRole('button', { name: t('users.import.create', { n: '۲', count: 2 }) }));
  const result = await screen.findByRole('dialog', { name: t('users.import.done', { n: '۲', count: 2 }) });
  expect((await userNamed('nasrin')).must_change_password).toBe(true);
  // Passwords that were not saved are not thrown away without a question.
  await user.click(within(result).getByRole('button', { name: t('users.import.close') }));
  await screen.findByRole('dialog', { name: t('users.import.closeTitle') });
});
