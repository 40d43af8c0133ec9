// Signing in by a code alone, without the password.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { CODE_LENGTH } from '@/components/fields/code-digits';
import { Dialog } from '@/components/layout/dialog';
import type { SessionGrant } from '../logic/calls';
import { CodeStep } from './code-step';
import { NoticeBox } from './notice-box';
import { PhoneStep } from './phone-step';
import classes from './sign-in-form.module.css';
import { useCodeFlow } from './use-code-flow';

export interface OtpDialogProps {
  opened: boolean;
  onClose: () => void;
  onEntered: (entered: SessionGrant & { username: string }) => void;
}

/** Closed and opened again it is where it was. The default export is for lazy loading. */
export default function OtpDialog({ opened, onClose, onEntered }: OtpDialogProps) {
  const t = useTranslations('session');
  const [phone, setPhone] = useState('');
  const flow = useCodeFlow();
  const send = async () => {
    const result = await flow.run((calls) => calls.requestOtp(phone.trim()));
    if (!result.problem) flow.begin(result.value);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !flow.complete() || !flow.sent) return;
    const { token } = flow.sent;
    const result = await flow.run((calls) => calls.signInWithOtp(phone.trim(), token, flow.code), true);
    if (result.problem) return flow.again();
    flow.good(t('success'));
    onEntered(result.value);
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => !flow.busy && onClose()}
      closeOnClickOutside={false}
      title={t('otp.title')}
      size={400}
    >
      {flow.sent ? (
        <form className={classes.form} onSubmit={submit} noValidate inert={flow.busy} aria-busy={flow.busy}>
          <CodeStep flow={flow} />
          <NoticeBox notice={flow.notice} />
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" onClick={flow.forget}>
              {t('otp.change')}
            </Button>
            <Button type="submit" flex={1} disabled={flow.code.length < CODE_LENGTH} loading={flow.busy}>
              {t('otp.submit')}
            </Button>
          </Group>
        </form>
      ) : (
        <PhoneStep text={t('otp.text')} phone={phone} setPhone={setPhone} flow={flow} onSend={() => void send()} />
      )}
    </Dialog>
  );
}
