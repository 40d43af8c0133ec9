// What the map of regions shows: those in view with the corners that its zoom shows, the open one exactly, and what somebody sees.
'use client';
import { useMemo, useState } from 'react';
import { api } from '@/contract/index';
import type { Extent, Geometry } from '@/contract/schemas/common';
import type { Region } from '@/contract/schemas/region';
import { useRead } from '@/lib/api/hooks';
import { maskOf, type PlainView, type ShapeSet } from '@/map';
import type { Draft } from '../../logic/draft';

/** Shapes that are read for one view, the largest first. */
export const MAX_SHAPES = 1000;
/** Zooms are told in steps, and what is read is wider than what is seen: a small move asks nothing. */
const STEP = 2;
const MARGIN = 0.5;
const DIGITS = 3;

const widened = ([w, s, e, n]: Extent): Extent => {
  const [dx, dy] = [(e - w) * MARGIN, (n - s) * MARGIN];
  const round = (x: number) => Number(x.toFixed(DIGITS));
  return [Math.max(-180, round(w - dx)), Math.max(-90, round(s - dy)), Math.min(180, round(e + dx)), Math.min(90, round(n + dy))]; // biome-ignore format: one box
};
const holds = (a: Extent, b: Extent) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** The box and the zoom that are asked for; they stay while what is seen lies within. */
export function useAsked() {
  const [area, setArea] = useState<{ box: Extent; zoom: number } | null>(null);
  const onView = ({ extent, zoom }: PlainView) => {
    const level = Math.min(24, Math.ceil(zoom / STEP) * STEP);
    setArea((now) =>
      now && now.zoom === level && holds(now.box, extent) ? now : { box: widened(extent), zoom: level },
    );
  };
  return { area, onView };
}

export function useShapesInView(area: ReturnType<typeof useAsked>['area']) {
  const query = area
    ? { bbox: area.box.join(',') as unknown as Extent, zoom: area.zoom, is_detailed: true, limit: MAX_SHAPES, order: '-area' as const } // biome-ignore format: one query
    : {};
  return useRead(api.regions.list, { query }, { enabled: area !== null, keep: true });
}

export interface Shown {
  regions: readonly Region[];
  open: Region | null;
  draft: Draft | null;
  /** What lies wrong, or was chosen in a list beside the map. */
  pointed: Geometry | null;
  /** The ground that somebody sees; undefined while nobody is looked at so. */
  sight: Geometry | null | undefined;
}

export const useRegionSets = ({ regions, open, draft, pointed, sight }: Shown): ShapeSet[] =>
  useMemo(() => {
    const edited = draft?.id ?? null;
    const shade = sight ? maskOf(sight) : null;
    return [
      { id: 'all', role: 'region', shapes: regions.flatMap(({ id, geometry, colour }) => (geometry && id !== open?.id && id !== edited ? [{ id, geometry, colour }] : [])) }, // biome-ignore format: one set
      { id: 'sight', role: 'shade', shapes: shade ? [{ id: 1, geometry: shade }] : [] },
      { id: 'before', role: 'before', shapes: draft && open?.geometry && edited === open.id ? [{ id: open.id, geometry: open.geometry }] : [] }, // biome-ignore format: one set
      { id: 'open', role: 'after', shapes: draft?.geometry && !draft.isVertices ? [{ id: 0, geometry: draft.geometry }, ...draft.others.map((geometry, i) => ({ id: -1 - i, geometry }))] : !draft && open?.geometry ? [{ id: open.id, geometry: open.geometry }] : [] }, // biome-ignore format: one set
      { id: 'pointed', role: 'found', shapes: pointed ? [{ id: 1, geometry: pointed }] : [] },
    ];
  }, [regions, open, draft, pointed, sight]);
