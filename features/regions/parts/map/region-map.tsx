// The map of regions with its tools. It keeps its place while something is open or drawn.
'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import type { Extent, Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { Region } from '@/contract/schemas/region';
import { useFormat } from '@/lib/i18n/use-format';
import { extentOf, PlainMap, type RecordHit, toMapLayers } from '@/map';
import classes from '../regions.module.css';
import type { Editor } from '../use-editor';
import { MAX_SHAPES, useAsked, useRegionSets, useShapesInView } from './use-region-sets';

const NO_SWITCHES = { order: [], hidden: new Set<number>(), off: new Map(), opacity: new Map<number, number>() };

export interface RegionMapProps {
  open: Region | null;
  /** Fitted while nothing is open. */
  whole: Extent | null;
  editor: Editor;
  pointed: Geometry | null;
  sight: Geometry | null | undefined;
  layer: Layer | null;
  onOpen: (id: number) => void;
  onRecord: (record: RecordHit) => void;
  children: ReactNode;
}

export function RegionMap({ open, whole, editor, pointed, sight, layer, onOpen, onRecord, children }: RegionMapProps) {
  const t = useTranslations('regions.map');
  const { number } = useFormat();
  const { draft, tool, drawing } = editor;
  const { area, onView } = useAsked();
  // The map moves to where the regions lie as soon as their names are there: what is in view before is not asked for.
  const inView = useShapesInView(whole ? area : null);
  const regions = useMemo(() => inView.data?.results ?? [], [inView.data]);
  const sets = useRegionSets({ regions, open, draft, pointed, sight });
  const layers = useMemo(() => (layer ? toMapLayers([layer], NO_SWITCHES) : []), [layer]);
  // A drawn shape moves the map no more than an open one has.
  const extent = useMemo(
    () => (pointed ? extentOf([pointed]) : layer && tool === 'pick' ? layer.extent : (open?.extent ?? whole)),
    [pointed, layer, tool, open?.extent, whole],
  );
  const rest = (inView.data?.count ?? 0) - regions.length;
  const isIdle = tool === null && !draft;
  return (
    <PlainMap
      label={t('label')}
      sets={sets}
      layers={layers}
      extent={extent}
      drawing={drawing ?? null}
      onDraw={editor.handleDraw}
      editing={draft?.isVertices && !tool ? draft.geometry : null}
      onEdit={editor.take}
      onView={onView}
      {...(isIdle ? { onPick: (set: string, id: number) => (set === 'all' ? onOpen(id) : undefined) } : {})}
      {...(tool === 'pick' ? { onPickRecord: onRecord } : {})}
    >
      {children}
      {rest > 0 && (
        <p className={classes.notice} role="status">
          {t('largest', { n: number(MAX_SHAPES) })}
        </p>
      )}
    </PlainMap>
  );
}
