// The way of a file into the system: choose, look, import. One calm page; the address keeps the file over a reload.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { Inspection } from '@/contract/schemas/upload';
import { keyOf } from '@/lib/api/keys';
import { href, routeAt } from '@/lib/routes/rules';
import { ChooseStep } from '../parts/choose-step';
import { FileScreen, WIDTH } from '../parts/file-screen';
import { RunningJobs } from '../parts/running-jobs';
import { Stepper } from '../parts/stepper';
import layout from './layer-import.module.css';

function ChooseScreen() {
  const t = useTranslations('layerBuilder');
  const client = useQueryClient();
  const onSent = useCallback(
    (inspection: Inspection) => {
      const { file_id: file } = inspection;
      client.setQueryData(keyOf(api.uploads.inspect, { params: { file }, query: {} }), inspection);
      // The address alone changes: the step that follows needs no page from the server, so a weak network cannot lose it.
      history.replaceState(null, '', href('layerImport', { id: file }));
    },
    [client],
  );
  return (
    <Page title={t('title')} width={WIDTH}>
      <Stepper step="choose" />
      <div className={layout.choose}>
        <ChooseStep onSent={onSent} />
        <RunningJobs />
      </div>
    </Page>
  );
}

/** `id` is "upload" for a new file, else the id of one that is on the server already. */
export function LayerImportScreen({ id }: { id: string }) {
  const t = useTranslations('layerBuilder');
  const file = routeAt(usePathname())?.params.id ?? id;
  return file === 'upload' ? (
    <ChooseScreen />
  ) : (
    <FileScreen key={file} fileId={file} title={t('title')} home={href('layerImport', { id: 'upload' })} />
  );
}
