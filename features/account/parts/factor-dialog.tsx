// Turns the second step of the sign-in on or off, with the current password.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import { useWrite } from '@/lib/api/hooks';
import classes from './card.module.css';
import { CurrentPassword } from './current-password';
import type { AccountDialogProps } from './email-dialog';
import { FormFoot } from './form-foot';
import { useSubmit } from './use-submit';

/** Mounted while it is open. */
export function FactorDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const common = useTranslations('common');
  const edit = useWrite(api.session.editUser);
  const { busy, fields, problem, refuse, clear, run } = useSubmit();
  const [password, setPassword] = useState('');
  const on = !user.two_factor;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!password) return refuse({ current_password: common('required') });
    if (!(await run(() => edit.mutateAsync({ body: { two_factor: on, current_password: password } })))) return;
    toast(t('saved'));
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={() => !busy && onClose()}
      closeOnClickOutside={false}
      title={t(on ? 'factorOn' : 'factorOff')}
      size={400}
    >
      <form className={classes.stack} onSubmit={submit} noValidate inert={busy} aria-busy={busy}>
        <Text size="md">{t(on ? 'factorOnText' : 'factorOffText')}</Text>
        <CurrentPassword
          data-autofocus
          value={password}
          error={fields.current_password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            clear();
          }}
        />
        <FormFoot problem={problem} busy={busy} send={t(on ? 'factorOn' : 'factorOff')} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
