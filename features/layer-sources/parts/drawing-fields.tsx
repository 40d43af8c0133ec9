// How chosen layers of a service are drawn: styles, version, format and grid of tiles, as far as there is a choice.
'use client';
import { Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ServiceCapabilities } from '@/contract/schemas/sources/service';
import { firstOf, WMS_VERSIONS } from '../logic/service-values';
import type { ServiceState } from './use-service';

export function DrawingFields({ service, capabilities }: { service: ServiceState; capabilities: ServiceCapabilities }) {
  const t = useTranslations('layerSources.service');
  const { form } = service.resource;
  const { values } = form;
  const { layers, kind, version } = capabilities;
  const first = firstOf(layers, values.layers);
  if (!first) return null;
  const pick = (name: 'format' | 'set' | 'version', value: string | null) => {
    form.setFieldValue(name, value ?? '');
    service.stale();
  };
  const set = first.matrix_sets.find(({ name }) => name === values.set) ?? first.matrix_sets[0];
  const format = first.formats.find((one) => one === values.format) ?? first.formats[0];
  return (
    <>
      {values.layers.map((name) => (
        <StyleSelect key={name} name={name} service={service} capabilities={capabilities} />
      ))}
      {first.formats.length > 1 && (
        <Select
          label={t('format')}
          data={first.formats}
          value={format ?? null}
          allowDeselect={false}
          onChange={(value) => pick('format', value)}
        />
      )}
      {kind === 'wms' && (
        <Select
          label={t('version')}
          data={WMS_VERSIONS.map((value) => ({ value, label: value }))}
          value={WMS_VERSIONS.find((one) => one === values.version) ?? version}
          allowDeselect={false}
          onChange={(value) => pick('version', value)}
        />
      )}
      {first.matrix_sets.length > 1 && (
        <Select
          label={t('set')}
          data={first.matrix_sets.map(({ name }) => name)}
          value={set?.name ?? null}
          allowDeselect={false}
          onChange={(value) => pick('set', value)}
        />
      )}
    </>
  );
}

function StyleSelect({
  name,
  service,
  capabilities,
}: {
  name: string;
  service: ServiceState;
  capabilities: ServiceCapabilities;
}) {
  // biome-ignore format: one line
  const t = useTranslations('layerSources.service');
  const { form } = service.resource;
  const { layers, styles } = form.values;
  const layer = capabilities.layers.find((one) => one.name === name);
  const offered = (layer?.styles ?? []).filter((one) => one.name !== '');
  if (offered.length === 0) return null;
  const change = (style: string | null) => {
    const { [name]: _, ...rest } = styles;
    form.setFieldValue('styles', style === null ? rest : { ...rest, [name]: style });
    service.stale();
  };
  const value = offered.find((one) => one.name === styles[name])?.name ?? null;
  return (
    <Select
      label={layers.length > 1 ? t('styleOf', { name: layer?.title ?? name }) : t('style')}
      placeholder={t('ownStyle')}
      data={offered.map((one) => ({ value: one.name, label: one.title }))}
      value={value}
      clearable
      onChange={change}
    />
  );
}
