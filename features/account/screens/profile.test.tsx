// The own profile: names, and what is changed only with the password.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PASSWORD } from '@/testing/people';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { ProfileScreen } from './profile';

async function openProfile(role: Role) {
  const view = await renderScreen(<ProfileScreen plan={null} everywhere={null} />, { role, path: '/app/profile' });
  await screen.findByRole('heading', { name: view.t('account.profile.security') });
  const { user, t } = view;
  const current = () => screen.getByLabelText(t('account.profile.currentPassword'));
  return {
    ...view,
    current,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** Opens the dialog that the line of that heading leads to. */
    async openLine(heading: string, dialog: string, name?: string) {
      const line = screen.getByRole('heading', { name: heading }).parentElement?.parentElement as HTMLElement;
      await user.click(await within(line).findByRole('button', name ? { name } : {}));
      return screen.findByRole('dialog', { name: dialog });
    },
  };
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('sends only the name that was changed, and what was emptied stays', async () => {
  const { user, t, press, writes } = await openProfile('viewer');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: t('common.save') });
  expect(save.ariaDisabled).toBe('true');
  await user.type(screen.getByLabelText(t('account.profile.last_name')), 'رضایی');
  await press(t('common.save'));
  await screen.findByText(t('account.profile.saved'));
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', 'user/', { last_name: 'رضایی' }],
  ]);
  await waitFor(() => expect(save.ariaDisabled).toBe('true'));
  await user.clear(screen.getByLabelText(t('account.profile.last_name')));
  await press(t('common.save'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(t('account.profile.last_name')).value).toBe('رضایی')); // biome-ignore format: one line
  expect(writes()).toHaveLength(1);
});

it('changes the address, the telephone, the second factor and the password, each with the password alone', async () => {
  const phone = '09120000201';
  const { user, t, openLine, current } = await openProfile('editor');
  const email = await openLine(t('account.profile.email'), t('account.profile.emailTitle'));
  await user.type(within(email).getByLabelText(t('account.profile.email')), 'nobody');
  await user.click(within(email).getByRole('button', { name: t('common.save') }));
  await within(email).findByText(t('errors.fields.email'));
  await user.type(within(email).getByLabelText(t('account.profile.email')), '@example.ir');
  await user.type(current(), 'wrong-password{Enter}');
  await waitFor(() => expect(current().getAttribute('aria-invalid')).toBe('true'));
  await user.clear(current());
  await user.type(current(), `${PASSWORD}{Enter}`);
  await isGone();
  await screen.findByText('nobody@example.ir');

  const proving = await openLine(t('session.phone'), t('account.profile.phoneTitle'));
  await user.type(within(proving).getByLabelText(t('session.phone')), phone);
  await user.type(current(), `${PASSWORD}{Enter}`);
  const field = await within(proving).findByLabelText(t('session.code.label'));
  const [code = ''] = await world.codes(phone);
  await user.type(field, `${code === '000000' ? '111111' : '000000'}{Enter}`);
  await within(proving).findByText(/کد درست نیست/);
  await user.type(field, `${code}{Enter}`);
  await isGone();
  await screen.findByText(t('account.profile.proved'));

  await openLine(t('session.twoFactor.title'), t('account.profile.factorOn'), t('account.profile.factorOn'));
  await user.type(current(), `${PASSWORD}{Enter}`);
  await screen.findByText(t('account.profile.factorIsOn'));
  await isGone();
  await openLine(t('session.twoFactor.title'), t('account.profile.factorOff'), t('account.profile.factorOff'));
  await user.type(current(), `${PASSWORD}{Enter}`);
  await screen.findByText(t('account.profile.factorIsOff'));
  await isGone();

  const changing = await openLine(t('session.password'), t('account.profile.passwordTitle'));
  const fresh = within(changing).getByLabelText(t('session.reset.newPassword'));
  const again = within(changing).getByLabelText(t('session.reset.newPassword2'));
  await user.type(current(), PASSWORD);
  await user.type(fresh, 'short{Enter}');
  await within(changing).findByText(t('session.register.short'));
  await user.clear(fresh);
  await user.type(fresh, 'Another-Good-9');
  await user.type(again, 'Another-Good-8{Enter}');
  await within(changing).findByText(t('session.register.mismatch'));
  await user.clear(again);
  await user.type(again, 'Another-Good-9{Enter}');
  await isGone();
  await screen.findByText(t('account.profile.passwordSaved'));
});
