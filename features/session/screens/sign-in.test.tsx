// Every way in, as it is typed: the password, its second step, a code alone, a new account, a forgotten password; and what is said when one fails.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CAPTCHA, PASSWORD } from '@/testing/people';
import { renderScreen, world } from '@/testing/render-screen';
import { SignInScreen } from './sign-in';

const FRESH_PASSWORD = 'Fresh-Password-2';
const WRONG = /کد درست نیست/;

afterEach(() => void vi.useRealTimers());

async function openSignIn(start: 'login' | 'register' = 'login', open = true) {
  const view = await renderScreen(
    <SignInScreen returnTo="/app/layers" open={open} start={start} help={null} changelog={null} />,
    { role: 'nobody', path: '/signin' },
  );
  const { user, t } = view;
  /** Types into the field of that name what stands in it then. */
  const fill = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  };
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return {
    ...view,
    fill,
    press,
    button: (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }),
    codeField: () => screen.findByLabelText<HTMLInputElement>(t('session.code.label')),
    /** Password and security code. */
    async signIn(username: string, password = PASSWORD) {
      await screen.findByRole('img', { name: t('session.captchaImage') });
      await fill(t('session.username'), username);
      await fill(t('session.password'), password);
      await fill(t('session.captcha'), CAPTCHA);
      await press(t('session.submit'));
    },
  };
}
/** The code that comes after so many others. */
async function codeAfter(phone: string, before: number): Promise<string> {
  await waitFor(async () => expect((await world.codes(phone)).length).toBeGreaterThan(before));
  return (await world.codes(phone)).at(-1) ?? 'none';
}
const other = (code: string) => (code === '000000' ? '111111' : '000000');
/** The clock of the page moves; its timers tick on. */
const passSeconds = (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};

it('signs in with a password and goes where the person was going', async () => {
  const { signIn, address } = await openSignIn();
  await signIn('editor');
  await waitFor(() => expect(address()).toBe('/app/layers'));
});

it('says which field is empty, and that a password is wrong, with a new security code', async () => {
  const { signIn, press, t, address } = await openSignIn();
  const picture = await screen.findByRole('img', { name: t('session.captchaImage') });
  const before = picture.getAttribute('src');
  await press(t('session.submit'));
  expect(await screen.findByText(t('session.usernameEmpty'))).toBeTruthy();
  await signIn('editor', 'not-the-password');
  expect((await screen.findByRole('alert')).textContent).toContain(t('session.errors.credentials'));
  await waitFor(() => expect(screen.getByRole('img', { name: t('session.captchaImage') }).getAttribute('src')).not.toBe(before)); // biome-ignore format: one line
  expect(screen.getByLabelText<HTMLInputElement>(t('session.username')).value).toBe('editor');
  expect(address()).toBe('/signin');
});

it('asks for a code after the password, takes the right one alone, and leads back', async () => {
  const phone = '09120000101';
  await world.prove('regional', phone, true);
  const { signIn, press, fill, codeField, user, t, address } = await openSignIn();
  await signIn('regional');
  const field = await codeField();
  await press(t('session.twoFactor.submit'));
  await screen.findByText(t('session.code.short'));
  const code = await codeAfter(phone, 0);
  await user.type(field, `${other(code)}{Enter}`);
  await screen.findByText(WRONG);
  await waitFor(() => expect(field.value).toBe(''));
  await press(t('session.back'));
  expect((await screen.findByLabelText<HTMLInputElement>(t('session.username'))).value).toBe('regional');
  await fill(t('session.captcha'), CAPTCHA);
  await fill(t('session.password'), PASSWORD);
  await press(t('session.submit'));
  await user.type(await codeField(), `${await codeAfter(phone, 1)}{Enter}`);
  await waitFor(() => expect(address()).toBe('/app/layers'));
});

it('signs in by a code alone, and sends another one when the first is over', async () => {
  const phone = '09120000102';
  await world.prove('viewer', phone);
  const { press, button, codeField, user, t, address } = await openSignIn();
  await press(t('session.ways.otp'));
  const number = await screen.findByLabelText(t('session.phone'));
  await user.type(number, '0912000010');
  expect(button(t('session.otp.send')).ariaDisabled).toBe('true');
  await user.type(number, '2{Enter}');
  await codeField();
  expect(button(t('session.otp.submit')).ariaDisabled).toBe('true');
  expect(button(t('session.code.resend')).ariaDisabled).toBe('true');
  await codeAfter(phone, 0);
  passSeconds(121);
  await waitFor(() => expect(button(t('session.code.resend')).ariaDisabled).toBe(null));
  await screen.findByText(t('session.code.over'));
  await press(t('session.code.resend'));
  const fresh = await codeAfter(phone, 1);
  await user.type(await codeField(), other(fresh));
  await press(t('session.otp.submit'));
  await screen.findByText(WRONG);
  await user.type(await codeField(), fresh);
  await press(t('session.otp.submit'));
  await waitFor(() => expect(address()).toBe('/app/layers'));
});

