// A password being chosen or repeated, with the eye that shows it.
'use client';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';

/** Told to password keepers as a new one. */
export function SecretField(props: PasswordInputProps) {
  const t = useTranslations('session');
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      autoComplete="new-password"
      // Mantine marks only the box around the field.
      aria-invalid={props.error ? true : undefined}
      maxLength={200}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'hidePassword' : 'showPassword'),
        'aria-hidden': undefined,
        tabIndex: 0,
      }}
      {...props}
    />
  );
}
