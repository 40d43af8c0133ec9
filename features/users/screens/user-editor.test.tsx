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

it('tells when the field is left that a name is taken, and takes a free one at a press', async () => {
  const { user, t } = await openNew();
  const username = screen.getByRole<HTMLInputElement>('textbox', { name: t('users.columns.username') });
  await user.type(username, 'editor');
  await user.tab();
  const free = await screen.findByRole('button', { name: t('users.form.useName', { name: 'editor2' }) });
  expect(username.getAttribute('aria-invalid')).toBe('true');
  await user.click(free);
  expect(username.value).toBe('editor2');
  expect(username.getAttribute('aria-invalid')).not.toBe('true');
  await screen.findByText(t('users.form.nameFree'));
});

it('says in one sentence what the account will be bound to, and what its roles open', async () => {
  const { user, t } = await openNew();
  await screen.findByText('همه روزها، همه‌جا، ۰ لایه');
  for (const day of ['1', '2', '3', '4', '5'] as const)
    await user.click(screen.getByRole('checkbox', { name: t(`users.days.${day}`) }));
  await user.click(screen.getByLabelText(t('users.columns.roles'), { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'editing' }));
  await user.click(screen.getByLabelText(t('users.columns.regions'), { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'تهران' }));
  await screen.findByText('شنبه تا چهارشنبه، در تهران، ۴ لایه');
  await screen.findByText(/۴ ماژول: /);
});

it('tells each rule of a password as it is met', async () => {
  const { user, t } = await openNew();
  const rules = screen.getByRole('list', { name: t('common.password.rules') });
  const met = () => within(rules).getAllByRole('listitem').filter((item) => item.textContent?.includes(t('common.password.met'))).length; // biome-ignore format: one question
  expect(met()).toBe(0);
  const field = screen.getByLabelText(new RegExp(`^${t('users.form.password')}`), { selector: 'input' });
  await user.type(field, 'abcdefgh');
  expect(met()).toBe(3);
  await user.type(field, 'A-');
  expect(met()).toBe(4);
});

it('asks before somebody becomes a superuser, and has a new password changed at the first sign-in', async () => {
  const { user, t, writes } = await openNew();
  await user.type(screen.getByRole('textbox', { name: t('users.columns.username') }), 'mahsa');
  await user.click(screen.getByRole('button', { name: t('common.password.make') }));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: t('users.superuser') });
  await user.click(box);
  const question = await screen.findByRole('dialog', { name: t('users.form.superuserTitle', { name: 'mahsa' }) });
  await user.click(within(question).getByRole('button', { name: t('common.cancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(box.checked).toBe(false);
  await user.click(screen.getByRole('button', { name: t('users.form.create') }));
  await screen.findByRole('dialog', { name: t('users.form.made') });
  expect(writes().at(-1)?.body).toMatchObject({ username: 'mahsa', must_change_password: 'true' });
});

it('does at once what concerns the account itself, and says why it cannot', async () => {
  const { user, t } = await openEditor('viewer');
  const card = await screen.findByRole('region', { name: t('users.form.account') });
  await user.click(within(card).getByRole('button', { name: t('users.acts.lock') }));
  const question = await screen.findByRole('dialog', { name: t('users.acts.lockTitle', { name: 'viewer' }) });
  await user.click(within(question).getByRole('button', { name: t('users.acts.lock') }));
  await user.click(await within(card).findByRole('button', { name: t('users.acts.unlock') }));
  await waitFor(async () => expect((await userNamed('viewer')).locked).toBe(false));
});

it('tells in words why the own account cannot be locked', async () => {
  const { id } = await userNamed('super');
  const view = await renderScreen((who) => <UserEditorScreen id={id} who={who} />, { role: 'super', path: `/app/user-editor/${id}` }); // biome-ignore format: one call
  const card = await screen.findByRole('region', { name: view.t('users.form.account') });
  const lock = within(card).getByRole('button', { name: view.t('users.acts.lock') });
  expect(lock.getAttribute('data-disabled') ?? lock.getAttribute('disabled')).not.toBeNull();
  within(card).getByText(new RegExp(`^${view.t('users.acts.lock')}: .*خودتان`));
});
