// The third step of an append: watched to its end, what it did, and its way back as one act.
'use client';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { useWrite } from '@/lib/api/hooks';
import { isOver, useJob } from '@/lib/api/use-job';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { JobCard } from '../job-card';
import run from '../run-step.module.css';
import classes from './append.module.css';
import { Outcome } from './outcome';

function Undo({ id }: { id: string }) {
  const t = useTranslations('layerBuilder.append');
  const job = useJob(id);
  if (!job.data) return <FormSkeleton fields={1} />;
  return job.data.state === 'done' ? (
    <section className={classes.block} aria-label={t('undoneTitle')} role="status">
      <h2 className={classes.title}>{t('undoneTitle')}</h2>
      <Outcome job={job.data} />
    </section>
  ) : (
    <JobCard job={job.data} only={false} />
  );
}

export function AppendRun({ id, layer, onAgain }: { id: string; layer: number; onAgain: () => void }) {
  const t = useTranslations('layerBuilder.append');
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const errorText = useErrorText();
  const job = useJob(id);
  const undo = useWrite(api.uploads.undo);
  const [undoId, setUndoId] = useState<string | null>(null);
  if (job.error && !job.data) return <ErrorState error={job.error} retry={() => void job.refetch()} />;
  if (!job.data) return <FormSkeleton fields={1} />;
  const { data } = job;
  const takeBack = async () => {
    const { added = 0, changed = 0 } = data.outcome ?? {};
    const isSure = await confirm({
      title: t('undoTitle'),
      text: t('undoText', { added: number(added), changed: number(changed) }),
      confirm: t('undo'),
      danger: true,
    });
    if (!isSure) return;
    undo.mutate(
      { params: { id } },
      {
        onSuccess: (started) => setUndoId(started.id),
        onError: (error) => void toast({ type: 'error', message: errorText(error) }),
      },
    );
  };
  return (
    <div className={run.run}>
      <JobCard job={data} only onAgain={onAgain} />
      {data.state === 'done' && (
        <section className={classes.block} aria-label={t('outcomeTitle')}>
          <Outcome job={data} />
        </section>
      )}
      {undoId && <Undo id={undoId} />}
      {isOver(data) && (
        <div className={run.foot}>
          {data.can_undo && !undoId && (
            <Button
              variant="default"
              color="red"
              leftSection={<IconArrowBackUp size={16} />}
              loading={undo.isPending}
              onClick={() => void takeBack()}
            >
              {t('undo')}
            </Button>
          )}
          <Button
            component={Link}
            href={href('layerAppend', { layer_id: layer, id: 'upload' })}
            prefetch={false}
            variant="default"
          >
            {t('otherFile')}
          </Button>
        </div>
      )}
    </div>
  );
}
