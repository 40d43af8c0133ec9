// /app/wms-editor/:id and /app/wmts-editor/:id: the service that draws a layer, changed.
'use client';
import { IconWorld } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { Resource } from '@/lib/api/use-resource';
import { LayerGate } from '../parts/layer-gate';
import { ServiceForm } from '../parts/service-form';
import { useService } from '../parts/use-service';

const TYPES = [LAYER_TYPES.wms, LAYER_TYPES.wmts];

function Editor({ edited }: { edited: Resource<Layer> }) {
  const t = useTranslations('layerSources.service');
  const service = useService(edited);
  return <ServiceForm service={service} title={t('editTitle', { label: service.layer?.label ?? '' })} />;
}

export function ServiceEditorScreen({ id }: { id: number }) {
  return (
    <LayerGate id={id} types={TYPES} words="service" icon={<IconWorld size={24} />}>
      {(layer) => <Editor edited={layer} />}
    </LayerGate>
  );
}
