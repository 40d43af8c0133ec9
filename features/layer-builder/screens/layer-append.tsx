// A file's rows into a layer that exists: choose, look and try, write. The address keeps the file over a reload.
'use client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { Inspection } from '@/contract/schemas/upload';
import { useRead, useWrite } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { href, routeAt } from '@/lib/routes/rules';
import { AppendLook } from '../parts/append/append-look';
import { AppendRun } from '../parts/append/append-run';
import { useEarlierAppend } from '../parts/append/use-append';
import { ChooseStep } from '../parts/choose-step';
import { WIDTH } from '../parts/file-screen';
import { Stepper } from '../parts/stepper';
import layout from './layer-import.module.css';

function Refused({ title, text, layer }: { title: string; text: string; layer?: number }) {
  const t = useTranslations('layerBuilder.append');
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button
          component={Link}
          href={layer === undefined ? href('layers') : href('layerData', { id: layer })}
          prefetch={false}
        >
          {t('back')}
        </Button>
      }
    />
  );
}

function Choose({ layer }: { layer: Layer }) {
  const client = useQueryClient();
  const onSent = useCallback(
    (inspection: Inspection) => {
      const { file_id: id } = inspection;
      client.setQueryData(keyOf(api.uploads.inspect, { params: { file: id }, query: {} }), inspection);
      history.replaceState(null, '', href('layerAppend', { layer_id: layer.id, id }));
    },
    [client, layer.id],
  );
  return (
    <>
      <Stepper step="choose" />
      <div className={layout.choose}>
        <ChooseStep onSent={onSent} />
      </div>
    </>
  );
}

function AppendFile({ layer, fileId }: { layer: Layer; fileId: string }) {
  const router = useRouter();
  const discard = useWrite(api.uploads.discard);
  const client = useQueryClient();
  const earlier = useEarlierAppend(fileId, layer.id);
  const [isAgain, setIsAgain] = useState(false);
  if (earlier.isPending) return <FormSkeleton fields={5} />;
  const isRunning = earlier.id !== null && !isAgain;
  return (
    <>
      <Stepper step={isRunning ? 'run' : 'look'} />
      {isRunning && earlier.id !== null ? (
        <AppendRun id={earlier.id} layer={layer.id} onAgain={() => setIsAgain(true)} />
      ) : (
        <AppendLook
          layer={layer}
          fileId={fileId}
          onStarted={() => {
            setIsAgain(false);
            void client.invalidateQueries({ queryKey: keyOf(api.uploads.jobs, {}) });
          }}
          onDiscard={() => {
            discard.mutate({ params: { file: fileId } });
            router.push(href('layerAppend', { layer_id: layer.id, id: 'upload' }));
          }}
        />
      )}
    </>
  );
}

/** `id` is "upload" for a new file, else the id of one that is on the server already. */
export function LayerAppendScreen({ layerId, id }: { layerId: string; id: string }) {
  const t = useTranslations('layerBuilder.append');
  const file = routeAt(usePathname())?.params.id ?? id;
  const isValid = /^[1-9]\d{0,9}$/.test(layerId);
  const layer = useRead(api.layers.one, { params: { id: layerId } }, { enabled: isValid });
  const { data } = layer;
  const face = () => {
    if (!isValid || layer.error?.status === 404) return <Refused title={t('goneTitle')} text={t('goneText')} />;
    if (layer.error && !data) return <ErrorState error={layer.error} retry={() => void layer.refetch()} />;
    if (!data) return <FormSkeleton fields={5} />;
    if (data.type >= LAYER_TYPES.wms) return <Refused title={t('serviceTitle')} text={t('serviceText')} />;
    if (!data.rights.add) return <Refused title={t('noRightTitle')} text={t('noRightText')} layer={data.id} />;
    return file === 'upload' ? <Choose layer={data} /> : <AppendFile key={file} layer={data} fileId={file} />;
  };
  return (
    <Page title={data ? t('titleOf', { layer: data.label }) : t('title')} width={WIDTH}>
      {face()}
    </Page>
  );
}
