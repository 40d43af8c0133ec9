// A file that is on the server: looked at, and then watched while it comes in. The address keeps it over a reload.
'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { FormSkeleton } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { Job } from '@/contract/schemas/upload';
import { useRead, useWrite } from '@/lib/api/hooks';
import { importsOf, jobsOf, storeDraft } from '../logic/memory';
import { LookStep } from './look-step';
import { RunStep } from './run-step';
import { Stepper } from './stepper';

export const WIDTH = 880;

export interface FileScreenProps {
  fileId: string;
  title: string;
  /** Where another file is chosen. */
  home: string;
  /** The raster layer whose file this becomes. */
  replaces?: number | undefined;
  /** Above the steps. */
  head?: ReactNode;
}

export function FileScreen({ fileId, title, home, replaces, head }: FileScreenProps) {
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
    router.push(home);
  };
  return (
    <Page title={title} width={WIDTH}>
      {head}
      <Stepper
        step={running || (!ready && jobs?.length) ? 'run' : 'look'}
        done={running && over.length === mine.length}
      />
      {!ready && <FormSkeleton fields={5} />}
      {ready && running && (
        <RunStep
          jobs={mine}
          ordered={ordered}
          over={over}
          onOver={onOver}
          onAgain={() => setView('look')}
          home={home}
        />
      )}
      {ready && !running && <LookStep fileId={fileId} replaces={replaces} onStarted={started} onDiscard={throwAway} />}
    </Page>
  );
}
