// Speeds over the time of the tracks: the slider of the replay. Stops are blocks and gaps are hatched, a lane for each person.
'use client';
import { useElementSize } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo } from 'react';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { type Scale, speedPaths, ticksOf, timeOf, topSpeed, xOf } from '../../logic/graph';
import classes from '../tracking.module.css';
import type { Clock } from './use-clock';
import type { PersonTrack } from './use-tracks';

const LANE = 7;
const AXIS = 16;
/** Seconds that Tehran's clocks are ahead of UTC; round moments of the axis are those of its clocks. */
const ZONE_OFFSET = 12_600;
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export interface SpeedGraphProps {
  people: readonly PersonTrack[];
  span: { from: number; to: number };
  clock: Clock;
  /** The moment in words. */
  text: string;
  onKey: (event: KeyboardEvent) => void;
}

export function SpeedGraph({ people, span, clock, text, onKey }: SpeedGraphProps) {
  const t = useTranslations('tracking.dock');
  const { lang } = useFormat();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const scale = useMemo<Scale>(
    () => ({ from: span.from, to: span.to, width, isRtl: lang === 'fa' }),
    [span.from, span.to, width, lang],
  );
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { left: edge } = event.currentTarget.getBoundingClientRect();
    clock.seek(timeOf(event.clientX - edge, scale));
  };
  const x = xOf(clock.t, scale);
  return (
    <div
      ref={ref}
      className={classes.graph}
      role="slider"
      tabIndex={0}
      aria-label={t('slider')}
      aria-valuemin={span.from}
      aria-valuemax={span.to}
      aria-valuenow={Math.round(clock.t)}
      aria-valuetext={text}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons & 1) seek(event);
      }}
    >
      {width > 0 && (
        <svg aria-hidden direction="ltr">
          <Drawing people={people} scale={scale} height={height} />
          <line className={classes.cursor} x1={x} x2={x} y1={0} y2={Math.max(0, height - AXIS)} />
        </svg>
      )}
    </div>
  );
}

/** All but the cursor: it changes with the tracks alone, not with the clock. */
const Drawing = memo(function Drawing({
  people,
  scale,
  height,
}: {
  people: readonly PersonTrack[];
  scale: Scale;
  height: number;
}) {
  const t = useTranslations('tracking.dock');
  const { number, date } = useFormat();
  const hatch = useId();
  const lanes = people.length * LANE;
  const plot = Math.max(10, height - AXIS - lanes - 4);
  const top = topSpeed(people.map(({ track }) => track));
  const isLong = scale.to - scale.from > 86_400;
  const block = (from: number, to: number) => {
    const [a, b] = [xOf(from, scale), xOf(to, scale)];
    return { x: Math.min(a, b), width: Math.max(2, Math.abs(b - a)) };
  };
  return (
    <>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="6" fill="var(--mantine-color-dimmed)" opacity="0.6" />
        </pattern>
      </defs>
      {ticksOf(scale, ZONE_OFFSET).map((tick) => {
        const x = xOf(tick, scale);
        return (
          <g key={tick}>
            <line className={classes.grid} x1={x} x2={x} y1={0} y2={height - AXIS} />
            <text
              className={classes.axis}
              x={Math.min(scale.width - 24, Math.max(24, x))}
              y={height - 3}
              textAnchor="middle"
            >
              {isLong ? date(isoOf(tick)).slice(-5) : date(isoOf(tick), 'time')}
            </text>
          </g>
        );
      })}
      <text
        className={classes.axis}
        x={scale.isRtl ? scale.width - 2 : 2}
        y={11}
        direction={scale.isRtl ? 'rtl' : 'ltr'}
      >
        {t('kmh', { n: number(top) })}
      </text>
      {people.map(({ user, colour, track }, i) => {
        const y = plot + 4 + i * LANE;
        return (
          <g key={user.id}>
            {speedPaths(track, scale, plot, top).map((path) => (
              <path key={path} d={path} fill="none" stroke={colour} strokeWidth={1.5} />
            ))}
            {track.gaps.map(({ from, to }) => (
              <rect key={from} {...block(from, to)} y={y} height={LANE - 1} fill={`url(#${hatch})`}>
                <title>{`${personName(user)}: ${t('gap')}`}</title>
              </rect>
            ))}
            {track.stops.map(({ from, to }) => (
              <rect key={from} {...block(from, to)} y={y} height={LANE - 1} rx={1} fill={colour}>
                <title>{`${personName(user)}: ${t('stop')}`}</title>
              </rect>
            ))}
          </g>
        );
      })}
    </>
  );
});
