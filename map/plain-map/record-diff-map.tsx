// Where one record lay before a change and where it lies after it.
'use client';
import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import { extentOf } from '../geo/walk';
import { currentBase, useBase } from '../state/base';
import { PALETTE } from '../style/palette';
import type { MapLayer } from '../types';
import { PlainMap } from './plain-map';
import classes from './plain-map.module.css';
import { groundOf, ROLE_LOOKS, type ShapeSet } from './sets';

const SIDES = ['before', 'after'] as const;

export interface RecordDiffMapProps {
  /** Null where the record had no shape, or was not there. */
  before: Geometry | null;
  after: Geometry | null;
  /** Tiles of the neighbours. */
  layers?: readonly MapLayer[];
}

/** Fills its parent, which must have a height. The place stays while the switch hides a side. */
export const RecordDiffMap = ({ before, after, layers }: RecordDiffMapProps) => {
  const t = useTranslations('map.diff');
  const theme = useComputedColorScheme('dark');
  // The server does not know the theme that the browser holds.
  const isMounted = useMounted();
  const base = useBase(currentBase);
  const [view, setView] = useState<'both' | (typeof SIDES)[number]>('both');
  const sets = useMemo(
    () =>
      SIDES.flatMap((role): (ShapeSet & { role: typeof role })[] => {
        const geometry = { before, after }[role];
        return geometry
          ? [{ id: role, role, shapes: view === 'both' || view === role ? [{ id: 1, geometry }] : [] }]
          : [];
      }),
    [before, after, view],
  );
  const extent = useMemo(() => extentOf([before, after].filter((g) => g !== null)), [before, after]);
  return (
    <PlainMap label={t('label')} sets={sets} extent={extent} base={base} {...(layers ? { layers } : {})}>
      <SegmentedControl
        className={classes.bar ?? ''}
        size="xs"
        aria-label={t('switch')}
        value={view}
        onChange={(next) => setView(next as typeof view)}
        data={(['before', 'after', 'both'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {isMounted && (
        <ul className={classes.legend}>
          {sets.map(({ role }) => (
            <li key={role}>
              <svg width={28} height={12} aria-hidden>
                <rect width={28} height={12} fill={PALETTE[groundOf(base, theme)].markHalo} rx={2} />
                <line
                  x1={2}
                  x2={26}
                  y1={6}
                  y2={6}
                  stroke={PALETTE[groundOf(base, theme)].roles[role]}
                  strokeWidth={ROLE_LOOKS[role].width}
                  strokeDasharray={ROLE_LOOKS[role].dash?.map((part) => part * ROLE_LOOKS[role].width).join(' ')}
                />
              </svg>
              {t(role)}
            </li>
          ))}
        </ul>
      )}
    </PlainMap>
  );
};
