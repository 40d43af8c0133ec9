// One layer beside the list: who may read what of it, what is worth knowing, and the addresses to copy.
'use client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FormBody } from '@/components/form/resource-form';
import { api } from '@/contract/index';
import { type PublishedLayer, PublishSettings } from '@/contract/schemas/publish/layer';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { isolate } from '@/lib/i18n/isolate';
import { Addresses } from './addresses';
import { LayerCheck } from './layer-check';
import { LayerFields } from './layer-fields';
import { LayerTrial } from './layer-trial';
import classes from './publish.module.css';
import { useUnpublish } from './use-unpublish';

const toStanding = ({ body, etag }: Resource<PublishedLayer>): Standing<PublishSettings> => ({
  values: body.settings,
  etag,
});

export function LayerDetail({ id }: { id: number }) {
  const read = useResource(api.publish.one, { params: { layer: id } });
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <FormSkeleton fields={8} />;
  return <LayerForm key={read.data.etag} resource={read.data} reload={() => void read.refetch()} />;
}

function LayerForm({ resource: of, reload }: { resource: Resource<PublishedLayer>; reload: () => void }) {
  const t = useTranslations('publish');
  const client = useQueryClient();
  const unpublish = useUnpublish();
  const [initial] = useState(() => toStanding(of));
  const layer = of.body;
  const input = { params: { layer: layer.id } };
  const resource = useResourceForm<PublishSettings, PublishedLayer>({
    initial,
    isNew: true,
    schema: PublishSettings,
    send: (body, etag) => call(api.publish.save, { ...input, body }, ifMatch(etag)),
    reload: async () => toStanding(await readResource(api.publish.one, input)),
    onSaved: ({ label }) => {
      void invalidate(client, ['publish']);
      toast({ type: 'success', message: t('form.saved', { name: isolate(label) }) });
      reload();
    },
  });
  return (
    <div className={classes.detail}>
      <FormBody
        resource={resource}
        isNew={!layer.is_published}
        isSticky
        {...(layer.is_published ? {} : { submit: t('form.publish') })}
        names={{
          access: t('form.access'),
          description: t('form.description'),
          licence: t('form.licence'),
          attribution: t('form.attribution'),
          hidden_fields: t('form.fields'),
          only_approved: t('form.onlyApproved'),
          time_field: t('form.timeField'),
          writes: t('form.writes'),
          services: t('form.services'),
        }}
      >
        <LayerFields layer={layer} form={resource.form} />
      </FormBody>
      <LayerCheck layer={layer.id} />
      {layer.is_published && (
        <>
          <Addresses layer={layer} />
          <LayerTrial layer={layer} />
          <Button
            variant="subtle"
            color="red"
            onClick={() => void unpublish(layer.id).then((done) => done && reload())}
          >
            {t('layers.remove')}
          </Button>
        </>
      )}
    </div>
  );
}
