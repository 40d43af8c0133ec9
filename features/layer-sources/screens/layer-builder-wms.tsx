// Somebody else's map as a layer of ours: its list is read, it is seen on a map, and then it is made.
'use client';
import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { SecretField } from '@/components/fields/secret-field';
import { FormBody, FormFields } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { SERVICE_KINDS } from '@/contract/schemas/sources/service';
import { useRead } from '@/lib/api/hooks';
import { firstOf } from '../logic/service-values';
import classes from '../parts/service.module.css';
import { ServiceMap } from '../parts/service-map';
import { ServiceTree } from '../parts/service-tree';
import { type ServiceState, useService } from '../parts/use-service';

export function LayerBuilderWmsScreen() {
  const t = useTranslations('layerSources.service');
  const service = useService();
  const { resource, hasFailed, insist, isInsisting } = service;
  return (
    <Page title={t('title')}>
      <div className={classes.split}>
        <FormBody
          resource={resource}
          isNew
          submit={t('create')}
          names={{ label: t('label'), url: t('url'), layers: t('layers') }}
        >
          <div className={classes.form}>
            <AddressCard service={service} />
            {service.capabilities && <ListCard service={service} />}
            {hasFailed && (
              <Checkbox label={t('anyway')} checked={isInsisting} onChange={() => insist()} disabled={isInsisting} />
            )}
          </div>
        </FormBody>
        <ServiceMap trial={service.trial} />
      </div>
    </Page>
  );
}

function AddressCard({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service');
  const errorText = useErrorText();
  const { form } = service.resource;
  const { kind } = form.values;
  const setAddress = (change: Partial<typeof form.values>) => {
    form.setValues({ ...change, layers: [] });
    service.forget();
    service.stale();
  };
  return (
    <Card title={t('url')}>
      <Select
        label={t('kind')}
        data={SERVICE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setAddress({ kind: SERVICE_KINDS.find((one) => one === value) ?? kind })}
      />
      <TextInput
        label={t('url')}
        description={t(`urlHint.${kind}`)}
        withAsterisk
        dir="ltr"
        maxLength={2000}
        {...form.getInputProps('url')}
        onChange={(event) => setAddress({ url: event.currentTarget.value })}
      />
      <FormFields>
        <TextInput
          label={t('username')}
          description={t('signIn')}
          dir="ltr"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('username')}
        />
        <SecretField label={t('password')} description={t('signIn')} dir="ltr" {...form.getInputProps('password')} />
      </FormFields>
      <Button variant="light" loading={service.isReading} onClick={() => void service.read()}>
        {t('read')}
      </Button>
      {service.notes.map((note) => (
        <Callout key={note}>{note}</Callout>
      ))}
      {service.failure !== null && <Callout kind="refusal">{errorText(service.failure)}</Callout>}
    </Card>
  );
}

function ListCard({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service');
  const { form } = service.resource;
  const groups = useRead(api.groups.simple, {}).data ?? [];
  const { capabilities, choose, stale } = service;
  if (!capabilities) return null;
  const { values, errors } = form;
  const first = firstOf(capabilities.layers, values.layers);
  const pick = (name: 'style' | 'format' | 'set', value: string | null) => {
    form.setFieldValue(name, value ?? '');
    stale();
  };
  const styles = (first?.styles ?? []).filter(({ name }) => name !== '');
  return (
    <Card title={t('layers')}>
      <ServiceTree
        capabilities={capabilities}
        value={values.layers}
        onChange={(layers) => choose(layers)}
        error={errors.layers}
      />
      {first && values.layers.length === 1 && styles.length > 0 && (
        <Select
          label={t('style')}
          placeholder={t('ownStyle')}
          data={styles.map(({ name, title }) => ({ value: name, label: title }))}
          value={values.style || null}
          clearable
          onChange={(value) => pick('style', value)}
        />
      )}
      {first && first.formats.length > 1 && (
        <Select
          label={t('format')}
          data={first.formats}
          value={values.format || (first.formats[0] ?? null)}
          allowDeselect={false}
          onChange={(value) => pick('format', value)}
        />
      )}
      {first && first.matrix_sets.length > 1 && (
        <Select
          label={t('set')}
          data={first.matrix_sets.map(({ name }) => name)}
          value={values.set || (first.matrix_sets[0]?.name ?? null)}
          allowDeselect={false}
          onChange={(value) => pick('set', value)}
        />
      )}
      <Button variant="light" loading={service.isTrying} onClick={() => void service.tryOut()}>
        {t('try')}
      </Button>
      <TextInput label={t('label')} withAsterisk dir="auto" maxLength={200} {...form.getInputProps('label')} />
      <TextInput label={t('attribution')} dir="auto" maxLength={500} {...form.getInputProps('attribution')} />
      {groups.length > 0 && (
        <MultiSelect
          label={t('groups')}
          data={groups.map(({ id, label }) => ({ value: String(id), label }))}
          value={values.groups.map(String)}
          onChange={(ids) => form.setFieldValue('groups', ids.map(Number))}
        />
      )}
    </Card>
  );
}
