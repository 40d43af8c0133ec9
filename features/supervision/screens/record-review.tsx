// One record with its verdicts, without a queue: where notices and searches lead.
'use client';
import { Button } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import type { VerdictAction } from '@/contract/schemas/record';
import { useRead, useWrite } from '@/lib/api/hooks';
import { href } from '@/lib/routes/rules';
import classes from '../parts/review/review.module.css';
import { ReviewMiddle } from '../parts/review/review-body';
import { type RecordParts, ReviewDetails } from '../parts/review/review-details';
import { useJudge, useLook, useReview } from '../parts/review/use-review';

const NONE: readonly number[] = [];

export function RecordReviewScreen({ id, ...lent }: RecordParts & { id: number }) {
  const t = useTranslations('supervision');
  const read = useReview(id, NONE);
  const review = read.data;
  const looking = useLook(review ? id : null, review?.looking ?? null);
  const layer = useRead(
    api.layers.one,
    { params: { id: review?.record.layer ?? 0 } },
    { enabled: review !== undefined },
  );
  const judging = useJudge({ onSent: () => {}, onRefused: () => {}, onUndone: () => {} });
  const reopening = useWrite(api.supervision.reopen);
  const reopen = useAction((reason: string) => reopening.mutateAsync({ params: { id }, body: { reason } }), {
    done: () => t('done.reopen'),
  });
  if (read.error && !review)
    return (
      <Page title={t('titleOne')}>
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      </Page>
    );
  return (
    <Page
      title={layer.data ? t('recordOf', { layer: layer.data.label }) : t('titleOne')}
      fill
      actions={
        review && (
          <Button
            component={Link}
            href={href('supervisionLayerData', { id: review.record.layer })}
            prefetch={false}
            variant="default"
          >
            {t('toQueue')}
          </Button>
        )
      }
    >
      <div className={classes.single}>
        <section className={classes.middle} aria-label={t('place')}>
          <ReviewMiddle
            layer={layer.data}
            review={review}
            error={read.error}
            retry={() => void read.refetch()}
            onJudge={(action: VerdictAction, reason?: string) => review && void judging.judge(review, action, reason)}
            onReopen={(reason) => void reopen.run(reason)}
            onUndo={() => void judging.undo(id)}
          />
        </section>
        <aside className={classes.aside} aria-label={t('details')}>
          {review && layer.data ? (
            <ReviewDetails
              layer={layer.data}
              review={review}
              looking={looking}
              isChanged={judging.changed === id}
              {...lent}
            />
          ) : (
            <ListSkeleton rows={6} />
          )}
        </aside>
      </div>
    </Page>
  );
}
