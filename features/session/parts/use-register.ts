// The registration form's behaviour: check, ask for the code, and with it the account.
'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useRef, useState } from 'react';
import { useFocusWhenFree } from '@/components/feedback/use-focus-when-free';
import type { SessionGrant } from '../logic/calls';
import {
  REGISTER_FIELDS,
  type RegisterErrors,
  type RegisterField,
  type RegisterForm,
  registerErrors,
} from '../logic/register-rules';
import { useCodeFlow } from './use-code-flow';

/** The wire's names of the fields. */
const WIRE: Record<string, RegisterField> = {
  username: 'username',
  first_name: 'firstName',
  phone: 'phone',
  email: 'email',
  password: 'password',
  confirm_password: 'confirmPassword',
};
const EMPTY: RegisterForm = { username: '', firstName: '', phone: '', email: '', password: '', confirmPassword: '' };
type Texts = Partial<Record<RegisterField, string>>;

/** State and acts of one registration; `onDone` once the account is made and signed in. */
export function useRegister(onDone: (username: string, entered: SessionGrant) => void) {
  const t = useTranslations('session');
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Texts>({});
  const [accepted, setAccepted] = useState(false);
  const [verifying, setVerifying] = useState(false);
  const [sentFor, setSentFor] = useState<RegisterForm | null>(null);
  const flow = useCodeFlow();
  const box = useRef<HTMLFormElement>(null);
  const focus = useFocusWhenFree(flow.busy);

  const show = (texts: Texts) => {
    setErrors(texts);
    const first = REGISTER_FIELDS.find((field) => texts[field]);
    if (first) focus(() => box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`));
    return first !== undefined;
  };
  const toTexts = (problems: RegisterErrors): Texts =>
    Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t(`register.${problem}`)]));
  /** The server's sentences under their fields; false where it named none. */
  const showFields = (fields: Record<string, string>): boolean =>
    show(
      Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (WIRE[name] ? [[WIRE[name], text]] : []))),
    );

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !accepted || show(toTexts(registerErrors(form)))) return;
    const same = sentFor !== null && REGISTER_FIELDS.every((field) => sentFor[field] === form[field]);
    // The code of a dialog that was closed is still good.
    if (flow.sent && same && flow.left > 0) return setVerifying(true);
    const result = await flow.run((calls) => calls.register(form));
    if (result.problem) return void showFields(result.problem.fields);
    setSentFor(form);
    flow.begin(result.value);
    setVerifying(true);
  };
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !flow.complete() || !flow.sent || !sentFor) return;
    const { token } = flow.sent;
    const result = await flow.run((calls) => calls.finishRegister(sentFor, token, flow.code), true);
    if (result.problem) {
      if (showFields(result.problem.fields)) setVerifying(false);
      return flow.again();
    }
    flow.good(t('register.done'));
    onDone(sentFor.username.trim(), result.value);
  };
  return {
    form,
    errors,
    accepted,
    setAccepted,
    verifying,
    closeVerify: () => {
      if (!flow.busy) setVerifying(false);
    },
    flow,
    box,
    set: (field: RegisterField, value: string) => {
      setForm((now) => ({ ...now, [field]: value }));
      setErrors((now) => ({ ...now, [field]: undefined }));
    },
    submit,
    confirm,
  };
}
