// Imports that are still at work while another file is chosen: they are easily forgotten once their page is left.
'use client';
import { useTranslations } from 'next-intl';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { isOver } from '@/lib/api/use-job';
import { JobCard } from './job-card';
import classes from './run-step.module.css';

const EVERY_MS = 2000;
/** While the stream of news tells of each step. */
const TOLD_MS = 15_000;

/** Nothing where none is running. An upstream without a list of jobs shows none. */
export function RunningJobs() {
  const t = useTranslations('layerBuilder.run');
  const jobs = useRead(api.uploads.jobs, {}, { every: EVERY_MS, told: TOLD_MS });
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
