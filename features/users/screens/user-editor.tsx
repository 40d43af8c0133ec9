// A person's account: made anew, or changed.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ShownOnceDialog } from '@/components/feedback/shown-once-dialog';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FormPage } from '@/components/form/resource-form';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { NewUser, UserEdit } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, readResource, useResource } from '@/lib/api/use-resource';
import { type OptionSource, useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href, type Who } from '@/lib/routes/rules';
import { NEW_USER, toBody, toStanding, type UserValues } from '../logic/user-values';
import { AccountCard } from '../parts/account-card';
import { useGrants } from '../parts/role-field';
import { useUserActs } from '../parts/use-user-acts';
import { useUserSentence } from '../parts/use-user-sentence';
import { IdentityCard, PasswordCard, WorkCard } from '../parts/user-fields';
import classes from '../parts/users.module.css';

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
  const leave = () => {
    resource.reset();
    backToList();
  };
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
        {user?.can_edit === false && (
          <Callout kind="caution">{t('form.readOnly', { why: user.why?.edit ?? t('acts.notAllowed') })}</Callout>
        )}
        <fieldset className={classes.fields} disabled={user?.can_edit === false}>
          <Sentence values={resource.form.values} regions={regions} user={user} />
          <IdentityCard form={resource.form} user={user} />
          <PasswordCard form={resource.form} user={user} />
          <WorkCard form={resource.form} roles={roles} regions={regions} isSuperuser={who?.superuser === true} />
        </fieldset>
        {user && <Account id={user.id} onRemoved={leave} />}
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

/** What the account's work will be bound to, as the form stands. */
function Sentence({ values, regions, user }: { values: UserValues; regions: OptionSource; user: User | null }) {
  const sentence = useUserSentence();
  const grants = useGrants(values.groups);
  const isAsSaved = user !== null && user.groups.join() === values.groups.join() && user.is_superuser === values.is_superuser; // biome-ignore format: one condition
  // Own layers count too, which roles do not know; of a superuser to be nobody has counted yet.
  const byRoles = values.groups.length === 0 ? 0 : grants?.layer_count;
  return (
    <p className={classes.sentence} role="status">
      {sentence({
        workdays: values.workdays,
        regions: values.regions.map((id) => regions.known.find((one) => one.id === id)?.label ?? String(id)),
        layerCount: isAsSaved ? user.layer_count : values.is_superuser ? undefined : byRoles,
      })}
    </p>
  );
}

/** The account as it is now: its acts change it beside the form. */
function Account({ id, onRemoved }: { id: number; onRemoved: () => void }) {
  const acts = useUserActs(onRemoved);
  const user = useRead(api.users.one, { params: { id } }).data;
  return user ? <AccountCard user={user} acts={acts(user).filter((act) => act.id !== 'edit')} /> : null;
}
