// A layer on a map of its own: with a filter in the table, what it leaves is marked and the rest is faint.
'use client';
import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { EmptyState, useErrorText } from '@/components/feedback/states';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { keyOf } from '@/lib/api/keys';
import { type RecordPage, readPage } from '@/lib/api/read-records';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { extentOf, PlainMap, type ShapeSet, toMapLayers } from '@/map';
import { isFiltered, requestOf, type TableQuery } from '../../logic/table-query';
import classes from './layer-page.module.css';

/** Records that are marked; of more the first ones in the table's order. */
const MAX_MARKED = 1000;
const FAINT = 0.35;
const NO_SWITCHES = { order: [], hidden: new Set<number>(), off: new Map() };

export interface LayerMapProps {
  layer: Layer;
  query: TableQuery;
  /** The record that is open beside the map. */
  open: LayerRecord | null;
  onOpen: (record: number) => void;
}

/** What the table's filters leave; nothing is read without one. */
function useMatches(layer: Layer, query: TableQuery) {
  const { lang } = useFormat();
  const { form } = layer.config;
  const filtered = isFiltered(query);
  const request = requestOf(layer.id, form, query, lang);
  const paging = { limit: MAX_MARKED, offset: 0 };
  const read = useQuery<RecordPage>({
    queryKey: keyOf(api.records.list, { marked: request, ...paging }),
    queryFn: ({ signal }) => readPage(form, request, paging, signal),
    enabled: filtered,
  });
  return { filtered, error: filtered ? read.error : null, page: filtered ? read.data : undefined };
}

const shapesOf = (records: readonly LayerRecord[]) =>
  records.flatMap(({ id, geometry }) => (geometry ? [{ id, geometry }] : []));

export default function LayerMap({ layer, query, open, onOpen }: LayerMapProps) {
  const t = useTranslations('layerPage.map');
  const { number } = useFormat();
  const errorText = useErrorText();
  const { filtered, error, page } = useMatches(layer, query);
  const layers = useMemo(
    () => toMapLayers([layer], { ...NO_SWITCHES, opacity: new Map(filtered ? [[layer.id, FAINT]] : []) }),
    [layer, filtered],
  );
  const matches = useMemo(() => shapesOf(page?.results ?? []), [page]);
  const sets = useMemo<ShapeSet[]>(
    () => [
      { id: 'matches', role: 'found', shapes: matches },
      { id: 'open', role: 'after', shapes: open ? shapesOf([open]) : [] },
    ],
    [matches, open],
  );
  const extent = useMemo(
    () => (matches.length > 0 ? extentOf(matches.map(({ geometry }) => geometry)) : layer.extent),
    [matches, layer.extent],
  );
  if (layer.record_count === 0)
    return (
      <EmptyState
        icon={<IconMapPinOff size={24} />}
        title={t('empty')}
        text={t('emptyText')}
        {...(layer.rights.add
          ? {
              action: (
                <Button component={Link} href={href('addData', { id: layer.id })}>
                  {t('add')}
                </Button>
              ),
            }
          : { noAct: 'final' as const })}
      />
    );
  const words = () => {
    if (error) return errorText(error);
    if (!page) return t('reading');
    const n = number(matches.length);
    return page.count > page.results.length ? t('markedPart', { n, all: number(page.count) }) : t('marked', { n });
  };
  return (
    <div className={classes.map}>
      <PlainMap
        label={t('label', { layer: layer.label })}
        layers={layers}
        sets={sets}
        extent={extent}
        onPick={(_, record) => onOpen(record)}
        onPickRecord={({ id }) => onOpen(id)}
      >
        {filtered && (
          <p role="status" className={classes.mark}>
            {words()}
          </p>
        )}
      </PlainMap>
    </div>
  );
}
