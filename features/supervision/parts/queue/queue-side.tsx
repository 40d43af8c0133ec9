// The start side of a review: how far the queue is, its filters, its rows, and what can be done with those that are selected.
'use client';
import { Button, Progress, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { JalaliRange } from '@/components/pickers/jalali-range';
import { api } from '@/contract/index';
import { QUEUE_STATES } from '@/contract/schemas/supervision';
import { useRead } from '@/lib/api/hooks';
import { usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import { splitOwn } from '../../logic/queue-state';
import classes from './queue.module.css';
import { QueueList } from './queue-list';
import type { ReviewQueue } from './use-queue';

export interface QueueSideProps {
  queue: ReviewQueue;
  hasLayer: boolean;
  selected: ReadonlySet<number>;
  onToggle: (id: number) => void;
  onClear: () => void;
  onOpen: (id: number) => void;
  onApproveMany: () => void;
  onReturnMany: () => void;
}

function Filters({ queue }: Pick<QueueSideProps, 'queue'>) {
  const t = useTranslations('supervision');
  const people = usePeopleOptions(api.users.all, queue.filters.person === null ? [] : [queue.filters.person]);
  const regions = useRegionOptions();
  const projects = useRead(api.projects.list, { query: { limit: 100 } });
  const { filters, setFilters } = queue;
  const pick = (name: 'person' | 'region' | 'project', options: readonly { id: number; label: string }[]) => (
    <Select
      size="xs"
      clearable
      searchable
      aria-label={t(`filters.${name}`)}
      placeholder={t(`filters.${name}`)}
      data={[...new Map(options.map(({ id, label }) => [id, { value: String(id), label }])).values()]}
      value={filters[name] === null ? null : String(filters[name])}
      onChange={(value) => setFilters({ [name]: value === null ? null : Number(value) })}
    />
  );
  return (
    <div className={classes.filters}>
      <Select
        size="xs"
        clearable
        aria-label={t('filters.state')}
        placeholder={t('filters.allWaiting')}
        data={QUEUE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={filters.state}
        onChange={(value) => setFilters({ state: (value as typeof filters.state) ?? null })}
      />
      {pick('person', [...people.known, ...people.options])}
      {pick('region', regions.known)}
      {pick(
        'project',
        (projects.data?.results ?? []).map(({ id, name }) => ({ id, label: name })),
      )}
      <JalaliRange
        className={classes.days ?? ''}
        label={t('filters.days')}
        value={filters.days}
        onChange={(days) => setFilters({ days })}
      />
    </div>
  );
}

function Bulk({ queue, selected, onClear, onApproveMany, onReturnMany }: QueueSideProps) {
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  const { judged, own } = splitOwn(queue.rows, selected);
  if (selected.size === 0) return null;
  return (
    <section className={classes.bulk} aria-label={t('title')}>
      <span role="status">
        {t('count', { count: judged.length, n: number(judged.length) })}
        {own > 0 && ` ${t('own', { count: own, n: number(own) })}`}
      </span>
      <Button size="compact-sm" color="teal" disabled={judged.length === 0} onClick={onApproveMany}>
        {t('approve')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={judged.length === 0} onClick={onReturnMany}>
        {t('return')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('clear')}
      </Button>
    </section>
  );
}

export function QueueSide(props: QueueSideProps) {
  const { queue, hasLayer, selected, onToggle, onOpen } = props;
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
      <Filters queue={queue} />
      {queue.error ? (
        <ErrorState error={queue.error} retry={queue.retry} />
      ) : queue.isPending ? (
        <ListSkeleton rows={8} />
      ) : rows.length === 0 ? (
        <EmptyState
          title={t(done > 0 ? 'allDone' : 'empty')}
          text={t(queue.isFiltered ? 'emptyFiltered' : 'emptyText')}
          noAct="beside"
        />
      ) : (
        <QueueList
          rows={rows}
          open={queue.open}
          selected={selected}
          hasLayer={hasLayer}
          onOpen={onOpen}
          onToggle={onToggle}
          more={queue.more}
        />
      )}
      <Bulk {...props} />
    </div>
  );
}
