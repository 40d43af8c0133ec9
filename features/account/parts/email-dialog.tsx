// Another e-mail address, with the current password.
'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { useWrite } from '@/lib/api/hooks';
import { isEmail } from '../logic/profile';
import classes from './card.module.css';
import { CurrentPassword } from './current-password';
import { FormFoot } from './form-foot';
import { useSubmit } from './use-submit';

export interface AccountDialogProps {
  user: User;
  onClose: () => void;
}

/** Mounted while it is open: it forgets what was typed when it closes. */
export function EmailDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const common = useTranslations('common');
  const edit = useWrite(api.session.editUser);
  const { busy, fields, problem, refuse, clear, run } = useSubmit();
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      ...(isEmail(email) ? {} : { email: t('emailWrong') }),
      ...(password ? {} : { current_password: common('required') }),
    };
    if (Object.keys(wrong).length) return refuse(wrong);
    const body = { email: email.trim(), current_password: password };
    if (!(await run(() => edit.mutateAsync({ body })))) return;
    toast(t('saved'));
    onClose();
  };
  return (
    <Dialog opened onClose={() => !busy && onClose()} closeOnClickOutside={false} title={t('emailTitle')} size={400}>
      <form className={classes.stack} onSubmit={submit} noValidate inert={busy} aria-busy={busy}>
        <TextInput
          data-autofocus
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          value={email}
          error={fields.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            clear();
          }}
        />
        <CurrentPassword
          value={password}
          error={fields.current_password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            clear();
          }}
        />
        <FormFoot problem={problem} busy={busy} send={common('save')} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
