// Where one record lay before a change and where it lies after it, with the vertices that came, went or moved, in metres.
'use client';
import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import type { Extent, Geometry } from '@/contract/schemas/common';
import { extentOf } from '../geo/walk';
import { currentBase, useBase } from '../state/base';
import { PALETTE } from '../style/palette';
import type { MapLayer } from '../types';
import { PlainMap } from './plain-map';
import classes from './plain-map.module.css';
import { groundOf, ROLE_LOOKS, type ShapeSet } from './sets';
import { ShapeChangeNote } from './shape-change-note';
import { arrowOf, type VertexDiff, vertexDiff } from './vertex-diff';

const SIDES = ['before', 'after'] as const;
/** `flicker`: both in turn, as somebody compares two pictures by hand. */
export const DIFF_VIEWS = ['both', 'before', 'after', 'flicker'] as const;
export type DiffView = (typeof DIFF_VIEWS)[number];
const FLICKER_MS = 600;
/** Arrows and marks beyond this number hide the shape. */
const MAX_MARKS = 500;

export interface RecordDiffMapProps {
  /** Null where the record had no shape, or was not there. */
  before: Geometry | null;
  after: Geometry | null;
  /** Tiles of the neighbours. */
  layers?: readonly MapLayer[];
  /** Which sides are drawn; left out, the map keeps that itself. */
  view?: DiffView;
  onView?: (view: DiffView) => void;
  /** Looked at from further away. */
  isWide?: boolean;
  /** Marks the vertices that came, went or moved, and says how much has changed. */
  hasDetails?: boolean;
}

/** The side that is drawn now, while both are drawn in turn. */
function useFlicker(isOn: boolean): (typeof SIDES)[number] {
  const [side, setSide] = useState<(typeof SIDES)[number]>('after');
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setSide((now) => (now === 'after' ? 'before' : 'after')), FLICKER_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return isOn ? side : 'after';
}

const points = (positions: readonly number[][]) =>
  positions
    .slice(0, MAX_MARKS)
    .map((coordinates, i) => ({ id: i + 1, geometry: { type: 'Point', coordinates } as const }));

/** Marks of single vertices: gone ones as rings, new ones as dots, moved ones by an arrow. */
const markSets = (diff: VertexDiff | null, isPoint: boolean): ShapeSet[] =>
  diff === null
    ? []
    : [
        { id: 'gone', role: 'before', isSmall: true, shapes: points(diff.removed) },
        {
          id: 'new',
          role: 'after',
          isSmall: true,
          shapes: points(isPoint ? [] : [...diff.added, ...diff.moved.map(({ to }) => to)]),
        },
        {
          id: 'moves',
          role: 'found',
          isSmall: true,
          shapes: diff.moved.slice(0, MAX_MARKS).map((move, i) => ({ id: i + 1, geometry: arrowOf(move) })),
        },
      ];

const widened = ([w, s, e, n]: Extent): Extent => {
  const [dx, dy] = [Math.max(e - w, 0.002) * 1.5, Math.max(n - s, 0.002) * 1.5];
  return [w - dx, Math.max(-85, s - dy), e + dx, Math.min(85, n + dy)];
};

/** The line by which a side is drawn, beside its name in the switch: nothing lies over the shape that is judged. */
function Swatch({ role }: { role: (typeof SIDES)[number] }) {
  const theme = useComputedColorScheme('dark');
  const base = useBase(currentBase);
  const palette = PALETTE[groundOf(base, theme)];
  return (
    <svg width={20} height={10} aria-hidden>
      <rect width={20} height={10} fill={palette.markHalo} rx={2} />
      <line
        x1={2}
        x2={18}
        y1={5}
        y2={5}
        stroke={palette.roles[role]}
        strokeWidth={ROLE_LOOKS[role].width}
        strokeDasharray={ROLE_LOOKS[role].dash?.map((part) => part * ROLE_LOOKS[role].width).join(' ')}
      />
    </svg>
  );
}

/** Fills its parent, which must have a height. The place stays while the switch hides a side. */
export const RecordDiffMap = (props: RecordDiffMapProps) => {
  const { before, after, layers, isWide, hasDetails } = props;
  const t = useTranslations('map.diff');
  // The server does not know the theme that the browser holds.
  const isMounted = useMounted();
  const base = useBase(currentBase);
  const [own, setOwn] = useState<DiffView>('both');
  const view = props.view ?? own;
  const side = useFlicker(view === 'flicker');
  const drawnSide = view === 'flicker' ? side : view;
  const diff = useMemo(() => (hasDetails ? vertexDiff(before, after) : null), [hasDetails, before, after]);
  const shapes = useMemo(
    () =>
      SIDES.flatMap((role): (ShapeSet & { role: typeof role })[] => {
        const geometry = { before, after }[role];
        return geometry
          ? [{ id: role, role, shapes: drawnSide === 'both' || drawnSide === role ? [{ id: 1, geometry }] : [] }]
          : [];
      }),
    [before, after, drawnSide],
  );
  const sets = useMemo(
    () => [...shapes, ...markSets(drawnSide === 'both' ? diff : null, after?.type === 'Point')],
    [shapes, diff, drawnSide, after],
  );
  const extent = useMemo(() => {
    const both = extentOf([before, after].filter((g) => g !== null));
    return both && isWide ? widened(both) : both;
  }, [before, after, isWide]);
  return (
    <div className={classes.diff}>
      <div className={classes.diffHead}>
        <SegmentedControl
          size="xs"
          aria-label={t('switch')}
          value={view}
          onChange={(next) => (props.onView ?? setOwn)(next as DiffView)}
          data={(hasDetails ? DIFF_VIEWS : (['before', 'after', 'both'] as const)).map((value) => ({
            value,
            label: (
              <span className={classes.side}>
                {isMounted && shapes.some(({ role }) => role === value) && (
                  <Swatch role={value as 'before' | 'after'} />
                )}
                {t(value)}
              </span>
            ),
          }))}
        />
        {hasDetails && <ShapeChangeNote before={before} after={after} />}
      </div>
      <div className={classes.diffMap}>
        <PlainMap label={t('label')} sets={sets} extent={extent} base={base} {...(layers ? { layers } : {})} />
      </div>
    </div>
  );
};
