// A person's account: made anew, or changed.
'use client';
import { Checkbox, Chip, Group, Input, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { NewPasswordField } from '@/components/form/new-password-field';
import { PictureField } from '@/components/form/picture-field';
import { FormFields, FormPage } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { NewUser, UserEdit } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { personName } from '@/lib/i18n/person-name';
import { href, type Who } from '@/lib/routes/rules';
import { NewAccountDialog } from '../parts/new-account-dialog';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const EMPTY = {
  username: '',
  password: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  image: null as string | null,
  groups: [] as number[],
  regions: [] as number[],
  workdays: [] as number[],
  is_superuser: false,
};
type Values = typeof EMPTY;

const standingOf = ({ body, etag }: Resource<User>): Standing<Values> => ({
  values: {
    ...(Object.fromEntries(Object.keys(EMPTY).map((key) => [key, body[key as keyof User]])) as Values),
    password: '',
  },
  etag,
});

/** `id` is null for a new account. */
export function UserEditorScreen({ id, who }: { id: number | null; who: Who | null }) {
  const t = useTranslations('users.form');
  const read = useResource(api.users.one, { params: { id: id ?? 0 } }, id !== null);
  if (id === null) return <UserForm who={who} user={null} standing={{ values: EMPTY, etag: null }} />;
  if (read.data) return <UserForm who={who} user={read.data.body} standing={standingOf(read.data)} />;
  return (
    <Page title={t('editTitle')} width={720}>
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={8} />}
    </Page>
  );
}

function UserForm({ user, standing, who }: { user: User | null; standing: Standing<Values>; who: Who | null }) {
  const t = useTranslations('users');
  const router = useRouter();
  const client = useQueryClient();
  const roles = useRoleOptions(t('notYours'));
  const regions = useRegionOptions();
  const [made, setMade] = useState<{ username: string; password: string } | null>(null);
  const [initial] = useState(standing);
  const resource = useResourceForm<Values, User>({
    initial,
    isNew: user === null,
    schema: user ? UserEdit : NewUser,
    // What is empty is not part of a new account; only superusers may name the last one.
    toBody: ({ image, is_superuser, password, ...fields }) => ({
      ...fields,
      ...(user ? (image === undefined ? {} : { image }) : image ? { image } : {}),
      ...(who?.superuser && is_superuser !== undefined ? { is_superuser } : {}),
      ...(user && !password ? {} : { password: password ?? '' }),
    }),
    send: (body, etag) =>
      user ? call(api.users.edit, { params: { id: user.id }, body }, ifMatch(etag)) : call(api.users.create, { body }),
    ...(user ? { reload: async () => standingOf(await readResource(api.users.one, { params: { id: user.id } })) } : {}),
    draft: { key: `user/${user?.id ?? 'new'}`, secret: ['password', 'image'] },
    onSaved: (saved) => {
      void invalidate(client, ['user']);
      if (!user) return setMade({ username: saved.username, password: resource.form.getValues().password });
      toast({ type: 'success', message: t('form.saved', { name: personName(saved) }) });
      router.push(href('userManager'));
    },
  });
  const { form } = resource;
  const { values } = form;
  const isLoginFixed = user?.can_edit_login === false;
  const text = (name: 'first_name' | 'last_name' | 'email' | 'phone' | 'username') => ({
    label: t(`columns.${name}`),
    ...form.getInputProps(name),
  });
  const picture = useRead(api.users.image, { params: { id: user?.id ?? 0 } }, { enabled: Boolean(user?.image) }).data;
  const saved = useObjectUrl(user?.image ? picture : null);
  const roleNames = new Map(roles.known.map((one) => [one.id, one.label]));
  const regionNames = new Map(regions.known.map((one) => [one.id, one.label]));
  const namesOf = (names: ReadonlyMap<number, string>) => (ids: number[]) =>
    ids.map((id) => names.get(id) ?? id).join(t('separator'));

  return (
    <>
      <FormPage
        title={user ? t('form.title', { name: personName(user) }) : t('create')}
        resource={resource}
        isNew={user === null}
        submit={t(user ? 'form.save' : 'form.create')}
        onCancel={() => router.push(href('userManager'))}
        names={{
          username: t('columns.username'),
          first_name: t('columns.first_name'),
          last_name: t('columns.last_name'),
          email: t('columns.email'),
          phone: t('columns.phone'),
          groups: { label: t('columns.roles'), show: namesOf(roleNames) },
          regions: { label: t('columns.regions'), show: namesOf(regionNames) },
        }}
      >
        <Card title={t('form.identity')}>
          <PictureField
            label={t('form.picture')}
            name={personName(values)}
            src={values.image === null ? null : values.image === initial.values.image ? saved : values.image}
            onChange={(image) => form.setFieldValue('image', image)}
            error={form.errors.image as string | undefined}
          />
          <FormFields>
            <TextInput
              {...text('username')}
              withAsterisk
              dir="ltr"
              maxLength={150}
              autoComplete="off"
              disabled={isLoginFixed}
            />
            <TextInput {...text('first_name')} dir="auto" maxLength={150} autoComplete="off" />
            <TextInput {...text('last_name')} dir="auto" maxLength={150} autoComplete="off" />
            <TextInput
              {...text('email')}
              type="email"
              dir="ltr"
              maxLength={254}
              autoComplete="off"
              disabled={isLoginFixed}
            />
            <TextInput
              {...text('phone')}
              type="tel"
              dir="ltr"
              maxLength={40}
              autoComplete="off"
              disabled={isLoginFixed}
            />
          </FormFields>
        </Card>
        <Card title={t('form.password')} hint={t(user ? 'form.passwordEdit' : 'form.passwordNew')}>
          {isLoginFixed ? (
            <PasswordInput label={t('form.password')} disabled />
          ) : (
            <NewPasswordField
              label={t('form.password')}
              required={!user}
              value={values.password}
              onChange={(password) => form.setFieldValue('password', password)}
              error={form.errors.password}
              person={values}
            />
          )}
        </Card>
        <Card title={t('form.work')} hint={t('form.workHint')}>
          <OptionPick
            label={t('columns.roles')}
            value={values.groups}
            onChange={(ids) => form.setFieldValue('groups', ids)}
            source={roles}
            error={form.errors.groups}
          />
          <OptionPick
            label={t('columns.regions')}
            description={t('form.regionsHint')}
            value={values.regions}
            onChange={(ids) => form.setFieldValue('regions', ids)}
            source={regions}
            error={form.errors.regions}
          />
          <Input.Wrapper label={t('columns.workdays')} description={t('form.workdaysHint')} labelElement="div">
            <Chip.Group
              multiple
              value={values.workdays.map(String)}
              onChange={(days) =>
                form.setFieldValue(
                  'workdays',
                  days.map(Number).sort((a, b) => a - b),
                )
              }
            >
              <Group gap="xs" mt="xs">
                {DAYS.map((day) => (
                  <Chip key={day} value={String(day)} size="sm">
                    {t(`days.${day}`)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          {who?.superuser && (
            <Checkbox
              label={t('superuser')}
              description={t('form.superuserHint')}
              {...form.getInputProps('is_superuser', { type: 'checkbox' })}
            />
          )}
        </Card>
      </FormPage>
      {made && <NewAccountDialog {...made} onClose={() => router.push(href('userManager'))} />}
    </>
  );
}
