// Somebody else's map as a layer of ours: its list is read, it is seen on a map, and then it is made.
'use client';
import { useTranslations } from 'next-intl';
import { ServiceForm } from '../parts/service-form';
import { useService } from '../parts/use-service';

export function LayerBuilderWmsScreen() {
  const t = useTranslations('layerSources.service');
  return <ServiceForm service={useService()} title={t('title')} />;
}
