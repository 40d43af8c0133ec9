// An announcement, written anew or changed.
'use client';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { AudienceField } from '@/components/form/audience-field';
import { PictureField } from '@/components/form/picture-field';
import { FormDialog } from '@/components/form/resource-form';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { type Announcement, AnnouncementEdit, NewAnnouncement } from '@/contract/schemas/message';
import { useWrite } from '@/lib/api/hooks';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { useRoleOptions } from '@/lib/collection/options';
import { type ResourceForm, type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import { useAnnouncementPicture } from './announcement-picture';

interface Values {
  title: string;
  text: string;
  pinned: boolean;
  until: string | null;
  audience: 'all' | 'roles';
  roles: number[];
  /** A path of the one that is there, or a data address of a new one. */
  image: string | null;
}
const EMPTY: Standing<Values> = {
  values: { title: '', text: '', pinned: false, until: null, audience: 'all', roles: [], image: null },
  etag: null,
};
const toStanding = ({ body, etag }: Resource<Announcement>): Standing<Values> => ({
  values: {
    title: body.title,
    text: body.text,
    pinned: body.pinned ?? false,
    until: body.until ?? null,
    audience: body.audience ?? 'all',
    roles: (body.roles ?? []).map(({ id }) => id),
    image: body.image ?? null,
  },
  etag,
});

/** Of a new one, what is as it would be anyway is not sent: another upstream may not know it. */
const toNewBody = ({ audience, roles, image, ...rest }: Partial<Values>) => ({
  ...rest,
  ...(audience === 'roles' ? { audience, roles } : {}),
  ...(image ? { image } : {}),
});

export interface AnnouncementDialogProps {
  /** Null for a new one. */
  id: number | null;
  onClose: () => void;
}

/** Mounted while it is open. */
export function AnnouncementDialog({ id, onClose }: AnnouncementDialogProps) {
  const t = useTranslations('messages.news');
  const read = useResource(api.customer.announcement, { params: { id: id ?? 0 } }, id !== null);
  if (id === null) return <AnnouncementForm id={null} standing={EMPTY} onClose={onClose} />;
  if (read.data) return <AnnouncementForm id={id} standing={toStanding(read.data)} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('editTitle')}>
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={3} />}
    </Dialog>
  );
}

function AnnouncementForm({ id, standing, onClose }: AnnouncementDialogProps & { standing: Standing<Values> }) {
  const t = useTranslations('messages.news');
  const { date, number } = useFormat();
  const create = useWrite(api.customer.announce);
  const edit = useWrite(api.customer.editAnnouncement);
  const isNew = id === null;
  const resource = useResourceForm<Values, Announcement>({
    initial: standing,
    isNew,
    schema: isNew ? NewAnnouncement : AnnouncementEdit,
    send: (body, etag) =>
      isNew ? create.mutateAsync({ body }) : edit.mutateAsync({ params: { id }, body, options: ifMatch(etag) }),
    ...(isNew ? { toBody: toNewBody } : {}),
    check: ({ audience, roles }): Record<string, string> =>
      audience === 'roles' && roles.length === 0 && standing.values.audience === 'all'
        ? { roles: t('rolesMissing') }
        : {},
    ...(isNew
      ? {}
      : { reload: async () => toStanding(await readResource(api.customer.announcement, { params: { id } })) }),
    onSaved: () => {
      toast({ type: 'success', message: t(isNew ? 'published' : 'saved') });
      onClose();
    },
    ...(isNew ? { draft: { key: 'announcement', secret: ['image'] } } : {}),
  });
  const { form } = resource;
  const names = {
    title: t('titleField'),
    text: t('text'),
    pinned: { label: t('pin'), show: (value: boolean) => t(value ? 'yes' : 'no') },
    until: { label: t('until'), show: (value: string | null) => (value ? date(value) : t('stays')) },
    audience: { label: t('audience'), show: (value: Values['audience']) => t(`audiences.${value}`) },
    roles: { label: t('roles'), show: (value: number[]) => number(value.length) },
    image: { label: t('picture'), show: (value: string | null) => t(value ? 'yes' : 'no') },
  };
  return (
    <FormDialog
      resource={resource}
      isNew={isNew}
      title={t(isNew ? 'newTitle' : 'editTitle')}
      {...(isNew ? { submit: t('publish') } : {})}
      names={names}
      onClose={onClose}
    >
      <TextInput data-autofocus required label={t('titleField')} maxLength={200} {...form.getInputProps('title')} />
      <Textarea
        required
        label={t('text')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={4000}
        {...form.getInputProps('text')}
      />
      <PersianDateInput
        label={t('until')}
        description={t('untilHint')}
        min={today()}
        {...form.getInputProps('until')}
        value={form.getValues().until}
      />
      <Readers resource={resource} />
      <Picture id={id} resource={resource} />
      <Checkbox label={t('pin')} description={t('pinHint')} {...form.getInputProps('pinned', { type: 'checkbox' })} />
    </FormDialog>
  );
}

function Readers({ resource: { form } }: { resource: ResourceForm<Values> }) {
  const t = useTranslations('messages.news');
  const { audience, roles } = form.getValues();
  return (
    <AudienceField
      audience={audience}
      roles={roles}
      onAudience={(value) => form.setFieldValue('audience', value)}
      onRoles={(ids) => form.setFieldValue('roles', ids)}
      source={useRoleOptions()}
      texts={{
        audience: t('audience'),
        all: t('audiences.all'),
        some: t('audiences.roles'),
        roles: t('roles'),
        rolesHint: t('rolesHint'),
      }}
      error={form.errors.roles}
    />
  );
}

function Picture({ id, resource: { form } }: { id: number | null; resource: ResourceForm<Values> }) {
  const t = useTranslations('messages.news');
  const { image, title } = form.getValues();
  const isNew = image === null || image.startsWith('data:');
  const former = useAnnouncementPicture(id ?? 0, isNew ? null : image);
  return (
    <PictureField
      label={t('picture')}
      isSquare
      isWhole
      name={title}
      src={isNew ? image : former}
      onChange={(picture) => form.setFieldValue('image', picture)}
      error={form.errors.image as string | undefined}
    />
  );
}
