// All pairs of regions of one parent that share ground, the largest first: a list to work off.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useMeasureText } from '@/map';
import classes from '../regions.module.css';

const SIZE = 50;

export interface OverlapListProps {
  open: number | null;
  /** Opens a region where its overlaps are mended. */
  onOpen: (id: number) => void;
}

export function OverlapList({ open, onOpen }: OverlapListProps) {
  const t = useTranslations('regions.tree');
  const measure = useMeasureText();
  const [page, setPage] = useState(1);
  const query = { limit: SIZE, after: (page - 1) * SIZE };
  const read = useRead(api.regions.overlaps, { query }, { keep: true });
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={10} />;
  const { pairs, count, capped } = read.data;
  return (
    <>
      {capped && <Callout>{t('capped')}</Callout>}
      {count === 0 ? (
        <EmptyState title={t('noPairs')} text={t('noPairsText')} noAct="final" />
      ) : (
        <ul className={classes.pairs} aria-label={t('filters.pairs')}>
          {pairs.map(({ a, b, area }) => (
            <li key={`${a.id}-${b.id}`}>
              <button
                type="button"
                className={classes.pair}
                aria-current={open === a.id || open === b.id || undefined}
                onClick={() => onOpen(a.id)}
              >
                <span className={classes.pairNames}>
                  <bdi>{a.label}</bdi>
                  <bdi>{b.label}</bdi>
                </span>
                <span className={classes.unit}>{measure(area, 'area')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {count > SIZE && (
        <Pager page={page} size={SIZE} rowCount={pairs.length} count={count} isCapped={capped} onPage={setPage} />
      )}
    </>
  );
}
