// Asking for a code by telephone number: what one-time sign-in and a forgotten password begin with.
'use client';
import { Button, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { SubmitEvent } from 'react';
import { clockOf } from '@/components/layout/countdown';
import { useFormat } from '@/lib/i18n/use-format';
import { isPhoneComplete } from '../logic/register-rules';
import { NoticeBox } from './notice-box';
import classes from './sign-in-form.module.css';
import type { CodeFlow } from './use-code-flow';

export interface PhoneStepProps {
  text: string;
  phone: string;
  setPhone: (phone: string) => void;
  flow: CodeFlow;
  onSend: () => void;
}

/** No sending with too few characters, nor while the last code is still good. */
export function PhoneStep({ text, phone, setPhone, flow, onSend }: PhoneStepProps) {
  const t = useTranslations('session');
  const { digits } = useFormat();
  const waits = flow.left > 0;
  const closed = !isPhoneComplete(phone) || waits;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!closed && !flow.busy) onSend();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate inert={flow.busy} aria-busy={flow.busy}>
      <Text size="md">{text}</Text>
      <TextInput
        label={t('phone')}
        description={t('phoneExample')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        maxLength={40}
        value={phone}
        data-autofocus
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <NoticeBox notice={flow.notice} />
      <Button type="submit" fullWidth disabled={closed} loading={flow.busy}>
        {waits ? t('otp.sendIn', { time: digits(clockOf(flow.left)) }) : t('otp.send')}
      </Button>
    </form>
  );
}
