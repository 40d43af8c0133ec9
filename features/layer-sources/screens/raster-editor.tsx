// /app/raster/:id: how a raster layer is drawn, and its file.
'use client';
import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload, IconLock, IconPhoto } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { FormBody } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { addressOf } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { type Resource, useResource } from '@/lib/api/use-resource';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, href, type Who } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { PaintCard, PixelCard, ShadeCard } from '../parts/raster/raster-fields';
import { RasterMap } from '../parts/raster/raster-map';
import { useRaster } from '../parts/raster/use-raster';
import classes from '../parts/service.module.css';

const GONE = [403, 404];

type Info = (typeof api.rasters.one)['ok']['_output'];

function Refused({ why }: { why: 'missing' | 'otherLayer' | 'noRight' }) {
  const t = useTranslations('layerSources.raster.refused');
  return (
    <EmptyState
      icon={why === 'noRight' ? <IconLock size={24} /> : <IconPhoto size={24} />}
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

function FileCard({ layer, info, who }: { layer: Layer; info: Info; who: Who | null }) {
  const t = useTranslations('layerSources.raster');
  const sizeText = useSizeText();
  const { number } = useFormat();
  const { width, height } = layer.config.source;
  return (
    <Card
      title={t('file')}
      hint={
        <>
          <bdi>{String(layer.config.source.file ?? '')}</bdi> ·{' '}
          {t('size', {
            width: number(Number(width)),
            height: number(Number(height)),
            bands: number(info.facts.bands.length),
          })}
        </>
      }
    >
      <div className={classes.acts}>
        {info.original && layer.rights.export && (
          <Button
            component="a"
            variant="default"
            href={addressOf(api.rasters.original, { params: { id: layer.id } })}
            download={info.original.name}
            leftSection={<IconDownload size={16} />}
          >
            {t('download', { size: sizeText(info.original.size) })}
          </Button>
        )}
        {allows(who, routes.layerBuilderRaster.needs) && (
          <Button
            component={Link}
            variant="default"
            prefetch={false}
            href={`${href('layerBuilderRaster')}?replaces=${layer.id}`}
            leftSection={<IconFileUpload size={16} />}
          >
            {t('replace')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Editor({ layer, info, who }: { layer: Resource<Layer>; info: Info; who: Who | null }) {
  const t = useTranslations('layerSources.raster');
  const { resource, preview, error } = useRaster(layer, info);
  const { facts } = info;
  const names = Object.fromEntries(
    (['paint', 'stretch', 'nodata', 'opacity', 'hillshade', 'resampling'] as const).map((key) => [
      key,
      {
        label: t(key),
        show: (value: unknown) =>
          value === null ? t('nothing') : typeof value === 'object' ? JSON.stringify(value) : String(value),
      },
    ]),
  );
  return (
    <Page title={t('title', { label: layer.body.label })}>
      <div className={classes.split}>
        <div className={classes.form}>
          <FormBody resource={resource} submit={t('save')} names={names}>
            <div className={classes.form}>
              <PaintCard resource={resource} facts={facts} />
              <ShadeCard resource={resource} facts={facts} />
              <PixelCard resource={resource} facts={facts} />
            </div>
          </FormBody>
          <FileCard layer={layer.body} info={info} who={who} />
        </div>
        <RasterMap layer={layer.body} preview={preview} error={error} />
      </div>
    </Page>
  );
}

export function RasterEditorScreen({ id, who }: { id: number; who: Who | null }) {
  const layer = useResource(api.layers.one, { params: { id } });
  const isRaster = layer.data?.body.type === LAYER_TYPES.raster;
  const info = useRead(api.rasters.one, { params: { id } }, { enabled: isRaster });
  if (layer.error instanceof CallError && GONE.includes(layer.error.status)) return <Refused why="missing" />;
  if (layer.error) return <ErrorState error={layer.error} retry={() => void layer.refetch()} />;
  if (layer.data && !isRaster) return <Refused why="otherLayer" />;
  if (layer.data && !layer.data.body.rights.manage) return <Refused why="noRight" />;
  if (info.error) return <ErrorState error={info.error} retry={() => void info.refetch()} />;
  if (!layer.data || !info.data) return <FormSkeleton fields={6} />;
  return <Editor layer={layer.data} info={info.data} who={who} />;
}
