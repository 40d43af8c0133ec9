// The third step: the imports of one file, each watched to its end.
'use client';
import { Button } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import type { Job } from '@/contract/schemas/upload';
import { href } from '@/lib/routes/rules';
import { JobCard, layerOnMap } from './job-card';
import classes from './run-step.module.css';
import { isOver, useJob } from './use-job';

/** Long enough to read "all came in", short enough not to wait. */
const MOMENT_MS = 1800;

interface WatchedProps {
  id: string;
  only: boolean;
  onAgain: () => void;
  onOver: (job: Job) => void;
}

function Watched({ id, only, onAgain, onOver }: WatchedProps) {
  const job = useJob(id);
  const { data, error } = job;
  useEffect(() => {
    if (data && isOver(data)) onOver(data);
  }, [data, onOver]);
  if (data) return <JobCard job={data} only={only} onAgain={onAgain} />;
  if (error?.status === 404) return null;
  return error ? <ErrorState error={error} retry={() => void job.refetch()} /> : <FormSkeleton fields={1} />;
}

export interface RunStepProps {
  jobs: readonly string[];
  /** Ordered in this visit: only then does the page move on by itself. */
  fresh: boolean;
  over: readonly Job[];
  onOver: (job: Job) => void;
  onAgain: () => void;
}

/** Leaving the page leaves the imports running. */
export function RunStep({ jobs, fresh, over, onOver, onAgain }: RunStepProps) {
  const t = useTranslations('layerBuilder.run');
  const router = useRouter();
  const only = jobs.length === 1;
  const finished = over.length === jobs.length;
  // Where rows were refused, the person reads which ones first.
  const whole = over.filter((job) => job.state === 'done' && job.rejected === 0);
  const opens = fresh && only && whole.length === 1 ? (whole[0]?.layer ?? null) : null;
  useEffect(() => {
    if (opens === null) return;
    const timer = setTimeout(() => router.push(layerOnMap(opens)), MOMENT_MS);
    return () => clearTimeout(timer);
  }, [opens, router]);
  return (
    <div className={classes.run}>
      {!finished && <p className={classes.hint}>{t('goesOn')}</p>}
      {jobs.map((id) => (
        <Watched key={id} id={id} only={only} onAgain={onAgain} onOver={onOver} />
      ))}
      {opens !== null && (
        <p className={classes.hint} role="status">
          {t('opening')}
        </p>
      )}
      {finished && (
        <div className={classes.foot}>
          <Button variant="default" onClick={onAgain}>
            {t('more')}
          </Button>
          <Button component={Link} href={href('layerImport', { id: 'upload' })} prefetch={false} variant="default">
            {t('otherFile')}
          </Button>
          {!only && (
            <Button component={Link} href={href('layers')} prefetch={false}>
              {t('layers')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
