// The user name: whether it is free is told when the field is left, with three names that are where it is not.
'use client';
import { Button, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fold } from '@/contract/fold';
import { api } from '@/contract/index';
import { call } from '@/lib/api/client';
import type { UserValues } from '../logic/user-values';
import classes from './users.module.css';

interface Verdict {
  name: string;
  free: boolean;
  suggestions: string[];
}

export interface UsernameFieldProps {
  form: UseFormReturnType<UserValues>;
  /** The name that the account has now; empty for a new one. */
  saved: string;
  disabled: boolean;
}

export function UsernameField({ form, saved, disabled }: UsernameFieldProps) {
  const t = useTranslations('users');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const name = form.values.username.trim();
  const props = form.getInputProps('username');
  const check = async () => {
    if (name === '' || fold(name) === fold(saved) || verdict?.name === name) return;
    // What cannot be asked now is told by the server when the form is sent.
    const answer = await call(api.users.username, { query: { username: name } }).catch(() => null);
    if (!answer) return;
    setVerdict({ name, ...answer });
    if (!answer.free) form.setFieldError('username', t('form.nameTakenOnly'));
  };
  const current = verdict?.name === name ? verdict : null;
  const take = (suggestion: string) => {
    form.setFieldValue('username', suggestion);
    form.clearFieldError('username');
    setVerdict({ name: suggestion, free: true, suggestions: [] });
  };
  return (
    <div>
      <TextInput
        label={t('columns.username')}
        autoComplete="off"
        {...props}
        withAsterisk
        dir="ltr"
        maxLength={150}
        disabled={disabled}
        onBlur={(event) => {
          props.onBlur?.(event);
          void check();
        }}
      />
      <div role="status">
        {current?.free && (
          <Text size="sm" c="dimmed" mt={4}>
            {t('form.nameFree')}
          </Text>
        )}
        {current && !current.free && current.suggestions.length > 0 && (
          <div className={classes.names}>
            <span>{t('form.nameTaken')}</span>
            <Group gap={6}>
              {current.suggestions.map((suggestion) => (
                <Button
                  key={suggestion}
                  size="compact-xs"
                  variant="default"
                  aria-label={t('form.useName', { name: suggestion })}
                  onClick={() => take(suggestion)}
                >
                  <bdi dir="ltr">{suggestion}</bdi>
                </Button>
              ))}
            </Group>
          </div>
        )}
      </div>
    </div>
  );
}
