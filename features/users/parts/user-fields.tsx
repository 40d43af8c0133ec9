// The fields of an account: who it is, how they sign in, where and when they work.
'use client';
import { Checkbox, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { NewPasswordField } from '@/components/form/new-password-field';
import { PictureField } from '@/components/form/picture-field';
import { FormFields } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { WeekDayPick } from '@/components/pickers/week-day-pick';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import type { OptionSource } from '@/lib/collection/options';
import { personName } from '@/lib/i18n/person-name';
import type { UserValues } from '../logic/user-values';
import { RegionField } from './region-field';
import { RoleField } from './role-field';
import { UsernameField } from './username-field';

type UserForm = UseFormReturnType<UserValues>;

export function IdentityCard({ form, user }: { form: UserForm; user: User | null }) {
  const t = useTranslations('users');
  const bytes = useRead(api.users.image, { params: { id: user?.id ?? 0 } }, { enabled: Boolean(user?.image) }).data;
  const saved = useObjectUrl(user?.image ? bytes : null);
  const isLoginFixed = user?.can_edit_login === false;
  const field = (name: 'first_name' | 'last_name' | 'email' | 'phone') => ({
    label: t(`columns.${name}`),
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <Card title={t('form.identity')}>
      <PictureField
        label={t('form.picture')}
        name={personName(form.values)}
        src={user?.image && form.values.image === user.image ? saved : form.values.image}
        onChange={(picture) => form.setFieldValue('image', picture)}
        error={form.errors.image as string | undefined}
      />
      <FormFields>
        <UsernameField form={form} saved={user?.username ?? ''} disabled={isLoginFixed} />
        <TextInput {...field('first_name')} maxLength={150} />
        <TextInput {...field('last_name')} maxLength={150} />
        <TextInput {...field('email')} type="email" dir="ltr" maxLength={254} disabled={isLoginFixed} />
        <TextInput {...field('phone')} type="tel" dir="ltr" maxLength={40} disabled={isLoginFixed} />
      </FormFields>
    </Card>
  );
}

export function PasswordCard({ form, user }: { form: UserForm; user: User | null }) {
  const t = useTranslations('users.form');
  return (
    <Card title={t('password')} hint={t(user ? 'passwordEdit' : 'passwordNew')}>
      <NewPasswordField
        label={t('password')}
        required={!user}
        disabled={user?.can_edit_login === false}
        value={form.values.password}
        onChange={(password) => form.setFieldValue('password', password)}
        error={form.errors.password}
        person={form.values}
      />
      <Switch
        label={t('mustChange')}
        description={t('mustChangeHint')}
        disabled={user?.can_edit_login === false}
        {...form.getInputProps('must_change_password', { type: 'checkbox' })}
      />
    </Card>
  );
}

interface WorkCardProps {
  form: UserForm;
  roles: OptionSource;
  regions: OptionSource;
  /** Superusers alone make others. */
  isSuperuser: boolean;
}

export function WorkCard({ form, roles, regions, isSuperuser }: WorkCardProps) {
  const t = useTranslations('users');
  const { values, errors } = form;
  return (
    <Card title={t('form.work')} hint={t('form.workHint')}>
      <RoleField
        value={values.groups}
        onChange={(ids) => form.setFieldValue('groups', ids)}
        source={roles}
        error={errors.groups}
      />
      <RegionField
        value={values.regions}
        onChange={(ids) => form.setFieldValue('regions', ids)}
        source={regions}
        error={errors.regions}
      />
      <WeekDayPick
        label={t('columns.workdays')}
        description={t('form.workdaysHint')}
        nameOf={(day) => t(`days.${day}`)}
        value={values.workdays}
        onChange={(days) => form.setFieldValue('workdays', days)}
      />
      {isSuperuser && <SuperuserField form={form} />}
    </Card>
  );
}

/** Whoever becomes a superuser can do everything: that is asked once more. */
function SuperuserField({ form }: { form: UserForm }) {
  const t = useTranslations('users');
  const { confirm } = useDialogs();
  const set = async (isOn: boolean) => {
    const name = personName(form.values) || t('form.newName');
    const question = {
      title: t('form.superuserTitle', { name }),
      text: t('form.superuserText'),
      confirm: t('form.superuserConfirm'),
      danger: true,
    };
    if (!isOn || (await confirm(question))) form.setFieldValue('is_superuser', isOn);
  };
  const { onChange: _, ...props } = form.getInputProps('is_superuser', { type: 'checkbox' });
  return (
    <Checkbox
      label={t('superuser')}
      description={t('form.superuserHint')}
      {...props}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}
