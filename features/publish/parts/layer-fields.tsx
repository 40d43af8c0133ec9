// The settings of a published layer: who, what, what may be changed, and how it is described.
'use client';
import { Checkbox, Input, MultiSelect, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useDialogs } from '@/components/feedback/dialogs';
import { Card } from '@/components/layout/card';
import type { PublishedLayer, PublishSettings } from '@/contract/schemas/publish/layer';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';

interface FieldsProps {
  layer: PublishedLayer;
  form: ResourceForm<PublishSettings>['form'];
}

const MAX_TYPE_WITH_RECORDS = 3;
const NO_WRITES = { add: false, edit: false, delete: false };
const DATES: readonly string[] = ['date', 'datetime'];

export function LayerFields(props: FieldsProps) {
  return (
    <>
      <WhoCard {...props} />
      <WhatCard {...props} />
      {props.layer.type <= MAX_TYPE_WITH_RECORDS && <EditingCard {...props} />}
      <DescribedCard {...props} />
    </>
  );
}

/** What becomes public is told before it does. */
function WhoCard({ layer, form }: FieldsProps) {
  const t = useTranslations('publish.form');
  const { confirm } = useDialogs();
  const { number } = useFormat();
  const { values } = form;
  const choose = async (access: string) => {
    if (access === 'open') {
      const fields = layer.fields.length - values.hidden_fields.length;
      const isSure = await confirm({
        title: t('openTitle', { name: isolate(layer.label) }),
        text: t('openText', { records: number(layer.record_count), fields: number(fields) }),
        confirm: t('openConfirm'),
        danger: true,
      });
      if (!isSure) return;
    }
    form.setValues({
      access: access as PublishSettings['access'],
      ...(access === 'open' ? { writes: NO_WRITES, ...(layer.supervised ? { only_approved: true } : {}) } : {}),
    });
  };
  return (
    <Card title={t('who')}>
      <Radio.Group aria-label={t('access')} value={values.access} onChange={(access) => void choose(access)}>
        <Stack gap="sm">
          <Radio value="key" label={t('byKey')} description={t('byKeyHint')} />
          <Radio value="open" label={t('open')} description={t('openHint')} />
        </Stack>
      </Radio.Group>
    </Card>
  );
}

function WhatCard({ layer, form }: FieldsProps) {
  const t = useTranslations('publish.form');
  const { values } = form;
  const isVector = layer.type <= MAX_TYPE_WITH_RECORDS;
  const services = (['features', 'tiles', 'csv'] as const).filter((name) =>
    name === 'tiles' ? layer.type !== 0 : isVector,
  );
  const visible = layer.fields.filter(({ name }) => !values.hidden_fields.includes(name));
  const hide = (names: string[]) =>
    form.setValues({
      hidden_fields: names,
      ...(values.time_field !== null && names.includes(values.time_field) ? { time_field: null } : {}),
    });
  return (
    <Card title={t('what')}>
      {isVector && (
        <>
          <MultiSelect
            label={t('fields')}
            description={t('fieldsHint')}
            searchable
            clearable
            data={layer.fields.map(({ name, label }) => ({ value: name, label }))}
            {...form.getInputProps('hidden_fields')}
            value={values.hidden_fields}
            onChange={hide}
          />
          <Checkbox
            label={t('onlyApproved')}
            description={t('onlyApprovedHint')}
            {...form.getInputProps('only_approved', { type: 'checkbox' })}
          />
          <Select
            label={t('timeField')}
            description={t('timeFieldHint')}
            clearable
            placeholder={t('noTime')}
            data={visible.filter(({ type }) => DATES.includes(type)).map(({ name, label }) => ({ value: name, label }))}
            {...form.getInputProps('time_field')}
            value={values.time_field}
            onChange={(name) => form.setFieldValue('time_field', name)}
          />
        </>
      )}
      <Input.Wrapper label={t('services')} error={form.errors.services} labelElement="div">
        <Stack gap="xs" mt="xs">
          {services.map((name) => (
            <Checkbox
              key={name}
              label={t(`service.${name}`)}
              checked={values.services[name]}
              onChange={(event) => form.setFieldValue('services', { ...values.services, [name]: event.currentTarget.checked })} // biome-ignore format: one line
            />
          ))}
        </Stack>
      </Input.Wrapper>
    </Card>
  );
}

function EditingCard({ layer, form }: FieldsProps) {
  const t = useTranslations('publish');
  const { values } = form;
  const isOpen = values.access === 'open';
  return (
    <Card title={t('form.editing')} hint={t(isOpen ? 'form.onlyReads' : 'form.editingHint')}>
      <Stack gap="xs">
        {(['add', 'edit', 'delete'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`layers.write.${name}`)}
            disabled={isOpen}
            checked={values.writes[name]}
            onChange={(event) =>
              form.setFieldValue('writes', { ...values.writes, [name]: event.currentTarget.checked })
            }
          />
        ))}
      </Stack>
      {form.errors.writes && <Input.Error>{form.errors.writes}</Input.Error>}
      {layer.supervised && !isOpen && <Callout>{t('form.waits')}</Callout>}
    </Card>
  );
}

function DescribedCard({ form }: FieldsProps) {
  const t = useTranslations('publish.form');
  return (
    <Card title={t('described')}>
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('licence')}
        description={t('licenceHint')}
        maxLength={200}
        {...form.getInputProps('licence')}
      />
      <TextInput label={t('attribution')} maxLength={300} {...form.getInputProps('attribution')} />
    </Card>
  );
}
