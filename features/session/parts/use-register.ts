// The registration form's behaviour: check, ask for the code, and with it the account.
'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { SignUp } from '@/contract/schemas/session';
import { useResourceForm } from '@/lib/form/use-resource-form';
import type { SentCode, SessionGrant } from '../logic/calls';
import { type RegisterValues, registerProblems, toSignUp } from '../logic/register-rules';
import { useCodeFlow, valueOrThrow } from './use-code-flow';

const EMPTY: RegisterValues = {
  username: '',
  first_name: '',
  phone: '',
  email: '',
  password: '',
  confirm_password: '',
};

const FIELDS = Object.keys(EMPTY) as (keyof RegisterValues)[];

/** State and acts of one registration; `onDone` once the account is made and signed in. */
export function useRegister(onDone: (username: string, entered: SessionGrant) => void) {
  const t = useTranslations('session');
  const [accepted, setAccepted] = useState(false);
  const [verifying, setVerifying] = useState(false);
  const [sentFor, setSentFor] = useState<RegisterValues | null>(null);
  const flow = useCodeFlow();
  const resource = useResourceForm<RegisterValues, SentCode>({
    initial: { values: EMPTY, etag: null },
    isNew: true,
    schema: SignUp,
    toBody: (values) => toSignUp(values as RegisterValues),
    check: (values) =>
      Object.fromEntries(Object.entries(registerProblems(values)).map(([field, key]) => [field, t(`register.${key}`)])),
    send: (body: RegisterValues) => {
      setSentFor(body);
      return flow.run((calls) => calls.register(body)).then(valueOrThrow);
    },
    onSaved: (code) => {
      flow.begin(code);
      setVerifying(true);
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !accepted) return;
    // The code of a dialog that was closed is still good.
    const body = toSignUp(resource.form.getValues());
    const isSame = sentFor !== null && FIELDS.every((field) => sentFor[field] === body[field]);
    if (flow.sent && isSame && flow.left > 0) setVerifying(true);
    else void resource.save();
  };
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !flow.complete() || !flow.sent || !sentFor) return;
    const { token } = flow.sent;
    const result = await flow.run((calls) => calls.finishRegister(sentFor, token, flow.code), true);
    if (!result.problem) {
      flow.good(t('register.done'));
      return onDone(sentFor.username, result.value);
    }
    const { fields = {} } = result.problem.cause ?? {};
    if (Object.keys(fields).some((field) => field in EMPTY)) {
      setVerifying(false);
      resource.refuse(fields);
    }
    flow.again();
  };
  return {
    form: resource.form,
    accepted,
    setAccepted,
    verifying,
    closeVerify: () => {
      if (!flow.busy) setVerifying(false);
    },
    flow,
    submit,
    confirm,
  };
}
