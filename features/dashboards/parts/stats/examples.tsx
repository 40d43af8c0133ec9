// What stands in the place of the result while no layer is chosen: three questions from real layers, and those that were kept.
'use client';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { exampleOf } from '../../logic/stats/examples';
import type { Question } from '../../logic/stats/question';
import classes from './stats.module.css';
import { useSentence } from './use-sentence';

const COUNT = 3;
/** The largest ones, of which some may be pictures. */
const READ = 12;
const MAX_TYPE = 3;

function Example({ layer, onOpen }: { layer: Layer; onOpen: (question: Question) => void }) {
  const question = exampleOf(layer);
  const text = useSentence(layer, question);
  return (
    <li>
      <button type="button" className={classes.example} onClick={() => onOpen(question)}>
        <strong>
          <bdi>{layer.label}</bdi>
        </strong>
        <span className={classes.note}>{text}</span>
      </button>
    </li>
  );
}

export function Examples({ onOpen }: { onOpen: (question: Question) => void }) {
  const t = useTranslations('dashboards.stats');
  const read = useRead(api.layers.list, { query: { order: '-record_count', limit: READ } });
  if (read.isPending) return <ListSkeleton rows={3} />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  const layers = read.data.results
    .filter(({ type, record_count }) => type <= MAX_TYPE && record_count > 0)
    .slice(0, COUNT);
  return (
    <>
      <EmptyState title={t('emptyTitle')} text={t(layers.length > 0 ? 'emptyText' : 'emptyNone')} noAct="beside" />
      <ul className={classes.examples} aria-label={t('examples')}>
        {layers.map((layer) => (
          <Example key={layer.id} layer={layer} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}
