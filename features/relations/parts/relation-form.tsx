// The form of one relation, with what its keys do beside it.
'use client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FormBody } from '@/components/form/resource-form';
import { api } from '@/contract/index';
import { type Relation, RelationInput, RelationPatch } from '@/contract/schemas/layers/relation';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { bodyOf, endsOf, NEW_RELATION, type RelationValues, valuesOf } from '../logic/relation-values';
import { KeyCheck } from './key-check';
import { RelationFields } from './relation-fields';
import classes from './relations.module.css';

const toStanding = ({ body, etag }: Resource<Relation>): Standing<RelationValues> => ({ values: valuesOf(body), etag });

interface RelationFormProps {
  onSaved: (relation: Relation) => void;
  onClose: () => void;
}

/** A relation that is stored. */
export function StoredRelation({ id, ...on }: RelationFormProps & { id: number }) {
  const read = useResource(api.relations.one, { params: { id } });
  if (read.data) return <RelationForm relation={read.data.body} standing={toStanding(read.data)} {...on} />;
  return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton fields={8} />;
}

/** A new one; `from`: the relation of a reference field that it takes the place of. */
export const NewRelation = ({ from, ...on }: RelationFormProps & { from?: Relation | undefined }) => (
  <RelationForm relation={null} standing={{ values: from ? valuesOf(from) : NEW_RELATION, etag: null }} {...on} />
);

function RelationForm({
  relation,
  standing,
  onSaved,
  onClose,
}: RelationFormProps & { relation: Relation | null; standing: Standing<RelationValues> }) {
  const t = useTranslations('relations');
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const remove = useWrite(api.relations.remove);
  const [initial] = useState(standing);
  const params = { id: relation?.id ?? 0 };
  const read = () => readResource(api.relations.one, { params });
  const resource = useResourceForm<RelationValues, Relation>({
    initial,
    isNew: relation === null,
    schema: relation ? RelationPatch : RelationInput,
    toBody: bodyOf,
    check: (values) =>
      Object.fromEntries(
        (['parent_layer', 'child_layer', 'child_field', 'parent_field'] as const).flatMap((name) =>
          values[name] === null || values[name] === '' ? [[name, t('form.choose')]] : [],
        ),
      ),
    send: (body, etag) =>
      relation ? call(api.relations.edit, { params, body }, ifMatch(etag)) : call(api.relations.create, { body }),
    ...(relation ? { reload: async () => toStanding(await read()) } : {}),
    onSaved: (saved) => {
      void invalidate(client, ['relation', 'record']);
      toast({ type: 'success', message: t('saved', { name: saved.name }) });
      onSaved(saved);
    },
  });
  const { values } = resource.form;
  const ends = endsOf(values);
  const handleRemove = async () => {
    if (!relation) return;
    const { name } = relation;
    const isSure = await confirm({ title: t('remove.title', { name }), text: t('remove.text'), confirm: t('remove.confirm'), danger: true }); // biome-ignore format: one question
    if (!isSure) return;
    await remove.mutateAsync({ params });
    resource.reset();
    toast({ type: 'success', message: t('remove.done', { name }) });
    onClose();
  };
  return (
    <div className={classes.detail}>
      <FormBody
        resource={resource}
        isNew={relation === null}
        isSticky
        submit={t(relation ? 'form.save' : 'form.create')}
        onCancel={onClose}
        names={{
          name: t('form.name'),
          parent_layer: t('form.parentLayer'),
          parent_field: t('form.parentField'),
          child_layer: t('form.childLayer'),
          child_field: t('form.childField'),
          kind: t('form.kind'),
          on_delete: t('form.onDelete'),
          required: t('form.required'),
          label: t('form.label'),
          back_label: t('form.backLabel'),
          title: t('form.title'),
          columns: t('form.columns'),
        }}
      >
        <RelationFields form={resource.form} />
        {ends && <KeyCheck key={JSON.stringify(ends)} ends={ends} kind={values.kind} />}
      </FormBody>
      {relation && (
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void handleRemove()}>
          {t('remove.confirm')}
        </Button>
      )}
    </div>
  );
}
