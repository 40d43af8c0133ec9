// Turns the second step of the sign-in on or off, with the current password.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { FormDialog } from '@/components/form/resource-form';
import { api } from '@/contract';
import { ProfileEdit } from '@/contract/schemas/user';
import { useWrite } from '@/lib/api/hooks';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { CurrentPassword } from './current-password';
import type { AccountDialogProps } from './email-dialog';

/** Mounted while it is open. */
export function FactorDialog({ user, onClose }: AccountDialogProps) {
  const t = useTranslations('account.profile');
  const common = useTranslations('common');
  const edit = useWrite(api.session.editUser);
  const isTurnedOn = !user.two_factor;
  const resource = useResourceForm({
    initial: { values: { current_password: '' }, etag: null },
    isNew: true,
    schema: ProfileEdit,
    toBody: (fields) => ({ ...fields, two_factor: isTurnedOn }),
    check: ({ current_password }): Record<string, string> =>
      current_password ? {} : { current_password: common('required') },
    send: (body) => edit.mutateAsync({ body }),
    onSaved: () => {
      toast(t('saved'));
      onClose();
    },
  });
  const title = t(isTurnedOn ? 'factorOn' : 'factorOff');
  return (
    <FormDialog resource={resource} isNew title={title} submit={title} names={{}} onClose={onClose}>
      <Text size="md">{t(isTurnedOn ? 'factorOnText' : 'factorOffText')}</Text>
      <CurrentPassword data-autofocus {...resource.form.getInputProps('current_password')} />
    </FormDialog>
  );
}
