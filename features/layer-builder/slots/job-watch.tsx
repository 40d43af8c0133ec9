// One job that makes a layer, watched to its end wherever it was ordered.
'use client';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { useJob } from '@/lib/api/use-job';
import { JobCard } from '../parts/job-card';

export interface JobWatchProps {
  id: string;
  /** Back to the choices. */
  onAgain: () => void;
}

export function JobWatch({ id, onAgain }: JobWatchProps) {
  const job = useJob(id);
  if (job.data) return <JobCard job={job.data} only onAgain={onAgain} />;
  return job.error ? <ErrorState error={job.error} retry={() => void job.refetch()} /> : <FormSkeleton fields={1} />;
}
