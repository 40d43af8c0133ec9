// A size or an opacity that changes by zoom: two zooms, and the value at each.
'use client';
import { Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { NumberField } from '@/components/fields/number-field';
import { type ByZoom, markAt, stopsOf } from '@/contract/look/by-zoom';
import type { Mark, ZoomStops } from '@/contract/schemas/style';
import pairs from '../parts/pairs.module.css';

/** Between these zooms a value changes until somebody says otherwise. */
const [FAR, NEAR] = [6, 14];
/** The zoom whose value stands for the mark in the legend. */
const USUAL_ZOOM = 10;

const LIMITS = { size: { min: 0.5, max: 64, step: 0.5 }, opacity: { min: 0, max: 100, step: 5 } } as const;
/** Opacity is written in percent. */
const SCALE = { size: 1, opacity: 100 } as const;

const clamp = (by: ByZoom, value: number) => {
  const { min, max } = LIMITS[by];
  return Math.min(max, Math.max(min, value * SCALE[by])) / SCALE[by];
};

const firstStops = (mark: Mark, by: ByZoom): ZoomStops => {
  const [far, near] = by === 'size' ? [mark.size * 0.6, mark.size * 1.6] : [mark.opacity, mark.opacity * 0.4];
  const tenth = (value: number) => clamp(by, by === 'size' ? Math.round(value * 2) / 2 : Math.round(value * 20) / 20);
  return [
    { zoom: FAR, value: tenth(far) },
    { zoom: NEAR, value: tenth(near) },
  ];
};

const withoutStops = (mark: Mark, by: ByZoom): Mark => {
  const { size_stops, size_by_zoom, opacity_stops, opacity_by_zoom, ...plain } = mark;
  return by === 'size'
    ? { ...plain, ...(opacity_stops && { opacity_stops }), ...(opacity_by_zoom && { opacity_by_zoom }) }
    : { ...plain, ...(size_stops && { size_stops }), ...(size_by_zoom && { size_by_zoom }) };
};

/** The mark with stops; `null` takes them away, and leaves the value that the legend shows. */
export const withStops = (mark: Mark, by: ByZoom, stops: ZoomStops | null): Mark => {
  const plain = withoutStops(mark, by);
  if (!stops) return plain;
  const moving: Mark = { ...plain, [by === 'size' ? 'size_stops' : 'opacity_stops']: stops };
  return { ...moving, [by]: markAt(moving, by, USUAL_ZOOM)[by] };
};

interface ZoomStopsFieldProps {
  mark: Mark;
  by: ByZoom;
  onChange: (mark: Mark) => void;
}

/** The switch, and the four numbers below it. */
export const ZoomStopsField = ({ mark, by, onChange }: ZoomStopsFieldProps) => {
  const t = useTranslations('map.tools.styling.byZoom');
  const stops = stopsOf(mark, by);
  const set = (i: 0 | 1, part: Partial<ZoomStops[number]>) =>
    stops && onChange(withStops(mark, by, stops.with(i, { ...stops[i], ...part }) as ZoomStops));
  return (
    <>
      <Switch
        className={pairs.wide}
        label={t(by)}
        checked={stops !== null}
        onChange={() => onChange(withStops(mark, by, stops ? null : firstStops(mark, by)))}
      />
      {stops?.map(({ zoom, value }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the farther and the nearer one.
        <StopFields key={i} by={by} i={i as 0 | 1} zoom={zoom} value={value} stops={stops} onChange={set} />
      ))}
    </>
  );
};

interface StopFieldsProps {
  by: ByZoom;
  i: 0 | 1;
  zoom: number;
  value: number;
  stops: ZoomStops;
  onChange: (i: 0 | 1, part: Partial<ZoomStops[number]>) => void;
}

const StopFields = ({ by, i, zoom, value, stops, onChange }: StopFieldsProps) => {
  const t = useTranslations('map.tools.styling.byZoom');
  const side = i === 0 ? 'far' : 'near';
  const [far, near] = stops;
  return (
    <>
      <NumberField
        label={t(`zooms.${side}`)}
        value={zoom}
        min={i === 0 ? 0 : far.zoom + 0.5}
        max={i === 0 ? near.zoom - 0.5 : 24}
        step={0.5}
        onChange={(next) => onChange(i, { zoom: next })}
      />
      <NumberField
        label={t(`values.${by}.${side}`)}
        {...LIMITS[by]}
        value={Math.round(value * SCALE[by] * 10) / 10}
        onChange={(next) => onChange(i, { value: next / SCALE[by] })}
      />
    </>
  );
};
