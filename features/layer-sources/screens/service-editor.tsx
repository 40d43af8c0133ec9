// /app/wms-editor/:id and /app/wmts-editor/:id: the service that draws a layer, changed.
'use client';
import { Button } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { CallError } from '@/lib/api/errors';
import { type Resource, useResource } from '@/lib/api/use-resource';
import { href } from '@/lib/routes/rules';
import { ServiceForm } from '../parts/service-form';
import { useService } from '../parts/use-service';

const GONE = [403, 404];

function Refused({ why }: { why: 'missing' | 'otherLayer' | 'noRight' }) {
  const t = useTranslations('layerSources.service.refused');
  return (
    <EmptyState
      icon={why === 'noRight' ? <IconLock size={24} /> : <IconWorld size={24} />}
      title={t(`${why}.title`)}
      text={t(`${why}.text`)}
      action={
        <Button component={Link} href={href('layers')}>
          {t('toLayers')}
        </Button>
      }
    />
  );
}

function Editor({ edited }: { edited: Resource<Layer> }) {
  const t = useTranslations('layerSources.service');
  const service = useService(edited);
  return <ServiceForm service={service} title={t('editTitle', { label: service.layer?.label ?? '' })} />;
}

export function ServiceEditorScreen({ id }: { id: number }) {
  const read = useResource(api.layers.one, { params: { id } });
  if (read.error instanceof CallError && GONE.includes(read.error.status)) return <Refused why="missing" />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <FormSkeleton fields={6} />;
  const { type, rights } = read.data.body;
  if (type !== LAYER_TYPES.wms && type !== LAYER_TYPES.wmts) return <Refused why="otherLayer" />;
  return rights.manage ? <Editor edited={read.data} /> : <Refused why="noRight" />;
}
