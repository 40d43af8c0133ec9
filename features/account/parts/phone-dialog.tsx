// The own telephone number: named with the current password, then proved by the code that goes to it.
'use client';
import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { CODE_LENGTH } from '@/components/code-digits';
import { CodeStep } from '@/components/code-step';
import { Dialog } from '@/components/dialog';
import { toast } from '@/components/toast';
import { useFocusWhenFree } from '@/components/use-focus-when-free';
import { useSecondsLeft } from '@/components/use-seconds-left';
import { api } from '@/contract';
import { useWrite } from '@/lib/api/hooks';
import { isPhone } from '../logic/profile';
import classes from './card.module.css';
import { CurrentPassword } from './current-password';
import type { AccountDialogProps } from './email-dialog';
import { FormFoot } from './form-foot';
import { Problem } from './problem';
import { useSubmit } from './use-submit';

interface Sent {
  token: string;
  /** Masked. */
  phone: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Mounted while it is open. The password is asked once; another code needs no second asking. */
export function PhoneDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const session = useTranslations('session');
  const common = useTranslations('common');
  const prove = useWrite(api.session.provePhone);
  const { busy, fields, problem, refuse, clear, run } = useSubmit();
  const [phone, setPhone] = useState(user.phone);
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const [code, setCode] = useState('');
  const left = useSecondsLeft(sent?.until ?? null);
  const field = useRef<HTMLInputElement>(null);
  const focus = useFocusWhenFree(busy);
  useEffect(() => {
    if (sent) field.current?.focus();
  }, [sent]);

  const send = async () => {
    const answer = await run(() => prove.mutateAsync({ body: { phone: phone.trim(), current_password: password } }));
    if (!answer || !('resend_token' in answer)) return;
    setCode('');
    setSent({ token: answer.resend_token, phone: answer.phone, until: Date.now() + answer.expire_seconds * 1000 });
  };
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      ...(isPhone(phone) ? {} : { phone: session('register.phoneWrong') }),
      ...(password ? {} : { current_password: common('required') }),
    };
    if (Object.keys(wrong).length) return refuse(wrong);
    await send();
  };
  const bring = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || !sent) return;
    if (code.length < CODE_LENGTH) return refuse({ verify_code: session('code.short') });
    const body = { phone: phone.trim(), verify_code: code, resend_token: sent.token };
    if (await run(() => prove.mutateAsync({ body }))) {
      toast(t('phoneSaved'));
      return onClose();
    }
    setCode('');
    focus(() => field.current);
  };
  return (
    <Dialog opened onClose={() => !busy && onClose()} closeOnClickOutside={false} title={t('phoneTitle')} size={400}>
      {sent ? (
        <form className={classes.stack} onSubmit={bring} noValidate inert={busy} aria-busy={busy}>
          <CodeStep
            phone={sent.phone}
            code={code}
            onCode={(text) => {
              setCode(text);
              clear();
            }}
            error={fields.verify_code ?? null}
            seconds={left}
            onResend={() => void send()}
            inputRef={field}
          />
          <Problem text={fields.phone ?? problem} />
          <Group justify="space-between" gap="xs">
            <Button variant="default" onClick={() => setSent(null)}>
              {common('back')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('phoneConfirm')}
            </Button>
          </Group>
        </form>
      ) : (
        <form className={classes.stack} onSubmit={ask} noValidate inert={busy} aria-busy={busy}>
          <TextInput
            data-autofocus
            label={session('phone')}
            description={session('phoneExample')}
            name="phone"
            type="tel"
            autoComplete="tel"
            dir="ltr"
            maxLength={40}
            value={phone}
            error={fields.phone}
            onChange={(event) => {
              setPhone(event.currentTarget.value);
              clear();
            }}
          />
          <CurrentPassword
            value={password}
            error={fields.current_password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              clear();
            }}
          />
          <FormFoot problem={problem} busy={busy} send={t('phoneSend')} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  );
}
