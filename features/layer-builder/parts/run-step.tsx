// The third step: the imports of one file, each watched to its end.
'use client';
import { Button } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import type { Job } from '@/contract/schemas/upload';
import { isOver, useJob } from '@/lib/api/use-job';
import { href } from '@/lib/routes/rules';
import { JobCard, layersOf, layersOnMap } from './job-card';
import classes from './run-step.module.css';

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
  /** Those ordered in this visit: when all of them have ended well, the page moves on by itself. */
  ordered: readonly string[];
  over: readonly Job[];
  onOver: (job: Job) => void;
  onAgain: () => void;
  /** Where another file is chosen. */
  home?: string;
}

/** Leaving the page leaves the imports running. */
export function RunStep({ jobs, ordered, over, onOver, onAgain, home }: RunStepProps) {
  const t = useTranslations('layerBuilder.run');
  const router = useRouter();
  const only = jobs.length === 1;
  const finished = over.length === jobs.length;
  // In the order of the file's data sets, whichever ended first.
  const doneOf = (ids: readonly string[]) =>
    ids.flatMap((id) => over.filter((job) => job.id === id && job.state === 'done'));
  const addressOf = (done: readonly Job[]) => {
    const layers = done.flatMap(layersOf);
    return layers.length > 0 ? layersOnMap(layers) : null;
  };
  const address = addressOf(doneOf(jobs));
  // Where rows were refused or relations left out, the person reads which ones first.
  const whole = doneOf(ordered).filter(({ rejected, outcome }) => rejected === 0 && !outcome?.unrelated?.length);
  const opens = whole.length === ordered.length ? addressOf(whole) : null;
  useEffect(() => {
    if (opens === null) return;
    const timer = setTimeout(() => router.push(opens), MOMENT_MS);
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
          <Button
            component={Link}
            href={home ?? href('layerImport', { id: 'upload' })}
            prefetch={false}
            variant="default"
          >
            {t('otherFile')}
          </Button>
          {!only && address && (
            <Button component={Link} href={address} prefetch={false}>
              {t('map')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
