// What was found: records under their layers, one of them open; and what map services say of the place.
'use client';
import { Group, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconFocusCentered,
  IconForms,
  IconTable,
  IconZoomScan,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/states';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import type { Found } from '@/contract/schemas/record';
import { featureInfo } from '@/lib/api/feature-info';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/measure';
import { Glyph } from '@/map/legend/glyph';
import { flash } from '@/map/state/flash';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { legend } from '@/map/style/legend';
import { ExportMenu } from '../parts/export-menu';
import { ValueList } from '../parts/values';
import type { IdentifyQuestion } from './machine';
import classes from './results.module.css';

/** The server's own bound; more than that is a query, not a look. */
const MOST = 500;
const CLOSE = 17;

/** Scalars of a service's answer; what is nested is written out. */
const words = (properties: Record<string, unknown>): Values =>
  Object.fromEntries(
    Object.entries(properties).map(([name, v]) => [
      name,
      v === null || ['string', 'number', 'boolean'].includes(typeof v) ? (v as Values[string]) : JSON.stringify(v),
    ]),
  );

const idsOf = (hits: readonly Found[]) => ({ ids: hits.map((f) => f.id).join(',') });

/** By layer, in the order found. Written out: the oldest browsers let in lack Map.groupBy. */
const byLayer = (hits: readonly Found[]): Map<number, Found[]> => {
  const map = new Map<number, Found[]>();
  for (const one of hits) map.set(one.layer, [...(map.get(one.layer) ?? []), one]);
  return map;
};

/** One question's answer; give it a key of the question. */
export const Results = ({ question }: { question: IdentifyQuestion }) => {
  const t = useTranslations('map.tools.identify');
  const { number } = useFormat();
  const map = useMap();
  const layers = useTool((s) => s.layers);
  const select = useSelection((s) => s.select);
  const [current, setCurrent] = useState(0);
  const { geometry, at, tolerance, pictures } = question;
  const read = useRead(
    api.records.identify,
    { body: { geometry, layers: [...question.layers], tolerance, limit: MOST } },
    { enabled: question.layers.length > 0 },
  );
  const infos = useQueries({
    queries: pictures.map((id) => ({
      queryKey: ['featureInfo', id, at, tolerance],
      queryFn: ({ signal }: { signal: AbortSignal }) => featureInfo(id, at ?? [0, 0], tolerance, signal),
      retry: false,
    })),
  });

  // In the order of the list, so that next and previous walk down it.
  const groups = byLayer(question.layers.length > 0 ? (read.data ?? []) : []);
  const results = [...groups.values()].flat();
  const one = results[current];

  useEffect(() => {
    if (one) select(one.layer, [one.id], one.geometry ? [one.geometry] : []);
    else useSelection.getState().clear();
  }, [one, select]);

  const labelOf = (id: number) => layers.find((l) => l.id === id)?.label ?? '';
  const zoom = (hits: readonly Found[]) => {
    const extent = extentOf(hits.flatMap((f) => f.geometry ?? []));
    if (extent) map.fitExtent(extent, { maxZoom: CLOSE });
  };
  const go = (to: number) => {
    const next = results[to];
    if (!next) return;
    setCurrent(to);
    if (next.geometry) flash([next.geometry]);
  };

  const waiting = read.isLoading || infos.some((i) => i.isLoading);
  const nothing = !waiting && !read.error && results.length === 0 && infos.every((i) => !i.error && !i.data?.length);
  return (
    <div>
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {waiting && results.length === 0 && <ListSkeleton rows={3} />}
      {nothing && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {results.length > 0 && (
        <Group gap={4} wrap="nowrap">
          <Text size="sm" c="dimmed" role="status" flex={1}>
            {results.length >= MOST
              ? t('foundMost', { count: results.length, shown: number(results.length) })
              : t('found', { count: results.length, shown: number(results.length) })}
          </Text>
          <IconButton label={t('previous')} size={28} disabled={current === 0} onClick={() => go(current - 1)}>
            <IconChevronUp size={18} />
          </IconButton>
          <IconButton
            label={t('next')}
            size={28}
            disabled={current >= results.length - 1}
            onClick={() => go(current + 1)}
          >
            <IconChevronDown size={18} />
          </IconButton>
          <IconButton label={t('zoomAll')} size={28} onClick={() => zoom(results)}>
            <IconZoomScan size={18} />
          </IconButton>
        </Group>
      )}
      {[...groups].map(([id, hits]) => {
        const layer = layers.find((l) => l.id === id)?.layer;
        const glyph = layer && legend(layer.config.style, layer.type)[0]?.glyph;
        const label = labelOf(id);
        return (
          <section key={id} aria-label={label}>
            <header className={classes.layer}>
              {glyph && <Glyph glyph={glyph} />}
              <h3>
                <bdi>{label}</bdi> <span className={classes.count}>{number(hits.length)}</span>
              </h3>
              <IconButton
                label={t('table', { label })}
                size={28}
                variant="subtle"
                color="gray"
                onClick={() =>
                  map.ask({ kind: 'table', layer: id, filter: idsOf(hits), title: t('tableTitle', { label }) })
                }
              >
                <IconTable size={16} />
              </IconButton>
              {layer && <ExportMenu layer={layer} filter={idsOf(hits)} />}
            </header>
            <ul className={classes.list}>
              {hits.map((item) => {
                const place = results.indexOf(item);
                const open = place === current;
                return (
                  <li key={item.id} className={classes.item} data-open={open || undefined}>
                    <button type="button" className={classes.name} aria-expanded={open} onClick={() => go(place)}>
                      <span dir="auto">{item.title}</span>
                    </button>
                    {open && (
                      <div className={classes.inside}>
                        <ValueList fields={layer?.config.form ?? []} value={item.value} />
                        <Group gap={4} mt={8}>
                          <IconButton
                            label={t('open')}
                            variant="default"
                            size={32}
                            onClick={() => map.ask({ kind: 'open', id: item.id })}
                          >
                            <IconForms size={18} />
                          </IconButton>
                          <IconButton label={t('zoom')} variant="default" size={32} onClick={() => zoom([item])}>
                            <IconZoomScan size={18} />
                          </IconButton>
                          <IconButton
                            label={t('flash')}
                            variant="default"
                            size={32}
                            onClick={() => item.geometry && flash([item.geometry])}
                          >
                            <IconFocusCentered size={18} />
                          </IconButton>
                        </Group>
                      </div>
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      {pictures.map((id, i) => {
        const info = infos[i];
        if (!info || (!info.error && !info.data?.length)) return null;
        return (
          <section key={id} aria-label={labelOf(id)}>
            <header className={classes.layer}>
              <h3>
                <bdi>{labelOf(id)}</bdi>
              </h3>
            </header>
            {info.error && (
              <Text size="sm" c="dimmed">
                {t('service')}
              </Text>
            )}
            {(info.data ?? []).map((properties, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a service's answers have no names, and never change their places.
              <ValueList key={n} fields={[]} value={words(properties)} />
            ))}
          </section>
        );
      })}
    </div>
  );
};
