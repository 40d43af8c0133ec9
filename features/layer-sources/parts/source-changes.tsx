// What has changed at the source of a layer, each in a sentence with what can be done about it.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useFormat } from '@/lib/i18n/use-format';
import type { SourceChange } from '../logic/source-changes';
import type { ServiceState } from './use-service';

export function SourceChanges({ service }: { service: ServiceState }) {
  const t = useTranslations('layerSources.service.changes');
  const { number, listed } = useFormat();
  const { changes, resource, choose, layer, capabilities } = service;
  if (!layer || !capabilities) return null;
  const { layers } = resource.form.values;
  // What has been put right in the form is no news.
  const open = changes.filter((one) =>
    one.kind === 'layerGone' || one.kind === 'layerRenamed' || one.kind === 'layerNoMercator' ? layers.includes(one.name) : true,
  ); // biome-ignore format: one condition
  if (open.length === 0) return <Callout>{t('none')}</Callout>;
  const textOf = (change: SourceChange): string =>
    change.kind === 'layersNew'
      ? t('layersNew', { n: number(change.count), names: listed(change.names) })
      : t(change.kind, change);
  const fix = (change: SourceChange) => {
    if (change.kind === 'layerRenamed')
      return (
        <Button
          size="xs"
          variant="light"
          onClick={() => choose(layers.map((name) => (name === change.name ? change.to : name)))}
        >
          {t('useNew')}
        </Button>
      );
    if (change.kind === 'layerGone' || change.kind === 'layerNoMercator')
      return (
        <Button size="xs" variant="light" onClick={() => choose(layers.filter((name) => name !== change.name))}>
          {t('takeOut')}
        </Button>
      );
    return undefined;
  };
  return open.map((change) => {
    const isGrave = change.kind === 'layerGone' || change.kind === 'layerNoMercator' || change.kind === 'layerRenamed';
    return (
      <Callout
        key={change.kind === 'layersNew' ? change.kind : `${change.kind} ${change.name}`}
        kind={isGrave ? 'caution' : 'information'}
        action={fix(change)}
      >
        {textOf(change)}
      </Callout>
    );
  });
}
