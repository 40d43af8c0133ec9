// First and last name. Only what is filled in and has changed is sent.
'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import { FormBody, FormFields } from '@/components/form/resource-form';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { ProfileEdit } from '@/contract/schemas/user';
import { useWrite } from '@/lib/api/hooks';
import { useResourceForm } from '@/lib/form/use-resource-form';

const namesOf = ({ first_name, last_name }: User) => ({ first_name, last_name });

export function NamesForm({ user }: { user: User }) {
  const t = useTranslations('account.profile');
  const edit = useWrite(api.session.editUser);
  const saved = useRef(user);
  const resource = useResourceForm({
    initial: { values: namesOf(user), etag: null },
    schema: ProfileEdit,
    // An emptied name changes nothing on the server either: the one that stands comes back.
    toBody: (fields) => Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')),
    send: (body) => (Object.keys(body).length > 0 ? edit.mutateAsync({ body }) : Promise.resolve(saved.current)),
    toStanding: (answer) => ({ values: namesOf(answer), etag: null }),
    onSaved: (answer) => {
      if (answer !== saved.current) toast(t('saved'));
      saved.current = answer;
    },
  });
  const { form } = resource;
  return (
    <FormBody resource={resource} names={{ first_name: t('first_name'), last_name: t('last_name') }}>
      <FormFields>
        <TextInput
          label={t('first_name')}
          autoComplete="given-name"
          maxLength={150}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={t('last_name')}
          autoComplete="family-name"
          maxLength={150}
          {...form.getInputProps('last_name')}
        />
      </FormFields>
    </FormBody>
  );
}
