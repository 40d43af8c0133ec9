// Another e-mail address, with the current password.
'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { FormDialog } from '@/components/form/resource-form';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { ProfileEdit } from '@/contract/schemas/user';
import { useWrite } from '@/lib/api/hooks';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { CurrentPassword } from './current-password';

export interface AccountDialogProps {
  user: User;
  onClose: () => void;
}

/** Mounted while it is open: it forgets what was typed when it closes. */
export function EmailDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const common = useTranslations('common');
  const edit = useWrite(api.session.editUser);
  const resource = useResourceForm({
    initial: { values: { email: user.email, current_password: '' }, etag: null },
    isNew: true,
    schema: ProfileEdit,
    check: ({ email, current_password }) => ({
      ...(email.trim() ? {} : { email: common('required') }),
      ...(current_password ? {} : { current_password: common('required') }),
    }),
    send: (body) => edit.mutateAsync({ body }),
    onSaved: () => {
      toast(t('saved'));
      onClose();
    },
  });
  const { form } = resource;
  return (
    <FormDialog resource={resource} isNew title={t('emailTitle')} names={{ email: t('email') }} onClose={onClose}>
      <TextInput
        data-autofocus
        label={t('email')}
        type="email"
        autoComplete="email"
        dir="ltr"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <CurrentPassword {...form.getInputProps('current_password')} />
    </FormDialog>
  );
}
