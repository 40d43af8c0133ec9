// Imports that are still at work while another file is chosen: they are easily forgotten once their page is left.
'use client';
import { useTranslations } from 'next-intl';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { isOver, JOBS_LIVE_MS } from '@/lib/api/use-job';
import { JobCard } from './job-card';
import classes from './run-step.module.css';

const EVERY_MS = 2000;

/** Nothing where none is running. An upstream without a list of jobs shows none. */
export function RunningJobs() {
  const t = useTranslations('layerBuilder.run');
  const jobs = useRead(api.uploads.jobs, {}, { every: EVERY_MS, whileLive: JOBS_LIVE_MS });
  const open = (jobs.data ?? []).filter((job) => !isOver(job));
  if (open.length === 0) return null;
  return (
    <section className={classes.run} aria-label={t('running')}>
      <h2 className={classes.rejectsTitle}>{t('running')}</h2>
      {open.map((job) => (
        <JobCard key={job.id} job={job} only={false} />
      ))}
    </section>
  );
}
