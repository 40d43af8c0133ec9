// The password that a person has now: what opens an account is changed only with it.
'use client';
import type { PasswordInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { SecretField } from '@/components/fields/secret-field';

export function CurrentPassword(props: PasswordInputProps) {
  const t = useTranslations('account.profile');
  return (
    <SecretField label={t('currentPassword')} name="current_password" autoComplete="current-password" {...props} />
  );
}
