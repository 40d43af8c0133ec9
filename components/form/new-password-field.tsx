// A password for somebody: typed or made, with its rules told while it is typed.
'use client';
import { Button, Group } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { passwordRules } from '@/contract/password';
import { newPassword } from '@/contract/people/new-password';
import { SecretField } from '../fields/secret-field';
import classes from './new-password.module.css';

interface Owner {
  username?: string;
  phone?: string;
  email?: string;
}

export interface NewPasswordFieldProps {
  label: ReactNode;
  value: string;
  onChange: (password: string) => void;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Whose it is: a password that is their name or number is refused. */
  person: Owner;
  /** The name of the field in a form that has another one of this kind. */
  path?: string;
}

export function NewPasswordField({
  value,
  onChange,
  error,
  person,
  path = 'password',
  ...rest
}: NewPasswordFieldProps) {
  const t = useTranslations('common.password');
  const rulesId = useId();
  return (
    <div>
      <SecretField
        {...rest}
        dir="ltr"
        data-path={path}
        value={value}
        error={error}
        aria-describedby={rulesId}
        inputWrapperOrder={['label', 'input', 'error']}
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
      <PasswordRules id={rulesId} password={value} person={person} />
    </div>
  );
}

/** Each rule with whether it is met; of an empty field none is. */
function PasswordRules({ id, password, person }: { id: string; password: string; person: Owner }) {
  const t = useTranslations('common.password');
  return (
    <ul id={id} className={classes.rules} aria-label={t('rules')}>
      {passwordRules(password, person).map(({ rule, isMet }) => {
        const isOn = isMet && password !== '';
        return (
          <li key={rule} data-on={isOn || undefined}>
            {isOn ? <IconCheck size={14} aria-hidden /> : <IconCircle size={14} aria-hidden />}
            <span>{t(`rulesOf.${rule}`)}</span>
            <span className={classes.told}>{t(isOn ? 'met' : 'unmet')}</span>
          </li>
        );
      })}
    </ul>
  );
}
