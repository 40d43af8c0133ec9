// A person's account: made anew, or changed.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ShownOnceDialog } from '@/components/feedback/shown-once-dialog';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FormPage } from '@/components/form/resource-form';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { NewUser, UserEdit } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, readResource, useResource } from '@/lib/api/use-resource';
import { type OptionSource, useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href, type Who } from '@/lib/routes/rules';
import { NEW_USER, toBody, toStanding, type UserValues } from '../logic/user-values';
import { IdentityCard, PasswordCard, WorkCard } from '../parts/user-fields';

/** `id` is null for a new account. */
export function UserEditorScreen({ id, who }: { id: number | null; who: Who | null }) {
  const t = useTranslations('users.form');
  const read = useResource(api.users.one, { params: { id: id ?? 0 } }, id !== null);
  if (id === null) return <UserForm who={who} user={null} standing={NEW_USER} />;
  if (read.data) return <UserForm who={who} user={read.data.body} standing={toStanding(read.data)} />;
  return (
    <Page title={t('editTitle')} width={720}>
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={8} />}
    </Page>
  );
}

function UserForm({ user, standing, who }: { user: User | null; standing: Standing<UserValues>; who: Who | null }) {
  const t = useTranslations('users');
  const { listed } = useFormat();
  const router = useRouter();
  const client = useQueryClient();
  const roles = useRoleOptions(t('notYours'));
  const regions = useRegionOptions();
  const [initial] = useState(standing);
  const [account, setAccount] = useState<{ username: string; password: string } | null>(null);
  const backToList = () => router.push(href('userManager'));
  const params = { id: user?.id ?? 0 };
  const resource = useResourceForm<UserValues, User>({
    initial,
    isNew: user === null,
    schema: user ? UserEdit : NewUser,
    toBody: (fields) => toBody(fields, user === null, who?.superuser === true),
    send: (body, etag) =>
      user ? call(api.users.edit, { params, body }, ifMatch(etag)) : call(api.users.create, { body }),
    ...(user ? { reload: async () => toStanding(await readResource(api.users.one, { params })) } : {}),
    draft: { key: `user/${user?.id ?? 'new'}`, secret: ['password', 'image'] },
    onSaved: (saved) => {
      void invalidate(client, ['user']);
      if (!user) return setAccount({ username: saved.username, password: resource.form.getValues().password });
      toast({ type: 'success', message: t('form.saved', { name: personName(saved) }) });
      backToList();
    },
  });
  const namesOf = (source: OptionSource) => (ids: number[]) =>
    listed(ids.map((id) => source.known.find((one) => one.id === id)?.label ?? String(id)));
  return (
    <>
      <FormPage
        title={user ? t('form.title', { name: personName(user) }) : t('create')}
        resource={resource}
        isNew={user === null}
        submit={t(user ? 'form.save' : 'form.create')}
        onCancel={backToList}
        names={{
          username: t('columns.username'),
          first_name: t('columns.first_name'),
          last_name: t('columns.last_name'),
          email: t('columns.email'),
          phone: t('columns.phone'),
          groups: { label: t('columns.roles'), show: namesOf(roles) },
          regions: { label: t('columns.regions'), show: namesOf(regions) },
        }}
      >
        <IdentityCard form={resource.form} user={user} />
        <PasswordCard form={resource.form} user={user} />
        <WorkCard form={resource.form} roles={roles} regions={regions} isSuperuser={who?.superuser === true} />
      </FormPage>
      {account && (
        <ShownOnceDialog
          title={t('form.made')}
          text={t('form.madeText')}
          secret={t('form.message', { ...account, address: `${location.origin}${href('signin')}` })}
          done={t('form.done')}
          onClose={backToList}
        />
      )}
    </>
  );
}
