// The one screen of whoever has to change the password before anything else: the change, or leaving.
'use client';
import { Button, Text } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { SecretField } from '@/components/fields/secret-field';
import { NewPasswordField } from '@/components/form/new-password-field';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { Logo } from '@/components/layout/logo';
import { api } from '@/contract';
import { passwordProblem } from '@/contract/password';
import { PasswordChange } from '@/contract/schemas/user';
import { call, wire } from '@/lib/api/client';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { href } from '@/lib/routes/rules';
import { endSession } from '../logic/calls';
import classes from './sign-in.module.css';

const EMPTY = { old_password: '', new_password: '', new_password2: '' };

export interface ChangePasswordScreenProps {
  user: { id: number; username: string };
  csrf: string;
  /** The button that opens the help; it belongs to another room and is joined by the page. */
  help: ReactNode;
  /** Goes to a screen as a new page: what was refused before is asked anew. */
  go?: (address: string) => void;
}

export function ChangePasswordScreen({
  user,
  csrf,
  help,
  go = (to) => location.assign(to),
}: ChangePasswordScreenProps) {
  const t = useTranslations('session.change');
  const lang = useLocale();
  const [isLeaving, setLeaving] = useState(false);
  useState(() => {
    if (typeof window === 'undefined') return;
    wire.csrf = csrf;
    wire.lang = lang;
    wire.onSessionLost = () => go(href('signin'));
  });
  const leave = async () => {
    setLeaving(true);
    await endSession(user.id).catch(() => false);
    go(href('signin'));
  };
  return (
    <div className={classes.page}>
      <div className={classes.map} aria-hidden />
      <main className={classes.card}>
        <header className={classes.head}>
          <Logo size={40} />
          <div className={classes.names}>
            <h1 className={classes.name}>{t('title')}</h1>
          </div>
          {help}
        </header>
        <Text size="md">{t.rich('text', { name: user.username, b: (name) => <bdi>{name}</bdi> })}</Text>
        <ChangeForm username={user.username} onDone={() => go(href('home'))} />
        <footer className={classes.foot}>
          <LanguageSwitch size="xs" />
          <Button variant="subtle" size="xs" loading={isLeaving} onClick={() => void leave()}>
            {t('leave')}
          </Button>
        </footer>
      </main>
    </div>
  );
}

function ChangeForm({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useTranslations('session.change');
  const words = useTranslations('common.password');
  const errorText = useErrorText();
  const resource = useResourceForm({
    initial: { values: EMPTY, etag: null },
    isNew: true,
    schema: PasswordChange,
    check: ({ old_password, new_password, new_password2 }): Record<string, string> => {
      const problem = passwordProblem(new_password, { username });
      if (problem) return { new_password: words(problem) };
      if (new_password === old_password) return { new_password: t('same') };
      return new_password === new_password2 ? {} : { new_password2: t('mismatch') };
    },
    send: (body) => call(api.session.setPassword, { params: { id: 1 }, body }),
    onSaved: onDone,
  });
  const { form, error, isBusy } = resource;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void resource.save();
  };
  return (
    <form className={classes.change} onSubmit={submit} noValidate aria-busy={isBusy}>
      {/* Password keepers want to know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <SecretField
        autoFocus
        label={t('old')}
        dir="ltr"
        autoComplete="current-password"
        {...form.getInputProps('old_password')}
      />
      <NewPasswordField
        label={t('new')}
        path="new_password"
        value={form.values.new_password}
        onChange={(password) => form.setFieldValue('new_password', password)}
        error={form.errors.new_password}
        person={{ username }}
      />
      <SecretField label={t('again')} dir="ltr" {...form.getInputProps('new_password2')} />
      {error != null && <Callout kind="refusal">{errorText(error)}</Callout>}
      <Button type="submit" loading={isBusy}>
        {t('submit')}
      </Button>
    </form>
  );
}
