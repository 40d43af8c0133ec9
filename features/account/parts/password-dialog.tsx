// Another password; every other session of the person ends with it.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { SecretField } from '@/components/secret-field';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import { MIN_PASSWORD } from '@/contract/password';
import { useWrite } from '@/lib/api/hooks';
import classes from './card.module.css';
import type { AccountDialogProps } from './email-dialog';
import { FormFoot } from './form-foot';
import { useSubmit } from './use-submit';

const EMPTY = { old_password: '', new_password: '', new_password2: '' };

/** Mounted while it is open. */
export function PasswordDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const session = useTranslations('session');
  const common = useTranslations('common');
  const set = useWrite(api.session.setPassword);
  const { busy, fields, problem, refuse, clear, run } = useSubmit();
  const [typed, setTyped] = useState(EMPTY);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      ...(typed.old_password ? {} : { old_password: common('required') }),
      ...([...typed.new_password].length < MIN_PASSWORD
        ? { new_password: session('register.short') }
        : typed.new_password === typed.new_password2
          ? {}
          : { new_password2: session('register.mismatch') }),
    };
    if (Object.keys(wrong).length) return refuse(wrong);
    if (!(await run(() => set.mutateAsync({ params: { id: 1 }, body: typed })))) return;
    toast(t('passwordSaved'));
    onClose();
  };
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: typed[name],
    error: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((now) => ({ ...now, [name]: value }));
      clear();
    },
  });
  return (
    <Dialog opened onClose={() => !busy && onClose()} closeOnClickOutside={false} title={t('passwordTitle')} size={400}>
      <form className={classes.stack} onSubmit={submit} noValidate inert={busy} aria-busy={busy}>
        <Text size="md">{t('passwordText')}</Text>
        {/* Password keepers want to know whose it is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <SecretField
          data-autofocus
          label={t('currentPassword')}
          autoComplete="current-password"
          {...field('old_password')}
        />
        <SecretField
          label={session('reset.newPassword')}
          description={session('reset.rule')}
          {...field('new_password')}
        />
        <SecretField label={session('reset.newPassword2')} {...field('new_password2')} />
        <FormFoot problem={problem} busy={busy} send={t('passwordTitle')} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
