// The open record between its queue and its details: the map and the verdicts in the middle. Tables have no map: their values take its place.
'use client';
import { useTranslations } from 'next-intl';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { Review } from '@/contract/schemas/supervision';
import { DiffFields } from './diff-fields';
import classes from './review.module.css';
import { ReviewPlace } from './review-place';
import { VerdictBar, type VerdictBarProps } from './verdict-bar';

interface ReviewMiddleProps extends Omit<VerdictBarProps, 'review'> {
  layer: Layer | undefined;
  review: Review | undefined;
  error: unknown;
  retry: () => void;
}

export function ReviewMiddle({ layer, review, error, retry, ...bar }: ReviewMiddleProps) {
  const t = useTranslations('supervision');
  if (error && !review) return <ErrorState error={error} retry={retry} title={t('notRead')} />;
  if (!review || !layer) return <ListSkeleton rows={6} />;
  const isTable = layer.type === LAYER_TYPES.table;
  return (
    <div className={classes.place}>
      {isTable ? (
        <div className={classes.wide}>
          <DiffFields record={review.record} form={layer.config.form} />
        </div>
      ) : (
        <div className={classes.map}>
          <ReviewPlace layer={layer} record={review.record} />
        </div>
      )}
      <VerdictBar key={review.record.id} review={review} {...bar} />
    </div>
  );
}
