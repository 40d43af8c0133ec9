// Another password; every other session of the person ends with it.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { SecretField } from '@/components/fields/secret-field';
import { FormDialog } from '@/components/form/resource-form';
import { api } from '@/contract';
import { MIN_PASSWORD } from '@/contract/password';
import { PasswordChange } from '@/contract/schemas/user';
import { useWrite } from '@/lib/api/hooks';
import { useResourceForm } from '@/lib/form/use-resource-form';
import type { AccountDialogProps } from './email-dialog';

const EMPTY = { old_password: '', new_password: '', new_password2: '' };

/** Mounted while it is open. */
export function PasswordDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const session = useTranslations('session');
  const set = useWrite(api.session.setPassword);
  const resource = useResourceForm({
    initial: { values: EMPTY, etag: null },
    isNew: true,
    schema: PasswordChange,
    check: ({ new_password, new_password2 }): Record<string, string> => {
      if ([...new_password].length < MIN_PASSWORD) return { new_password: session('register.short') };
      return new_password === new_password2 ? {} : { new_password2: session('register.mismatch') };
    },
    send: (body) => set.mutateAsync({ params: { id: 1 }, body }),
    onSaved: () => {
      toast(t('passwordSaved'));
      onClose();
    },
  });
  const { form } = resource;
  const title = t('passwordTitle');
  return (
    <FormDialog resource={resource} isNew title={title} submit={title} names={{}} onClose={onClose}>
      <Text size="md">{t('passwordText')}</Text>
      {/* Password keepers want to know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <SecretField
        data-autofocus
        label={t('currentPassword')}
        autoComplete="current-password"
        {...form.getInputProps('old_password')}
      />
      <SecretField
        label={session('reset.newPassword')}
        description={session('reset.rule')}
        {...form.getInputProps('new_password')}
      />
      <SecretField label={session('reset.newPassword2')} {...form.getInputProps('new_password2')} />
    </FormDialog>
  );
}
