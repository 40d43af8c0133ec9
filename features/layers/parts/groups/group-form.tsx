// One group beside the list of groups: its name, what it is for, its logo, where it stands, and its layers in drawing order.
'use client';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PictureField } from '@/components/form/picture-field';
import { FormBody } from '@/components/form/resource-form';
import { api } from '@/contract/index';
import { type LayerGroup, LayerGroupInput } from '@/contract/schemas/layers/group';
import { call, exchange } from '@/lib/api/client';
import { useReadAll } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { type ResourceForm, useResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';
import { type GroupValues, NEW_GROUP, toBody, toStanding, toUndo } from '../../logic/group-values';
import { GroupLayers } from './group-layers';
import { useLogoAddress } from './group-logo';

export interface GroupFormProps {
  /** Null for a new group. */
  id: number | null;
  onMade: (id: number) => void;
  onCancel: () => void;
}

export function GroupForm(props: GroupFormProps) {
  const { id } = props;
  const read = useResource(api.groups.one, { params: { id: id ?? 0 } }, id !== null);
  // Taking a change back begins the form anew.
  const [round, setRound] = useState(0);
  if (id === null) return <Fields {...props} resource={null} onReverted={() => undefined} />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <FormSkeleton fields={4} />;
  const handleReverted = () => void read.refetch().then(() => setRound(round + 1));
  return <Fields key={round} {...props} resource={read.data} onReverted={handleReverted} />;
}

/** Sends a group and returns it with its new ETag. */
async function sendGroup(id: number | null, body: LayerGroupInput, etag: string | null): Promise<Resource<LayerGroup>> {
  const answer =
    id === null
      ? await exchange(api.groups.create, { body })
      : await exchange(api.groups.edit, { params: { id }, body }, ifMatch(etag));
  return { body: answer.body, etag: answer.headers.get('etag') };
}

/** The form's state; what was saved can be taken back from the toast. */
function useGroup({ id, onMade, resource, onReverted }: GroupFormProps & FieldsOptions) {
  const t = useTranslations('layerGroups.form');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [initial] = useState(resource ? toStanding(resource) : NEW_GROUP);
  const refresh = () => invalidate(client, ['group', 'layer']);
  const before = { values: initial.values };
  const undo = async (values: GroupValues, etag: string | null) => {
    try {
      await call(api.groups.edit, { params: { id: id ?? 0 }, body: toUndo(values) }, ifMatch(etag));
      await refresh();
      onReverted();
      toast({ type: 'success', message: t('reverted', { label: values.label }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  const edited: ResourceForm<GroupValues> = useResourceForm<GroupValues, Resource<LayerGroup>>({
    initial,
    isNew: id === null,
    schema: LayerGroupInput,
    toBody: (fields) => toBody(edited.form.getValues().label, fields),
    send: (body, etag) => sendGroup(id, body, etag),
    ...(id === null ? {} : { reload: async () => toStanding(await readResource(api.groups.one, { params: { id } })) }),
    toStanding,
    draft: { key: `group/${id ?? 'new'}`, secret: ['logo'] },
    onSaved: ({ body, etag }) => {
      void refresh();
      const former = before.values;
      before.values = toStanding({ body, etag }).values;
      if (id === null) onMade(body.id);
      toast({
        type: 'success',
        message: t('saved', { label: body.label }),
        ...(id === null ? {} : { action: { label: t('undo'), run: () => void undo(former, etag) } }),
      });
    },
  });
  return edited;
}

interface FieldsOptions {
  resource: Resource<LayerGroup> | null;
  onReverted: () => void;
}

function Fields(props: GroupFormProps & FieldsOptions) {
  const { id, resource, onCancel } = props;
  const t = useTranslations('layerGroups.form');
  const { number } = useFormat();
  const groups = useReadAll(api.groups.list).data ?? [];
  const edited = useGroup(props);
  const { form } = edited;
  const { values } = form;
  const logo = useLogoAddress(id, values.logo);
  const hasInside = groups.some(({ parent }) => parent?.id === id);
  const parents = groups.filter((one) => one.id !== id && !one.parent);
  return (
    <FormBody
      resource={edited}
      isNew={id === null}
      submit={t(id === null ? 'create' : 'save')}
      onCancel={onCancel}
      names={{
        label: t('label'),
        description: t('description'),
        parent: { label: t('parent'), show: (one) => groups.find((g) => String(g.id) === one)?.label ?? t('none') },
        layer: { label: t('order'), show: (ids) => t('layers', { n: number(ids.length), count: ids.length }) },
        logo: t('logo'),
      }}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('label')}
        maxLength={200}
        {...form.getInputProps('label')}
        data-path="label"
      />
      <Textarea
        label={t('description')}
        rows={3}
        maxLength={1000}
        {...form.getInputProps('description')}
        data-path="description"
      />
      <GroupLayers
        group={id}
        value={values.layer}
        hiddenCount={resource?.body.hidden_count ?? 0}
        onChange={(layer) => form.setFieldValue('layer', layer)}
        error={form.errors.layer}
      />
      <Select
        label={t('parent')}
        description={hasInside ? t('hasInside') : undefined}
        disabled={hasInside}
        placeholder={t('none')}
        clearable
        searchable={parents.length > 10}
        data={parents.map((one) => ({ value: String(one.id), label: one.label }))}
        {...form.getInputProps('parent')}
        data-path="parent"
      />
      <PictureField
        label={t('logo')}
        path="logo"
        isSquare
        name={values.label}
        src={logo}
        onChange={(picture) => form.setFieldValue('logo', picture)}
        error={form.errors.logo as string | undefined}
      />
    </FormBody>
  );
}
