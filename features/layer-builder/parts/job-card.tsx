// One import: how far it is, what came of it, and where to go from there.
'use client';
import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock, IconUpload } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { Job } from '@/contract/schemas/upload';
import { useWrite } from '@/lib/api/hooks';
import { isOver } from '@/lib/api/use-job';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { timeLeft } from '../logic/time-left';
import { Rejects } from './rejects';
import classes from './run-step.module.css';
import { useTimeText } from './use-time-text';

const ICONS: Record<Job['state'], typeof IconClock> = {
  waiting: IconClock,
  running: IconUpload,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
};

function Underway({ job }: { job: Job }) {
  const t = useTranslations('layerBuilder.job');
  const timeText = useTimeText();
  // A job that is met on its way is timed from where it was met.
  const met = useRef({ at: Date.now(), progress: job.progress ?? 0 });
  const share = ((job.progress ?? 0) - met.current.progress) / Math.max(1, 100 - met.current.progress);
  const left = job.state === 'running' && job.progress !== null ? timeLeft(Date.now() - met.current.at, share) : null;
  const blind = job.state === 'waiting' || job.progress === null;
  return (
    <>
      <Progress
        value={job.state === 'waiting' ? 0 : (job.progress ?? 100)}
        size={6}
        striped={blind}
        animated={job.state === 'running' && blind}
        aria-label={t('progress', { label: job.label })}
      />
      <p className={classes.hint}>
        {job.state === 'waiting'
          ? t('waitingHint')
          : job.progress !== null && <Num value={job.progress / 100} isShare />}
        {left && <> · {timeText(left)}</>}
      </p>
    </>
  );
}

/** An import of records never ends well with none: what came in was a raster. */
const isPicture = (job: Job) => job.state === 'done' && job.imported === 0 && !job.dry_run;

function Counts({ job }: { job: Job }) {
  const t = useTranslations('layerBuilder.job');
  return (
    <dl className={classes.counts}>
      {(['read', 'imported', 'rejected'] as const).map((key) => (
        <div key={key} data-bad={(key === 'rejected' && job.rejected > 0) || undefined}>
          <dt>{t(key)}</dt>
          <dd>
            <Num value={job[key]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface JobCardProps {
  job: Job;
  /** The only job of the page: its first action is the page's. */
  only: boolean;
  /** Back to the choices; missing where they are not at hand. */
  onAgain?: () => void;
}

/** The address of the map with these layers on top, unfolded and in view; the first is the active one. */
export const layersOnMap = (layers: readonly number[]): string => `${href('home')}?layer=${layers.join(',')}`;

/** The layers that an import made. */
export const layersOf = ({ layer, outcome }: Job): number[] => outcome?.layers ?? (layer === null ? [] : [layer]);

/** What became of the relations of a file whose layers came in together. */
function Related({ job: { outcome } }: { job: Job }) {
  const t = useTranslations('layerBuilder.job');
  const { number, listed } = useFormat();
  const { layers, relations = 0, unrelated = [] } = outcome ?? {};
  if (!layers) return null;
  return (
    <>
      <p className={classes.hint}>{t('related', { layers: number(layers.length), relations: number(relations) })}</p>
      {unrelated.length > 0 && <p className={classes.error}>{t('unrelated', { names: listed(unrelated) })}</p>}
    </>
  );
}

/** Where to go from an import that ended well. */
function NextSteps({ job, layer, only }: { job: Job; layer: number; only: boolean }) {
  const t = useTranslations('layerBuilder.job');
  return (
    <div className={classes.actions}>
      <Button component={Link} href={layersOnMap(layersOf(job))} prefetch={false} variant={only ? 'filled' : 'light'}>
        {t('showOnMap')}
      </Button>
      {!isPicture(job) && (
        <Button component={Link} href={href('layerData', { id: layer })} prefetch={false} variant="default">
          {t('openRecords')}
        </Button>
      )}
      <Button component={Link} href={`${href('layers')}?open=${layer}`} prefetch={false} variant="subtle">
        {t('access')}
      </Button>
    </div>
  );
}

/** State in words and numbers, then the actions that fit it. */
export function JobCard({ job, only, onAgain }: JobCardProps) {
  const t = useTranslations('layerBuilder.job');
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const errorText = useErrorText();
  const cancel = useWrite(api.uploads.cancel);
  const Icon = ICONS[job.state];
  const stop = async () => {
    const sure = await confirm({
      title: t('cancelTitle', { label: job.label }),
      text: t('cancelText', { n: number(job.read) }),
      confirm: t('cancel'),
      danger: true,
    });
    if (!sure) return;
    cancel.mutate(
      { params: { id: job.id } },
      { onError: (error) => toast({ type: 'error', message: errorText(error) }) },
    );
  };
  const outcome =
    job.state === 'done' && !isPicture(job)
      ? t('outcome', { n: number(job.imported), m: number(job.rejected), count: job.imported, refused: job.rejected })
      : '';
  return (
    <section className={classes.card} aria-label={job.label}>
      <div className={classes.cardHead}>
        <span className={classes.state} data-state={job.state} aria-hidden>
          <Icon size={20} stroke={1.7} />
        </span>
        <div className={classes.words}>
          <h2 className={classes.title}>
            <bdi>{job.label}</bdi>
          </h2>
          <p className={classes.hint} role="status">
            {outcome || (job.state === 'running' && job.stage ? t(`stages.${job.stage}`) : t(`states.${job.state}`))}
          </p>
        </div>
        {!isOver(job) && (
          <Button variant="default" loading={cancel.isPending} onClick={() => void stop()}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {!isOver(job) && <Underway job={job} />}
      {job.state === 'failed' && (
        <p className={classes.error} role="alert">
          {job.error ?? t('states.failed')}
        </p>
      )}
      {job.state === 'cancelled' && <p className={classes.hint}>{t('cancelledHint')}</p>}
      {(job.state === 'running' || job.rejected > 0) && <Counts job={job} />}
      {job.state !== 'running' && <Rejects job={job} />}
      {job.state === 'done' && <Related job={job} />}
      {job.text_follows && <p className={classes.hint}>{t('textFollows')}</p>}
      {job.state === 'done' && job.layer !== null && <NextSteps job={job} layer={job.layer} only={only} />}
      {(job.state === 'failed' || job.state === 'cancelled') && onAgain && (
        <div className={classes.actions}>
          <Button variant={only ? 'filled' : 'light'} onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
      )}
    </section>
  );
}
