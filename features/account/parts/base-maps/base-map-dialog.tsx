// The form of one base map of the organisation.
'use client';
import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/feedback/states';
import { NumberField } from '@/components/fields/number-field';
import { FormDialog } from '@/components/form/resource-form';
import { BaseMapEntry } from '@/contract/schemas/settings';
import { readTileFiles } from '@/lib/api/tile-files';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { type BaseMapValues, toEntry } from '../../logic/base-maps';
import classes from './base-maps.module.css';
import { BaseMapPreview } from './preview';

const MAX_ZOOM = 22;

interface BaseMapDialogProps {
  values: BaseMapValues;
  etag: string | null;
  isNew: boolean;
  /** Saves the whole list with this entry in it. */
  save: (entry: BaseMapEntry, etag: string | null) => Promise<unknown>;
  /** The entry as it is now; null where it is gone. */
  reload: () => Promise<Standing<BaseMapValues> | null>;
  onClose: () => void;
}

/** The source: a tile server by its address, or a file that lies beside the product. */
function SourceFields({ form }: { form: UseFormReturnType<BaseMapValues> }) {
  const t = useTranslations('account.baseMaps');
  const map = useTranslations('map.base');
  const { kind, file } = form.values;
  const files = useQuery({
    queryKey: ['tile-files', 'all'],
    queryFn: ({ signal }) => readTileFiles([], signal),
    enabled: kind === 'file',
  });
  const selected = files.data?.find((one) => one.file === file);
  return (
    <>
      <SegmentedControl
        aria-label={t('source')}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value as BaseMapValues['kind'])}
        data={[
          { value: 'url', label: t('byAddress') },
          { value: 'file', label: t('byFile') },
        ]}
      />
      {kind === 'url' && (
        <>
          <TextInput
            label={t('address')}
            description={t('addressHint')}
            placeholder="https://tiles.example.ir/{z}/{x}/{y}.png"
            dir="ltr"
            maxLength={2000}
            data-path="url"
            {...form.getInputProps('url')}
          />
          <div className={classes.pair}>
            {(['min_zoom', 'max_zoom'] as const).map((name) => (
              <NumberField
                key={name}
                label={t(name)}
                whole
                min={0}
                max={MAX_ZOOM}
                data-path={name}
                value={form.values[name]}
                onChange={(value) => form.setFieldValue(name, value)}
              />
            ))}
          </div>
        </>
      )}
      {kind === 'file' && files.error && <ErrorState error={files.error} retry={() => void files.refetch()} />}
      {kind === 'file' && !files.error && (
        <Select
          label={t('file')}
          description={t('fileHint')}
          placeholder={files.data?.length === 0 ? t('noFiles') : ''}
          dir="ltr"
          searchable
          data={(files.data ?? []).map((one) => ({
            value: one.file,
            label: 'problem' in one ? map(`problems.${one.problem}`, { name: one.file }) : one.file,
            disabled: 'problem' in one,
          }))}
          data-path="file"
          {...form.getInputProps('file')}
          value={file || null}
          onChange={(value) => form.setFieldValue('file', value ?? '')}
        />
      )}
      <BaseMapPreview values={form.values} file={selected} />
    </>
  );
}

export function BaseMapDialog({ values, etag, isNew, save, reload, onClose }: BaseMapDialogProps) {
  const t = useTranslations('account.baseMaps');
  const resource = useResourceForm<BaseMapValues, unknown>({
    initial: { values, etag },
    // The entry goes whole: the list is what the server keeps.
    isNew: true,
    schema: BaseMapEntry,
    toBody: (fields) => toEntry(fields as BaseMapValues),
    send: (body: BaseMapEntry, now) => save(body, now),
    reload: async () => (await reload()) ?? { values, etag: null },
    onSaved: onClose,
  });
  const { form } = resource;
  const names = {
    name_fa: t('nameFa'),
    name_en: t('nameEn'),
    url: t('address'),
    file: t('file'),
    attribution: t('attribution'),
    min_zoom: t('min_zoom'),
    max_zoom: t('max_zoom'),
  };
  return (
    <FormDialog title={t(isNew ? 'add' : 'edit')} resource={resource} names={names} isNew={isNew} onClose={onClose}>
      <div className={classes.pair}>
        <TextInput
          label={t('nameFa')}
          dir="rtl"
          maxLength={60}
          data-path="name_fa"
          {...form.getInputProps('name_fa')}
        />
        <TextInput
          label={t('nameEn')}
          dir="ltr"
          maxLength={60}
          data-path="name_en"
          {...form.getInputProps('name_en')}
        />
      </div>
      <SourceFields form={form} />
      <TextInput
        label={t('attribution')}
        description={t('attributionHint')}
        maxLength={500}
        data-path="attribution"
        {...form.getInputProps('attribution')}
      />
      <Switch label={t('night')} {...form.getInputProps('night', { type: 'checkbox' })} />
      <Switch label={t('isDefault')} {...form.getInputProps('is_default', { type: 'checkbox' })} />
    </FormDialog>
  );
}
