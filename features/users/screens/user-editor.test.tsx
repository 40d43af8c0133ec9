// An account made anew or changed: every problem at once, what is sent, what is kept.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { UserEditorScreen } from './user-editor';

const userNamed = async (name: string) => {
  const { body } = await world.call('super', 'GET', `/api/users/?search=${name}`);
  return body.results.find(({ username }: { username: string }) => username === name);
};
const openNew = (role: Role = 'super') =>
  renderScreen((who) => <UserEditorScreen id={null} who={who} />, { role, path: '/app/user-builder' });

async function openEditor(name: string) {
  const { id } = await userNamed(name);
  const view = await renderScreen((who) => <UserEditorScreen id={id} who={who} />, {
    role: 'super',
    path: `/app/user-editor/${id}`,
  });
  await screen.findByRole('button', { name: view.t('users.form.save') });
  return { ...view, id };
}

it('marks every problem of a new account at once, and sends nothing', async () => {
  const { user, t, writes } = await openNew();
  const email = screen.getByRole('textbox', { name: t('users.columns.email') });
  await user.type(email, 'nobody');
  await user.click(screen.getByRole('button', { name: t('users.form.create') }));
  const username = screen.getByRole('textbox', { name: t('users.columns.username') });
  await waitFor(() => expect(username.getAttribute('aria-invalid')).toBe('true'));
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(new RegExp(`^${t('users.form.password')}`), { selector: 'input' }).getAttribute('aria-invalid')).toBe('true'); // biome-ignore format: one line
  await waitFor(() => expect(document.activeElement).toBe(username));
  expect(writes()).toEqual([]);
});

it('sets what the server refuses beside its field, then shows the new password once', async () => {
  const { user, t, writes, address } = await openNew();
  const username = screen.getByRole('textbox', { name: t('users.columns.username') });
  await user.type(username, 'editor');
  await user.click(screen.getByRole('button', { name: t('common.password.make') }));
  await user.click(screen.getByRole('button', { name: t('users.form.create') }));
  await waitFor(() => expect(username.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(username);
  await user.type(username, 'sara');
  await user.click(screen.getByRole('button', { name: t('users.form.create') }));
  const account = await screen.findByRole('dialog', { name: t('users.form.made') });
  const { password } = writes().at(-1)?.body ?? {};
  expect(password.length).toBeGreaterThanOrEqual(6);
  expect(account.textContent).toContain(password);
  expect((await userNamed('sara')).is_superuser).toBe(false);
  await user.click(within(account).getByRole('button', { name: t('users.form.done') }));
  await waitFor(() => expect(address()).toBe('/app/user-manager'));
});

it('sends only what has changed', async () => {
  const { user, t, id, writes, address } = await openEditor('regional');
  const before = await userNamed('regional');
  expect(screen.getByRole('button', { name: t('users.form.save') }).ariaDisabled).toBe('true');
  await user.type(screen.getByRole('textbox', { name: t('users.columns.last_name') }), 'رضایی');
  await user.click(screen.getByRole('checkbox', { name: t('users.days.3') }));
  await user.click(screen.getByRole('button', { name: t('users.form.save') }));
  await waitFor(() => expect(address()).toBe('/app/user-manager'));
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', `users/${id}/`, { last_name: 'رضایی', workdays: [3] }],
  ]);
  const after = await userNamed('regional');
  expect([after.last_name, after.workdays, after.regions]).toEqual(['رضایی', [3], before.regions]);
});

it('is saved by Ctrl+S from a field and from anywhere on the screen, once something has changed', async () => {
  const { user, t, writes, address } = await openEditor('regional');
  await user.keyboard('{Control>}s{/Control}');
  expect(writes()).toEqual([]);
  const name = screen.getByRole('textbox', { name: t('users.columns.first_name') });
  await user.type(name, 'س');
  name.blur();
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(address()).toBe('/app/user-manager'));
  expect(writes().map(({ method }) => method)).toEqual(['PUT']);
});

it('offers what was written and not saved, without the password', async () => {
  const first = await openNew();
  await first.user.type(screen.getByRole('textbox', { name: first.t('users.columns.username') }), 'halfway');
  await first.user.click(screen.getByRole('button', { name: first.t('common.password.make') }));
  // The pause after which a draft is kept.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  first.unmount();

  const { user, t } = await openNew();
  const username = screen.getByRole<HTMLInputElement>('textbox', { name: t('users.columns.username') });
  expect(username.value).toBe('');
  await user.click(await screen.findByRole('button', { name: t('common.draft.restore') }));
  expect(username.value).toBe('halfway');
  const password = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${t('users.form.password')}`), { selector: 'input' }); // biome-ignore format: one line
  expect(password.value).toBe('');
});

it('asks before a form with changes is left', async () => {
  const { user, t, address } = await openEditor('editor');
  await user.type(screen.getByRole('textbox', { name: t('users.columns.last_name') }), 'نو');
  const link = Object.assign(document.createElement('a'), { href: '/app/layers', textContent: 'away' });
  document.body.append(link);
  const isFollowed = new Promise<boolean>((resolve) =>
    link.addEventListener('click', (event) => {
      event.preventDefault();
      resolve(true);
    }),
  );
  await user.click(link);
  const question = await screen.findByRole('dialog', { name: t('common.leave.title') });
  expect(address()).toContain('/app/user-editor/');
  await user.click(within(question).getByRole('button', { name: t('common.leave.confirm') }));
  expect(await isFollowed).toBe(true);
  link.remove();
});

it('lets only superusers make a superuser', async () => {
  const { t } = await openNew('editor');
  await screen.findByRole('button', { name: t('users.form.create') });
  expect(screen.queryByRole('checkbox', { name: t('users.superuser') })).toBeNull();
});

it('joins what two people change of one person, and asks where it is the same field', async () => {
  const { user, t, id, address } = await openEditor('editor');
  const put = (body: object) => world.call('super', 'PUT', `/api/users/${id}/`, body);
  await user.type(screen.getByRole('textbox', { name: t('users.columns.first_name') }), 'سارا');
  await put({ first_name: 'مینا', last_name: 'رضایی' });
  await user.click(screen.getByRole('button', { name: t('users.form.save') }));
  const question = await screen.findByRole('dialog', { name: t('common.conflict.title') });
  expect(within(question).getAllByRole('row')).toHaveLength(2);
  expect(within(question).getByRole<HTMLInputElement>('radio', { name: 'سارا' }).checked).toBe(true);
  expect((await userNamed('editor')).first_name).toBe('مینا');
  await user.click(within(question).getByRole('button', { name: t('common.conflict.save') }));
  await waitFor(() => expect(address()).toBe('/app/user-manager'));
  expect(await userNamed('editor')).toMatchObject({ first_name: 'سارا', last_name: 'رضایی' });
});
