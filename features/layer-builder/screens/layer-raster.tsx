// A GeoTIFF becomes a raster layer, or the file of one that there is; below, the rasters in use.
'use client';
import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { Callout } from '@/components/feedback/callout';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { Inspection } from '@/contract/schemas/upload';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { href } from '@/lib/routes/rules';
import { ChooseStep } from '../parts/choose-step';
import { FileScreen, WIDTH } from '../parts/file-screen';
import classes from '../parts/raster.module.css';
import { RastersInUse } from '../parts/rasters-in-use';
import { Stepper } from '../parts/stepper';
import layout from './layer-import.module.css';

/** Which layer's file is replaced, and what stays of it. */
function Replacing({ id }: { id: number }) {
  const t = useTranslations('layerBuilder.raster');
  const layer = useRead(api.layers.one, { params: { id } }).data;
  return (
    <div className={classes.head}>
      <Callout
        action={
          <Anchor component={Link} href={href('rasterEditor', { id })} prefetch={false}>
            {t('back')}
          </Anchor>
        }
      >
        {t('replacing', { label: layer?.label ?? '' })}
      </Callout>
    </div>
  );
}

const idOf = (text: string | null): number | undefined => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined);

export function LayerRasterScreen() {
  const t = useTranslations('layerBuilder.raster');
  const client = useQueryClient();
  const router = useRouter();
  const search = useSearchParams();
  const file = search.get('file');
  const replaces = idOf(search.get('replaces'));
  const home = `${href('layerBuilderRaster')}${replaces === undefined ? '' : `?replaces=${replaces}`}`;
  const onSent = useCallback(
    (inspection: Inspection) => {
      const { file_id: id } = inspection;
      client.setQueryData(keyOf(api.uploads.inspect, { params: { file: id }, query: {} }), inspection);
      // Records in an archive go the way of records.
      if (inspection.kind === 'vector') router.push(href('layerImport', { id }));
      else router.replace(`${home}${home.includes('?') ? '&' : '?'}file=${id}`);
    },
    [client, router, home],
  );
  const title = t(replaces === undefined ? 'title' : 'replaceTitle');
  const head = replaces === undefined ? null : <Replacing id={replaces} />;
  if (file) return <FileScreen key={file} fileId={file} title={title} home={home} replaces={replaces} head={head} />;
  return (
    <Page title={title} width={WIDTH}>
      {head}
      <Stepper step="choose" />
      <div className={layout.choose}>
        <ChooseStep onSent={onSent} isRaster />
        {replaces === undefined && <RastersInUse />}
      </div>
    </Page>
  );
}
