// /app/raster/:id: how a raster layer is drawn, and its file.
'use client';
import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload, IconPhoto } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { FormBody } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { addressOf } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import type { Resource } from '@/lib/api/use-resource';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, href, type Who } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { LayerGate } from '../parts/layer-gate';
import { PaintCard, PixelCard, ShadeCard } from '../parts/raster/raster-fields';
import { RasterMap } from '../parts/raster/raster-map';
import { useRaster } from '../parts/raster/use-raster';
import classes from '../parts/service.module.css';

const TYPES = [LAYER_TYPES.raster];

type Info = (typeof api.rasters.one)['ok']['_output'];

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
            count: info.facts.bands.length,
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

function Opened({ layer, who }: { layer: Resource<Layer>; who: Who | null }) {
  const info = useRead(api.rasters.one, { params: { id: layer.body.id } });
  if (info.error) return <ErrorState error={info.error} retry={() => void info.refetch()} />;
  return info.data ? <Editor layer={layer} info={info.data} who={who} /> : <FormSkeleton fields={6} />;
}

export function RasterEditorScreen({ id, who }: { id: number; who: Who | null }) {
  return (
    <LayerGate id={id} types={TYPES} words="raster" icon={<IconPhoto size={24} />}>
      {(layer) => <Opened layer={layer} who={who} />}
    </LayerGate>
  );
}
