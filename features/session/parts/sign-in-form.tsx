// User name, password, security code: the same form on the sign-in screen and in the dialog that renews a lost session.
'use client';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import { CaptchaField } from './captcha-field';
import { NoticeBox } from './notice-box';
import { SecondStep } from './second-step';
import classes from './sign-in-form.module.css';
import { type SignedIn, useSignIn } from './use-sign-in';

export interface SignInFormProps {
  /** Given where only this person may go on; else the field can be typed. */
  fixedUsername?: string;
  suggestedUsername?: string;
  onSignedIn: (signedIn: SignedIn) => void;
  /** Called where the server says that somebody is signed in already. */
  onAlreadyIn: () => void;
  /** Hears whether the second step of two-factor is on screen. */
  onSecond?: (second: boolean) => void;
  /** Stands below the button. */
  children?: ReactNode;
}

/** Inert while it works; what was typed stays after a wrong answer, the security code is new. */
export function SignInForm(props: SignInFormProps) {
  const { fixedUsername, suggestedUsername, onSignedIn, onAlreadyIn, onSecond, children } = props;
  const t = useTranslations('session');
  const form = useSignIn({ fixedUsername, suggestedUsername, onSignedIn, onAlreadyIn });
  const inSecond = form.second !== null;
  useEffect(() => onSecond?.(inSecond), [onSecond, inSecond]);
  if (form.second)
    return (
      <>
        <SecondStep code={form.second} onEntered={form.entered} onBack={form.back} />
        {fixedUsername !== undefined && children}
      </>
    );
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate inert={form.busy} aria-busy={form.busy}>
      <TextInput
        ref={form.refs.username}
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={150}
        value={form.username}
        readOnly={fixedUsername !== undefined}
        onChange={(event) => form.setUsername(event.currentTarget.value)}
        error={form.errors.username}
      />
      <PasswordInput
        ref={form.refs.password}
        label={t('password')}
        name="password"
        data-autofocus={fixedUsername === undefined ? undefined : true}
        autoComplete="current-password"
        maxLength={200}
        value={form.password}
        onChange={(event) => form.setPassword(event.currentTarget.value)}
        error={form.errors.password}
        aria-invalid={form.errors.password ? true : undefined}
        visible={form.visible}
        onVisibilityChange={form.setVisible}
        visibilityToggleButtonProps={{
          'aria-label': t(form.visible ? 'hidePassword' : 'showPassword'),
          'aria-hidden': undefined,
          tabIndex: 0,
        }}
      />
      {form.captcha && (
        <CaptchaField
          inputRef={form.refs.captcha}
          image={form.captcha.image}
          value={form.captchaValue}
          onChange={form.setCaptchaValue}
          onRefresh={form.refreshCaptcha}
          onPlay={form.playCaptcha}
          error={form.errors.captcha}
        />
      )}
      <NoticeBox notice={form.notice} />
      <Button type="submit" fullWidth loading={form.busy}>
        {t('submit')}
      </Button>
      {children}
    </form>
  );
}
