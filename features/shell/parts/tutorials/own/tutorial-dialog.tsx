// A tutorial of the organisation, written anew or changed; its video is sent behind the words.
'use client';
import { Button, Group, Input, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FileDrop } from '@/components/files/file-drop';
import { AudienceField } from '@/components/form/audience-field';
import { FormDialog } from '@/components/form/resource-form';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import { MAX_VIDEO_BYTES, NewTutorial, type Tutorial, TutorialEdit } from '@/contract/schemas/messages/tutorial';
import { useWrite } from '@/lib/api/hooks';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { useRoleOptions } from '@/lib/collection/options';
import { type ResourceForm, type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';
import { useVideo, type Video } from './use-video';

interface Values {
  title: string;
  text: string;
  link: string | null;
  audience: 'all' | 'roles';
  roles: number[];
}
const EMPTY: Standing<Values> = {
  values: { title: '', text: '', link: null, audience: 'all', roles: [] },
  etag: null,
};
const toStanding = ({ body, etag }: Resource<Tutorial>): Standing<Values> => {
  const { title, text, link, audience, roles = [] } = body;
  return { values: { title, text, link, audience, roles: roles.map(({ id }) => id) }, etag };
};

export interface TutorialDialogProps {
  /** Null for a new one. */
  id: number | null;
  onClose: () => void;
  onSaved: (id: number) => void;
}

/** Mounted while it is open. */
export default function TutorialDialog(props: TutorialDialogProps) {
  const t = useTranslations('shell.tutorials.own');
  const { id } = props;
  const read = useResource(api.tutorials.one, { params: { id: id ?? 0 } }, id !== null);
  if (id === null) return <TutorialForm {...props} standing={EMPTY} former={null} />;
  if (read.data) return <TutorialForm {...props} standing={toStanding(read.data)} former={read.data.body.video} />;
  return (
    <Dialog opened onClose={props.onClose} title={t('editTitle')}>
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={3} />}
    </Dialog>
  );
}

interface FormProps extends TutorialDialogProps {
  standing: Standing<Values>;
  former: Tutorial['video'];
}

function useTutorialForm({ id, standing, onClose, onSaved }: FormProps, video: Video) {
  const t = useTranslations('shell.tutorials.own');
  const errorText = useErrorText();
  const create = useWrite(api.tutorials.create);
  const edit = useWrite(api.tutorials.edit);
  const isNew = id === null;
  const send = (body: Partial<Values>, etag: string | null) =>
    id === null
      ? create.mutateAsync({ body: body as Values })
      : edit.mutateAsync({ params: { id }, body, options: ifMatch(etag) });
  return useResourceForm<Values, Tutorial>({
    initial: standing,
    isNew,
    schema: isNew ? NewTutorial : TutorialEdit,
    send: async (body, etag) => {
      const saved = await send(body as Partial<Values>, etag);
      // The words stand by now: what becomes of the video is said apart from them.
      await video.save(saved.id).catch((error) => toast({ type: 'error', message: t('videoFailed', { reason: errorText(error) }) })); // biome-ignore format: one chain
      return saved;
    },
    check: ({ audience, roles }): Record<string, string> =>
      audience === 'roles' && roles.length === 0 && standing.values.audience === 'all'
        ? { roles: t('rolesMissing') }
        : {},
    ...(id === null
      ? { draft: { key: 'tutorial' } }
      : { reload: async () => toStanding(await readResource(api.tutorials.one, { params: { id } })) }),
    onSaved: (saved) => {
      toast({ type: 'success', message: t('saved') });
      onSaved(saved.id);
      onClose();
    },
  });
}

function TutorialForm(props: FormProps) {
  const t = useTranslations('shell.tutorials.own');
  const { number } = useFormat();
  const video = useVideo(props.former);
  const resource = useTutorialForm(props, video);
  const { form } = resource;
  const isNew = props.id === null;
  const names = {
    title: t('titleField'),
    text: t('text'),
    link: { label: t('link'), show: (value: string | null) => value ?? t('none') },
    audience: { label: t('audience'), show: (value: Values['audience']) => t(`audiences.${value}`) },
    roles: { label: t('roles'), show: (value: number[]) => number(value.length) },
  };
  return (
    <FormDialog
      resource={resource}
      isNew={isNew}
      title={t(isNew ? 'newTitle' : 'editTitle')}
      names={names}
      onClose={props.onClose}
    >
      <TextInput data-autofocus required label={t('titleField')} maxLength={200} {...form.getInputProps('title')} />
      <Textarea
        required
        label={t('text')}
        description={t('textHint')}
        autosize
        minRows={6}
        maxRows={14}
        maxLength={10_000}
        {...form.getInputProps('text')}
      />
      <VideoField video={video} />
      <TextInput
        label={t('link')}
        description={t('linkHint')}
        type="url"
        dir="ltr"
        maxLength={500}
        placeholder="https://"
        {...form.getInputProps('link')}
        value={form.getValues().link ?? ''}
        onChange={(event) => form.setFieldValue('link', event.currentTarget.value.trim() || null)}
      />
      <Readers resource={resource} />
    </FormDialog>
  );
}

function VideoField({ video: { former, file, percent, isRemoved, setFile, setRemoved } }: { video: Video }) {
  const t = useTranslations('shell.tutorials.own');
  const { percent: percentText } = useFormat();
  return (
    <Stack gap={6}>
      <Input.Label labelElement="div">{t('video')}</Input.Label>
      {former && !file && (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" td={isRemoved ? 'line-through' : 'none'} truncate>
            <bdi>{former.name}</bdi>
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => setRemoved(!isRemoved)}>
            {t(isRemoved ? 'videoStay' : 'videoRemove')}
          </Button>
        </Group>
      )}
      <FileDrop
        file={file}
        onFile={setFile}
        accept={['.mp4', '.webm']}
        maxSize={MAX_VIDEO_BYTES}
        hint={t('videoHint')}
        disabled={percent !== null}
      />
      {percent !== null && (
        <div role="status">
          <Progress value={percent} aria-label={t('video')} />
          <Text size="xs" c="dimmed">
            {t('sending', { n: percentText(percent / 100) })}
          </Text>
        </div>
      )}
    </Stack>
  );
}

function Readers({ resource: { form } }: { resource: ResourceForm<Values> }) {
  const t = useTranslations('shell.tutorials.own');
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
