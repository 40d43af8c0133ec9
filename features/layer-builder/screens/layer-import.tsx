// The way of a file into the system: choose, look, import. One calm page; the address keeps the file over a reload.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState } from 'react';
import { FormSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { Inspection, Job } from '@/contract/schemas/upload';
import { useRead, useWrite } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { href, routeAt } from '@/lib/routes/rules';
import { importsOf, jobsOf, storeDraft } from '../logic/memory';
import { ChooseStep } from '../parts/choose-step';
import { LookStep } from '../parts/look-step';
import { RunStep } from '../parts/run-step';
import { RunningJobs } from '../parts/running-jobs';
import { Stepper } from '../parts/stepper';
import layout from './layer-import.module.css';

const WIDTH = 880;

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

function FileScreen({ fileId }: { fileId: string }) {
  const t = useTranslations('layerBuilder');
  const router = useRouter();
  const discard = useWrite(api.uploads.discard);
  const earlierJobs = useRead(api.uploads.jobs, {});
  // Null until the browser's memory has been read: the server has none, and both must first draw the same.
  const [jobs, setJobs] = useState<string[] | null>(null);
  const [view, setView] = useState<'look' | 'run'>('run');
  /** Ordered in this visit, last: when they have ended, the map opens at them. */
  const [ordered, setOrdered] = useState<readonly string[]>([]);
  const [over, setOver] = useState<Job[]>([]);
  useEffect(() => setJobs(jobsOf(fileId)), [fileId]);
  const onOver = useCallback(
    (job: Job) => setOver((now) => (now.some(({ id }) => id === job.id) ? now : [...now, job])),
    [],
  );

  // The server knows what came of a file in any tab, so that it is not imported twice unasked. Ids that it has never heard of are
  // another server's; where it cannot list jobs, memory is believed.
  const fresh = ordered.length > 0;
  const mine = importsOf(fileId, jobs ?? [], fresh ? undefined : earlierJobs.data);
  const ready = jobs !== null && (fresh || !earlierJobs.isPending);
  const running = ready && view === 'run' && mine.length > 0;
  const started = () => {
    const now = jobsOf(fileId);
    setOrdered(now.filter((id) => !mine.includes(id)));
    setJobs(now);
    setView('run');
  };
  const throwAway = () => {
    // Where other imports still read the file, the server keeps it; either way the person goes on.
    if (mine.length === 0) discard.mutate({ params: { file: fileId } });
    storeDraft(fileId, null);
    router.push(href('layerImport', { id: 'upload' }));
  };
  return (
    <Page title={t('title')} width={WIDTH}>
      <Stepper
        step={running || (!ready && jobs?.length) ? 'run' : 'look'}
        done={running && over.length === mine.length}
      />
      {!ready && <FormSkeleton fields={5} />}
      {ready && running && (
        <RunStep jobs={mine} ordered={ordered} over={over} onOver={onOver} onAgain={() => setView('look')} />
      )}
      {ready && !running && <LookStep fileId={fileId} onStarted={started} onDiscard={throwAway} />}
    </Page>
  );
}

/** `id` is "upload" for a new file, else the id of one that is on the server already. */
export function LayerImportScreen({ id }: { id: string }) {
  const file = routeAt(usePathname())?.params.id ?? id;
  return file === 'upload' ? <ChooseScreen /> : <FileScreen key={file} fileId={file} />;
}
