// The own telephone number: named with the current password, then proved by the code that goes to it.
'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { useSecondsLeft } from '@/components/feedback/use-seconds-left';
import { CODE_LENGTH } from '@/components/fields/code-digits';
import { CodeStep } from '@/components/fields/code-step';
import { FormBody } from '@/components/form/resource-form';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import { ProvePhone } from '@/contract/schemas/session';
import { useWrite } from '@/lib/api/hooks';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { CurrentPassword } from './current-password';
import type { AccountDialogProps } from './email-dialog';

const WIDTH_PX = 440;

interface CodeRequest {
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
  const [code, setCode] = useState<CodeRequest | null>(null);
  const resource = useResourceForm({
    initial: { values: { phone: user.phone, current_password: '' }, etag: null },
    isNew: true,
    schema: ProvePhone,
    check: ({ phone, current_password }) => ({
      ...(phone.trim() ? {} : { phone: common('required') }),
      ...(current_password ? {} : { current_password: common('required') }),
    }),
    send: (body) => prove.mutateAsync({ body }),
    onSaved: (answer) => {
      if ('resend_token' in answer)
        setCode({
          token: answer.resend_token,
          phone: answer.phone,
          until: Date.now() + answer.expire_seconds * 1000,
        });
    },
  });
  const { form } = resource;
  return (
    <Dialog
      opened
      onClose={() => !resource.isBusy && onClose()}
      closeOnClickOutside={false}
      title={t('phoneTitle')}
      size={WIDTH_PX}
    >
      {code ? (
        <CodeForm
          phone={form.values.phone}
          request={code}
          onResend={() => void resource.save()}
          onBack={() => setCode(null)}
          onClose={onClose}
        />
      ) : (
        <FormBody
          resource={resource}
          isNew
          submit={t('phoneSend')}
          names={{ phone: session('phone') }}
          onCancel={onClose}
        >
          <TextInput
            data-autofocus
            label={session('phone')}
            description={session('phoneExample')}
            type="tel"
            autoComplete="tel"
            dir="ltr"
            maxLength={40}
            {...form.getInputProps('phone')}
          />
          <CurrentPassword {...form.getInputProps('current_password')} />
        </FormBody>
      )}
    </Dialog>
  );
}

interface CodeFormProps {
  phone: string;
  request: CodeRequest;
  onResend: () => void;
  onBack: () => void;
  onClose: () => void;
}

function CodeForm({ phone, request, onResend, onBack, onClose }: CodeFormProps) {
  const t = useTranslations('account.profile');
  const session = useTranslations('session');
  const prove = useWrite(api.session.provePhone);
  const left = useSecondsLeft(request.until);
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const resource = useResourceForm({
    initial: { values: {}, etag: null },
    isNew: true,
    schema: ProvePhone,
    toBody: () => ({ verify_code: code, phone: phone.trim(), resend_token: request.token }),
    check: (): Record<string, string> => (code.length < CODE_LENGTH ? { verify_code: session('code.short') } : {}),
    send: (body) => prove.mutateAsync({ body }),
    onSaved: () => {
      toast(t('phoneSaved'));
      onClose();
    },
  });
  const { form } = resource;
  useEffect(() => input.current?.focus(), []);
  const save = async () => {
    const isSaved = await resource.save();
    // A wrong code is no use; what is wrong with it stays told.
    if (!isSaved && code.length === CODE_LENGTH) setCode('');
    input.current?.focus();
    return isSaved;
  };
  return (
    <FormBody resource={{ ...resource, save }} isNew submit={t('phoneConfirm')} names={{}} onCancel={onBack}>
      <CodeStep
        phone={request.phone}
        code={code}
        onCode={(text) => {
          setCode(text);
          form.clearErrors();
        }}
        error={(form.errors.verify_code as string | undefined) ?? null}
        seconds={left}
        onResend={onResend}
        inputRef={input}
      />
    </FormBody>
  );
}
