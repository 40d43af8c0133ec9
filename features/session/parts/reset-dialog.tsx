// A forgotten password: the telephone, then its code and the new password.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { CODE_LENGTH } from '@/components/fields/code-digits';
import { SecretField } from '@/components/fields/secret-field';
import { Dialog } from '@/components/layout/dialog';
import { ResetPassword } from '@/contract/schemas/session';
import { CallError } from '@/lib/api/errors';
import { useResourceForm } from '@/lib/form/use-resource-form';
import type * as CodeCalls from '../logic/code-calls';
import { MIN_PASSWORD, newPasswordProblem } from '../logic/register-rules';
import { CodeStep } from './code-step';
import { NoticeBox } from './notice-box';
import { PhoneStep } from './phone-step';
import classes from './sign-in-form.module.css';
import { useCodeFlow, valueOrThrow } from './use-code-flow';

const EMPTY = { new_password: '', new_password2: '' };

export interface ResetDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The password was changed; the dialog should close. */
  onDone: () => void;
}

/** The new password's fields come once all digits are there. The default export is for lazy loading. */
export default function ResetDialog({ opened, onClose, onDone }: ResetDialogProps) {
  const t = useTranslations('session');
  const [phone, setPhone] = useState('');
  const flow = useCodeFlow();
  const resource = useResourceForm({
    initial: { values: EMPTY, etag: null },
    isNew: true,
    schema: ResetPassword,
    toBody: (values) => ({ ...values, phone: phone.trim(), otp: flow.code, resend_token: flow.sent?.token }),
    check: ({ new_password, new_password2 }): Record<string, string> => {
      const problem = newPasswordProblem(new_password, new_password2);
      if (!problem) return {};
      return { [problem === 'mismatch' ? 'new_password2' : 'new_password']: t(`register.${problem}`) };
    },
    send: (body: Parameters<typeof CodeCalls.finishReset>[0]) =>
      flow
        .run((calls) => calls.finishReset(body))
        .then(valueOrThrow)
        .catch((error) => {
          const isOfPassword = error instanceof CallError && Object.keys(error.fields).some((field) => field in EMPTY);
          // What is not about the passwords is about the code.
          if (!isOfPassword) flow.again();
          throw error;
        }),
    onSaved: onDone,
  });
  const { form } = resource;
  const send = async () => {
    const result = await flow.run((calls) => calls.requestReset(phone.trim()));
    if (!result.problem) flow.begin(result.value);
  };
  const tooShort = [...form.values.new_password2].length < MIN_PASSWORD;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !flow.complete() || tooShort) return;
    await resource.save();
  };
  const whole = flow.code.length === CODE_LENGTH;
  return (
    <Dialog
      opened={opened}
      onClose={() => !flow.busy && onClose()}
      closeOnClickOutside={false}
      title={t('reset.title')}
      size={400}
    >
      {flow.sent ? (
        <form className={classes.form} onSubmit={submit} noValidate inert={flow.busy} aria-busy={flow.busy}>
          <CodeStep flow={flow} />
          {whole && (
            <>
              <SecretField
                label={t('reset.newPassword')}
                description={t('reset.rule')}
                name="new_password"
                {...form.getInputProps('new_password')}
              />
              <SecretField
                label={t('reset.newPassword2')}
                name="new_password2"
                {...form.getInputProps('new_password2')}
              />
            </>
          )}
          <NoticeBox notice={flow.notice} />
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" onClick={flow.forget}>
              {t('back')}
            </Button>
            <Button type="submit" flex={1} disabled={!whole || tooShort} loading={flow.busy}>
              {t('reset.submit')}
            </Button>
          </Group>
        </form>
      ) : (
        <PhoneStep text={t('reset.text')} phone={phone} setPhone={setPhone} flow={flow} onSend={() => void send()} />
      )}
    </Dialog>
  );
}