it('makes an account: every problem at once, a taken name, the telephone proved', async () => {
  const phone = '09129990044';
  const { press, fill, button, codeField, user, t, address } = await openSignIn('register');
  const fields = async (username: string) => {
    await fill(t('session.username'), username);
    await fill(t('session.register.firstName'), 'سارا');
    await fill(t('session.phone'), phone);
    await fill(t('session.register.email'), 'sara@example.ir');
    await fill(t('session.password'), PASSWORD);
    await fill(t('session.register.confirmPassword'), PASSWORD);
  };
  await screen.findByRole('button', { name: t('session.register.submit') });
  expect(button(t('session.register.submit')).ariaDisabled).toBe('true');
  await press(t('session.register.read'));
  const terms = await screen.findByRole('dialog', { name: t('session.terms.title') });
  await user.click(within(terms).getByRole('button', { name: t('session.terms.agree') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(t('session.register.submit'));
  expect(await screen.findAllByText(t('session.register.required'))).toHaveLength(4);
  expect(screen.getByText(t('session.register.short'))).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(t('session.username'))));
  await fields('editor');
  await fill(t('session.register.confirmPassword'), 'another');
  await press(t('session.register.submit'));
  await screen.findByText(t('session.register.mismatch'));
  await fill(t('session.register.confirmPassword'), PASSWORD);
  await press(t('session.register.submit'));
  expect((await screen.findAllByText(/این نام کاربری گرفته شده است/)).length).toBeGreaterThan(0);
  await fill(t('session.username'), 'sara');
  await press(t('session.register.submit'));
  const dialog = await screen.findByRole('dialog', { name: t('session.register.verify') });
  const code = await codeAfter(phone, 0);
  await user.type(await codeField(), `${other(code)}{Enter}`);
  await within(dialog).findByText(WRONG);
  await user.type(await codeField(), `${code}{Enter}`);
  await within(dialog).findByText(t('session.register.done'));
  expect(await world.codes(phone)).toHaveLength(1);
  await waitFor(() => expect(address()).toBe('/app/home'));
});

it('replaces a forgotten password, and only by two that are the same', async () => {
  const phone = '09120000103';
  await world.prove('super', phone);
  const { press, fill, button, codeField, user, t, signIn, address } = await openSignIn();
  await press(t('session.ways.forgot'));
  await user.type(await screen.findByLabelText(t('session.phone')), `${phone}{Enter}`);
  const field = await codeField();
  expect(screen.queryByLabelText(t('session.reset.newPassword'))).toBeNull();
  expect(button(t('session.reset.submit')).ariaDisabled).toBe('true');
  await user.type(field, await codeAfter(phone, 0));
  await fill(t('session.reset.newPassword'), FRESH_PASSWORD);
  await fill(t('session.reset.newPassword2'), '12345');
  expect(button(t('session.reset.submit')).ariaDisabled).toBe('true');
  await fill(t('session.reset.newPassword2'), 'Fresh-Password-3');
  await press(t('session.reset.submit'));
  await screen.findByText(t('session.register.mismatch'));
  await fill(t('session.reset.newPassword2'), FRESH_PASSWORD);
  await press(t('session.reset.submit'));
  await screen.findByText(t('session.reset.done'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await signIn('super', FRESH_PASSWORD);
  await waitFor(() => expect(address()).toBe('/app/layers'));
});

it('offers no other way in where the deployment is not open to the public', async () => {
  const { t } = await openSignIn('login', false);
  await screen.findByRole('button', { name: t('session.submit') });
  for (const name of [t('session.mode.register'), t('session.ways.otp'), t('session.ways.forgot')])
    expect(screen.queryByText(name)).toBeNull();
});

it('goes where the roles begin, as long as nothing else is remembered', async () => {
  const { body } = await world.call('super', 'GET', '/api/group/?search=viewing');
  await world.call('super', 'PUT', `/api/group/${body.results[0].id}/`, { interface: { start: '/app/projects' } });
  const { user, t, address } = await renderScreen(
    <SignInScreen returnTo={null} open={false} start="login" help={null} changelog={null} />,
    { role: 'nobody', path: '/signin' },
  );
  await screen.findByRole('img', { name: t('session.captchaImage') });
  await user.type(screen.getByLabelText(t('session.username')), 'viewer');
  await user.type(screen.getByLabelText(t('session.password')), PASSWORD);
  await user.type(screen.getByLabelText(t('session.captcha')), CAPTCHA);
  await user.click(screen.getByRole('button', { name: t('session.submit') }));
  await waitFor(() => expect(address()).toBe('/app/projects'));
});

it('offers the newest of the published mobile programs', async () => {
  const path = { name: 'app.apk', base64: Buffer.from([0x50, 0x4b, 3, 4]).toString('base64') };
  for (const version of ['1.9', '1.10']) await world.form('super', '/api/appupdate/', { version, path });
  const { t } = await openSignIn();
  const link = await screen.findByRole('link', { name: t('session.mobileApp', { version: '۱.۱۰' }) });
  expect(link.getAttribute('href')).toMatch(/^\/api\/appupdate\/\d+\/file\/$/);
});
