// A password for somebody: typed or made, with the rule told while it is typed.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { passwordProblem } from '@/contract/password';
import { newPassword } from '@/lib/crypto/new-password';
import { SecretField } from '../fields/secret-field';

export interface NewPasswordFieldProps {
  label: ReactNode;
  value: string;
  onChange: (password: string) => void;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Whose it is: a password that is their name or number is refused. */
  person: { username?: string; phone?: string; email?: string };
}

export function NewPasswordField({ value, onChange, error, person, ...rest }: NewPasswordFieldProps) {
  const t = useTranslations('common.password');
  const problem = value === '' ? null : passwordProblem(value, person);
  return (
    <SecretField
      {...rest}
      dir="ltr"
      data-path="password"
      value={value}
      error={error}
      description={value === '' ? t('rule') : t(problem ?? 'good')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap">
          <div style={{ flex: 1 }}>{input}</div>
          <Button variant="default" disabled={rest.disabled ?? false} onClick={() => onChange(newPassword())}>
            {t('make')}
          </Button>
        </Group>
      )}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
