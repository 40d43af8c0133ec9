// The form of a map service, for a new layer and for one that there is: address, layers, how they are drawn, and the map beside them.
'use client';
import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { FormBody } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { SERVICE_KINDS } from '@/contract/schemas/sources/service';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { typeOf } from '../logic/service-values';
import { DrawingFields } from './drawing-fields';
import { SecretPart } from './secret-part';
import classes from './service.module.css';
import { ServiceMap } from './service-map';
import { ServiceTree } from './service-tree';
import { SourceChanges } from './source-changes';
import type { ServiceState } from './use-service';

export function ServiceForm({ service, title }: { service: ServiceState; title: string }) {
  const t = useTranslations('layerSources.service');
  const { listed } = useFormat();
  const { resource, hasFailed, insist, isInsisting, layer, capabilities } = service;
  const list = { show: listed };
  return (
    <Page title={title}>
      <div className={classes.split}>
        <FormBody
          resource={resource}
          isNew={!layer}
          submit={t(layer ? 'save' : 'create')}
          names={{
            label: t('label'),
            url: t('url'),
            layers: { label: t('layers'), ...list },
            styles: { label: t('style'), show: (styles) => list.show(Object.values(styles)) },
            version: t('version'),
            format: t('format'),
            set: t('set'),
            attribution: t('attribution'),
            groups: { label: t('groups'), show: (ids) => ids.length },
            secret: { label: t('password'), show: (secret) => t(`secrets.${secret}`) },
          }}
        >
          <div className={classes.form}>
            <AddressCard service={service} />
            {capabilities && <ListCard service={service} />}
            {(capabilities || layer) && <NameCard service={service} />}
            {hasFailed && (
              <Checkbox
                label={t(layer ? 'saveAnyway' : 'anyway')}
                checked={isInsisting}
                onChange={() => insist()}
                disabled={isInsisting}
              />
            )}
          </div>
        </FormBody>
        <ServiceMap trial={service.trial} layer={layer} />
      </div>
    </Page>
  );
}

function AddressCard({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service');
  const errorText = useErrorText();
  const { layer } = service;
  const { form } = service.resource;
  const { kind } = form.values;
  // A service that has moved keeps its layers; what is not made yet begins anew.
  const setAddress = (change: Partial<typeof form.values>) => {
    form.setValues({ ...change, ...(layer ? {} : { layers: [] }) });
    service.forget();
    service.stale();
  };
  const kinds = SERVICE_KINDS.filter((one) => !layer || typeOf(one) === layer.type);
  return (
    <Card title={t('url')}>
      {kinds.length > 1 && (
        <Select
          label={t('kind')}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setAddress({ kind: SERVICE_KINDS.find((one) => one === value) ?? kind })}
        />
      )}
      <TextInput
        label={t('url')}
        description={t(`urlHint.${kind}`)}
        withAsterisk
        dir="ltr"
        maxLength={2000}
        {...form.getInputProps('url')}
        onChange={(event) => setAddress({ url: event.currentTarget.value })}
      />
      <SecretPart service={service} />
      <Button variant="light" loading={service.isReading} onClick={() => void service.read()}>
        {t('read')}
      </Button>
      {service.notes.map((note) => (
        <Callout key={note}>{note}</Callout>
      ))}
      {service.failure !== null && <Callout kind="refusal">{errorText(service.failure)}</Callout>}
      <SourceChanges service={service} />
    </Card>
  );
}

function ListCard({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service');
  const { values, errors } = service.resource.form;
  const { capabilities, choose, layer } = service;
  if (!capabilities) return null;
  return (
    <Card title={t('layers')}>
      <ServiceTree
        capabilities={capabilities}
        value={values.layers}
        onChange={(layers) => choose(layers)}
        error={errors.layers}
      />
      <DrawingFields service={service} capabilities={capabilities} />
      <Button variant="light" loading={service.isTrying} onClick={() => void service.tryOut()}>
        {t(layer ? 'tryAgain' : 'try')}
      </Button>
    </Card>
  );
}

function NameCard({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service');
  const { form } = service.resource;
  const groups = useRead(api.groups.simple, {}).data ?? [];
  return (
    <Card title={t('ourLayer')}>
      <TextInput label={t('label')} withAsterisk maxLength={200} {...form.getInputProps('label')} />
      <TextInput label={t('attribution')} maxLength={500} {...form.getInputProps('attribution')} />
      {groups.length > 0 && (
        <MultiSelect
          label={t('groups')}
          data={groups.map(({ id, label }) => ({ value: String(id), label }))}
          value={form.values.groups.map(String)}
          onChange={(ids) => form.setFieldValue('groups', ids.map(Number))}
        />
      )}
    </Card>
  );
}
