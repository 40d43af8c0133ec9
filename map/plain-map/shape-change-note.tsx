// How much a shape has changed, in words beside the map: its area, its length, how far its vertices went.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import { useFormat } from '@/lib/i18n/use-format';
import { useMeasureText } from '../state/measure-text';
import classes from './plain-map.module.css';
import { shapeChange } from './vertex-diff';

/** Less than this is no change that anybody could see. */
const LEAST = 0.005;

export function ShapeChangeNote({ before, after }: { before: Geometry | null; after: Geometry | null }) {
  const t = useTranslations('map.diff');
  const measure = useMeasureText();
  const { number } = useFormat();
  const change = useMemo(() => shapeChange(before, after), [before, after]);
  if (!change) return null;
  const signed = (value: number, of: 'length' | 'area') => `${value < 0 ? '−' : '+'}${measure(Math.abs(value), of)}`;
  const { area, length, shift, vertices } = change;
  const lines = [
    area !== null && Math.abs(area) >= LEAST && t('area', { change: signed(area, 'area') }),
    length !== null &&
      Math.abs(length) >= LEAST &&
      t(area === null ? 'length' : 'perimeter', { change: signed(length, 'length') }),
    shift >= LEAST && t('shift', { distance: measure(shift, 'length') }),
    vertices.moved + vertices.added + vertices.removed > 0 &&
      length !== null &&
      t('vertices', {
        moved: number(vertices.moved),
        added: number(vertices.added),
        removed: number(vertices.removed),
      }),
  ].filter((line) => line !== false);
  return (
    <ul className={classes.change} aria-label={t('changes')}>
      {lines.length === 0 ? <li>{t('sameShape')}</li> : lines.map((line) => <li key={line}>{line}</li>)}
    </ul>
  );
}
