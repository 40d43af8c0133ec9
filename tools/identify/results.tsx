// What was found: records under their layers, one of them open; and what map services say of the place.
'use client';
import { Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTable, IconZoomScan } from '@tabler/icons-react';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { Num } from '@/components/num';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import type { Found } from '@/contract/schemas/record';
import { featureInfo } from '@/lib/api/feature-info';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { Glyph } from '@/map/legend/glyph';
import { flash } from '@/map/state/flash';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { legendOf } from '@/map/style/legend';
import { ExportMenu } from '../parts/export-menu';
import { ValueList } from '../parts/values';
import { HitDetails, useZoom } from './hit-details';
import type { IdentifyQuestion } from './machine';
import classes from './results.module.css';

/** The server's own bound; more than that is a query, not a look. */
const MAX_RECORDS = 500;
/** As many as somebody goes through one by one. */
const MAX_LISTED = 100;

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

interface ResultsBarProps {
  count: number;
  /** Found, but not listed. */
  rest: number;
  current: number;
  onGo: (to: number) => void;
  onZoom: () => void;
}

/** How many there are, and the way through them. */
const ResultsBar = ({ count, rest, current, onGo, onZoom }: ResultsBarProps) => {
  const t = useTranslations('map.tools.identify');
  const { number } = useFormat();
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" c="dimmed" role="status" flex={1}>
        {rest > 0
          ? t('listedMost', { shown: number(count), more: `${number(rest)}${count + rest >= MAX_RECORDS ? '+' : ''}` })
          : t(count >= MAX_RECORDS ? 'foundMost' : 'found', { count, shown: number(count) })}
      </Text>
      <IconButton label={t('previous')} size={28} disabled={current === 0} onClick={() => onGo(current - 1)}>
        <IconChevronUp size={18} />
      </IconButton>
      <IconButton label={t('next')} size={28} disabled={current >= count - 1} onClick={() => onGo(current + 1)}>
        <IconChevronDown size={18} />
      </IconButton>
      <IconButton label={t('zoomAll')} size={28} onClick={onZoom}>
        <IconZoomScan size={18} />
      </IconButton>
    </Group>
  );
};

interface LayerHitsProps {
  /** The layer's number. */
  id: number;
  hits: readonly Found[];
  open: Found | undefined;
  onOpen: (hit: Found) => void;
}

/** The records of one layer under its name. */
const LayerHits = ({ id, hits, open, onOpen }: LayerHitsProps) => {
  const t = useTranslations('map.tools.identify');
  const map = useMap();
  const toolLayer = useTool((s) => s.layers.find((l) => l.id === id));
  const layer = toolLayer?.layer;
  const glyph = layer && legendOf(layer)[0]?.glyph;
  const label = toolLayer?.label ?? '';
  const openTable = () => map.ask({ kind: 'table', layer: id, filter: idsOf(hits), title: t('tableTitle', { label }) });
  return (
    <section aria-label={label}>
      <header className={classes.layer}>
        {glyph && <Glyph glyph={glyph} />}
        <h3>
          <bdi>{label}</bdi> <Num className={classes.count} value={hits.length} />
        </h3>
        <IconButton label={t('table', { label })} size={28} variant="subtle" color="gray" onClick={openTable}>
          <IconTable size={16} />
        </IconButton>
        {layer && <ExportMenu layer={layer} filter={idsOf(hits)} />}
      </header>
      <ul className={classes.list}>
        {hits.map((hit) => (
          <li key={hit.id} className={classes.item} data-open={hit === open || undefined}>
            <button type="button" className={classes.name} aria-expanded={hit === open} onClick={() => onOpen(hit)}>
              <span dir="auto">{hit.title}</span>
            </button>
            {hit === open && <HitDetails hit={hit} layer={layer} />}
          </li>
        ))}
      </ul>
    </section>
  );
};

type Info = UseQueryResult<Awaited<ReturnType<typeof featureInfo>>>;

/** What a map service says of the place; nothing where it says nothing. */
const ServiceInfo = ({ id, info }: { id: number; info: Info }) => {
  const t = useTranslations('map.tools.identify');
  const label = useTool((s) => s.layers.find((l) => l.id === id)?.label ?? '');
  if (!info.error && !info.data?.length) return null;
  return (
    <section aria-label={label}>
      <header className={classes.layer}>
        <h3>
          <bdi>{label}</bdi>
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
};

/** The results of one question; give it a key of the question. */
export const Results = ({ question }: { question: IdentifyQuestion }) => {
  const t = useTranslations('map.tools.identify');
  const zoom = useZoom();
  const select = useSelection((s) => s.select);
  const [current, setCurrent] = useState(0);
  const { geometry, at, tolerance, pictures, isView } = question;
  const list = useRef<HTMLDivElement>(null);
  const read = useRead(
    api.records.identify,
    { body: { geometry, layers: [...question.layers], tolerance, limit: MAX_RECORDS } },
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
  const hits = question.layers.length > 0 ? (read.data ?? []) : [];
  const groups = byLayer(isView ? hits.slice(0, MAX_LISTED) : hits);
  const results = [...groups.values()].flat();
  const one = results[current];

  useEffect(() => {
    if (one) select(one.layer, [one.id], one.geometry ? [one.geometry] : []);
    else useSelection.getState().clear();
  }, [one, select]);

  // Whoever asked for the list goes on in it.
  const hasList = isView && results.length > 0;
  useEffect(() => {
    if (hasList) list.current?.querySelector<HTMLElement>('li button')?.focus();
  }, [hasList]);

  const go = (to: number) => {
    const next = results[to];
    if (!next) return;
    setCurrent(to);
    if (isView) zoom([next]);
    if (next.geometry) flash([next.geometry]);
  };

  const waiting = read.isLoading || infos.some((i) => i.isLoading);
  const nothing = !waiting && !read.error && results.length === 0 && infos.every((i) => !i.error && !i.data?.length);
  return (
    <div ref={list} className={classes.results}>
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {waiting && results.length === 0 && <ListSkeleton rows={3} />}
      {nothing && <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="onMap" />}
      {results.length > 0 && (
        <ResultsBar
          count={results.length}
          rest={hits.length - results.length}
          current={current}
          onGo={go}
          onZoom={() => zoom(results)}
        />
      )}
      {[...groups].map(([id, hits]) => (
        <LayerHits key={id} id={id} hits={hits} open={one} onOpen={(hit) => go(results.indexOf(hit))} />
      ))}
      {pictures.map((id, i) => infos[i] && <ServiceInfo key={id} id={id} info={infos[i]} />)}
    </div>
  );
};
