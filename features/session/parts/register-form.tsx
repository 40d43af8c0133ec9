// Registration on public hosts: six fields, the terms, and the dialog that proves the telephone.
'use client';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { SecretField } from '@/components/fields/secret-field';
import { TermsField } from '@/components/form/terms-field';
import { Dialog } from '@/components/layout/dialog';
import type { SessionGrant } from '../logic/calls';
import type { RegisterValues } from '../logic/register-rules';
import { CodeStep } from './code-step';
import { NoticeBox } from './notice-box';
import classes from './sign-in-form.module.css';
import { useRegister } from './use-register';

const TERMS = ['trial', 'deleted', 'volume', 'maps', 'content'] as const;

export interface RegisterFormProps {
  onDone: (username: string, entered: SessionGrant) => void;
}

/** The default export is for lazy loading. */
export default function RegisterForm({ onDone }: RegisterFormProps) {
  const t = useTranslations('session');
  const one = useRegister(onDone);
  const { flow, form } = one;
  return (
    <>
      <form
        className={`${classes.form} ${classes.dense}`}
        onSubmit={one.submit}
        noValidate
        inert={flow.busy}
        aria-busy={flow.busy}
      >
        <Fields getInputProps={form.getInputProps} />
        <TermsField
          label={t('register.accept')}
          checked={one.accepted}
          onChange={one.setAccepted}
          read={t('register.read')}
          title={t('terms.title')}
          terms={TERMS.map((term) => t(`terms.${term}`))}
          agree={t('terms.agree')}
        />
        {!one.verifying && <NoticeBox notice={flow.notice} />}
        <Button type="submit" fullWidth disabled={!one.accepted} loading={flow.busy && !one.verifying}>
          {t('register.submit')}
        </Button>
      </form>
      <Dialog
        opened={one.verifying}
        onClose={one.closeVerify}
        closeOnClickOutside={false}
        title={t('register.verify')}
        size={400}
      >
        <form className={classes.form} onSubmit={one.confirm} noValidate inert={flow.busy} aria-busy={flow.busy}>
          <CodeStep flow={flow} />
          <NoticeBox notice={flow.notice} />
          <Button type="submit" fullWidth loading={flow.busy}>
            {t('register.confirm')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}

function Fields({ getInputProps }: Pick<UseFormReturnType<RegisterValues>, 'getInputProps'>) {
  const t = useTranslations('session');
  const latin: Partial<TextInputProps> = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false };
  return (
    <>
      <TextInput
        label={t('username')}
        autoComplete="username"
        maxLength={150}
        name="username"
        {...getInputProps('username')}
      />
      <TextInput
        label={t('register.firstName')}
        autoComplete="given-name"
        maxLength={150}
        name="first_name"
        {...getInputProps('first_name')}
      />
      <TextInput
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        {...latin}
        name="phone"
        {...getInputProps('phone')}
      />
      <TextInput
        label={t('register.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...latin}
        name="email"
        {...getInputProps('email')}
      />
      <SecretField label={t('password')} description={t('reset.rule')} name="password" {...getInputProps('password')} />
      <SecretField
        label={t('register.confirmPassword')}
        name="confirm_password"
        {...getInputProps('confirm_password')}
      />
    </>
  );
}
