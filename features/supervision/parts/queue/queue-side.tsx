// The start side of a review: how far the queue is, its filters, its rows, and what can be done with those that are selected.
'use client';
import { Button, Progress } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { splitOwn } from '../../logic/queue-state';
import classes from './queue.module.css';
import { QueueFilters } from './queue-filters';
import { QueueList } from './queue-list';
import type { BulkJudge } from './use-bulk-judge';
import type { ReviewQueue } from './use-queue';

export interface QueueSideProps {
  queue: ReviewQueue;
  bulk: BulkJudge;
  /** The one layer of the queue; null in that of all layers. */
  layer: Layer | undefined | null;
  isNarrow: boolean;
  onOpen: (id: number) => void;
}

function Bulk({ queue, bulk }: Pick<QueueSideProps, 'queue' | 'bulk'>) {
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  const { selected, progress } = bulk;
  const { judged, own } = splitOwn(queue.rows.filter(({ id }) => selected.has(id)));
  if (progress)
    return (
      <section className={classes.bulk} aria-label={t('title')}>
        <span role="status">{t('progress', { done: number(progress.done), total: number(progress.total) })}</span>
        <Button size="compact-sm" variant="default" onClick={bulk.stop}>
          {t('stop')}
        </Button>
      </section>
    );
  if (selected.size === 0) return null;
  return (
    <section className={classes.bulk} aria-label={t('title')}>
      <span role="status">
        {t('count', { count: judged.length, n: number(judged.length) })}
        {own > 0 && ` ${t('own', { count: own, n: number(own) })}`}
      </span>
      <Button size="compact-sm" color="teal" disabled={judged.length === 0} onClick={() => bulk.ask('approve')}>
        {t('approve')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={judged.length === 0} onClick={() => bulk.ask('return')}>
        {t('return')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={bulk.clear}>
        {t('clear')}
      </Button>
    </section>
  );
}

export function QueueSide(props: QueueSideProps) {
  const { queue, bulk, layer, isNarrow, onOpen } = props;
  const t = useTranslations('supervision.queue');
  const { number } = useFormat();
  const { rows, done, total, isCapped } = queue;
  return (
    <div className={classes.side}>
      <div>
        <span role="status">
          {t('progress', { done: number(done), total: `${number(total)}${isCapped ? '+' : ''}` })}
        </span>
        <Progress size="sm" aria-label={t('title')} value={total === 0 ? 0 : (100 * done) / total} />
      </div>
      <QueueFilters queue={queue} layer={layer ?? undefined} isNarrow={isNarrow} />
      {queue.error ? (
        <ErrorState error={queue.error} retry={queue.retry} />
      ) : queue.isPending ? (
        <ListSkeleton rows={8} />
      ) : rows.length === 0 ? (
        <EmptyState
          title={t(done > 0 ? 'allDone' : 'empty')}
          {...(queue.isFiltered
            ? {
                text: t('emptyFiltered'),
                action: (
                  <Button variant="default" onClick={queue.clearFilters}>
                    {t('clearFilters')}
                  </Button>
                ),
              }
            : { text: t('emptyText'), noAct: 'final' })}
        />
      ) : (
        <QueueList queue={queue} bulk={bulk} hasLayer={layer === null} onOpen={onOpen} />
      )}
      <Bulk queue={queue} bulk={bulk} />
    </div>
  );
}
