// What lies at the place that was asked: one row a record, under its layer's name.
'use client';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/states';
import type { Layer } from '@/contract/schemas/layer';
import type { Found } from '@/contract/schemas/record';
import { Glyph, legend } from '@/map';
import classes from './found-list.module.css';

export interface FoundListProps {
  results: readonly Found[] | null;
  error: unknown;
  layers: readonly Layer[];
  onOpen: (found: Found) => void;
}

export function FoundList({ results, error, layers, onOpen }: FoundListProps) {
  const t = useTranslations('home');
  if (error) return <ErrorState error={error} />;
  if (results === null) return <ListSkeleton rows={3} />;
  if (results.length === 0) return <EmptyState title={t('found.emptyTitle')} text={t('found.emptyText')} />;
  const byLayer = group(results);
  return (
    <div>
      {[...byLayer].map(([id, found]) => {
        const layer = layers.find((l) => l.id === id);
        const glyph = layer && legend(layer.config.style, layer.type)[0]?.glyph;
        return (
          <section key={id} aria-label={layer?.label}>
            <h3 className={classes.layer}>
              {glyph && <Glyph glyph={glyph} />}
              <bdi>{layer?.label}</bdi>
            </h3>
            <ul className={classes.list}>
              {found.map((one) => (
                <li key={one.id}>
                  <button type="button" className={classes.item} onClick={() => onOpen(one)}>
                    <span dir="auto">{one.title}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** By layer, in the order found. Written out: the oldest browsers let in lack Map.groupBy. */
function group(results: readonly Found[]): Map<number, Found[]> {
  const map = new Map<number, Found[]>();
  for (const one of results) map.set(one.layer, [...(map.get(one.layer) ?? []), one]);
  return map;
}
