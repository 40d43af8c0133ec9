// A forgotten password: the telephone, then its code and the new password.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useRef, useState } from 'react';
import { useFocusWhenFree } from '@/components/feedback/use-focus-when-free';
import { CODE_LENGTH } from '@/components/fields/code-digits';
import { SecretField } from '@/components/fields/secret-field';
import { Dialog } from '@/components/layout/dialog';
import { MIN_PASSWORD, newPasswordProblem } from '../logic/register-rules';
import { CodeStep } from './code-step';
import { NoticeBox } from './notice-box';
import { PhoneStep } from './phone-step';
import classes from './sign-in-form.module.css';
import { useCodeFlow } from './use-code-flow';

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
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<{ password?: string; again?: string }>({});
  const flow = useCodeFlow();
  const box = useRef<HTMLFormElement>(null);
  const focus = useFocusWhenFree(flow.busy);
  const refuse = (next: typeof errors) => {
    setErrors(next);
    focus(() => box.current?.querySelector<HTMLInputElement>('[aria-invalid=true]'));
  };
  const send = async () => {
    const result = await flow.run((calls) => calls.requestReset(phone.trim()));
    if (!result.problem) flow.begin(result.value);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !flow.complete() || !flow.sent || [...again].length < MIN_PASSWORD) return;
    const problem = newPasswordProblem(password, again);
    if (problem) return refuse({ [problem === 'mismatch' ? 'again' : 'password']: t(`register.${problem}`) });
    const { token } = flow.sent;
    const result = await flow.run((calls) => calls.finishReset(phone.trim(), token, flow.code, password, again));
    if (result.problem) {
      const { new_password, new_password2 } = result.problem.fields;
      if (!new_password && !new_password2) return flow.again();
      return refuse({
        ...(new_password ? { password: new_password } : {}),
        ...(new_password2 ? { again: new_password2 } : {}),
      });
    }
    flow.forget();
    setPassword('');
    setAgain('');
    onDone();
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
        <form ref={box} className={classes.form} onSubmit={submit} noValidate inert={flow.busy} aria-busy={flow.busy}>
          <CodeStep flow={flow} />
          {whole && (
            <>
              <SecretField
                label={t('reset.newPassword')}
                description={t('reset.rule')}
                name="new_password"
                value={password}
                error={errors.password}
                onChange={(event) => {
                  setPassword(event.currentTarget.value);
                  setErrors({});
                }}
              />
              <SecretField
                label={t('reset.newPassword2')}
                name="new_password2"
                value={again}
                error={errors.again}
                onChange={(event) => {
                  setAgain(event.currentTarget.value);
                  setErrors({});
                }}
              />
            </>
          )}
          <NoticeBox notice={flow.notice} />
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" onClick={flow.forget}>
              {t('back')}
            </Button>
            <Button type="submit" flex={1} disabled={!whole || [...again].length < MIN_PASSWORD} loading={flow.busy}>
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
