// How the values are spread, in the colours of their classes; the breaks between them are dragged, or moved with the arrow keys.
'use client';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { moveBreak, type Spread } from '../logic/breaks';
import classes from '../styling.module.css';

export interface HistogramProps {
  /** Records in bars of equal width from the least value to the greatest. */
  bins: readonly number[];
  spread: Spread;
  breaks: readonly number[];
  /** Of the classes, one more than there are breaks. */
  colours: readonly string[];
  onChange: (breaks: number[]) => void;
}

const WIDTH = 256;
const HEIGHT = 72;
/** Shares of the whole range that an arrow key moves a break by, and with Shift. */
const STEP = 0.01;
const LEAP = 0.05;

type BarsProps = Omit<HistogramProps, 'onChange'> & { label: string };

const Bars = ({ bins, spread, breaks, colours, label }: BarsProps) => {
  const most = Math.max(1, ...bins);
  const width = (spread.max - spread.min) / bins.length;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {bins.map((count, i) => {
        const middle = spread.min + (i + 0.5) * width;
        const at = breaks.filter((b) => b <= middle).length;
        // Square roots, so that a few very full bars do not flatten the others.
        const height = count === 0 ? 0 : Math.max(1.5, Math.sqrt(count / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name.
            key={i}
            x={(i / bins.length) * WIDTH}
            y={HEIGHT - height}
            width={WIDTH / bins.length + 0.2}
            height={height}
            fill={colours[at] ?? '#868e96'}
          />
        );
      })}
    </svg>
  );
};

export const Histogram = ({ bins, spread, breaks, colours, onChange }: HistogramProps) => {
  const t = useTranslations('map.tools.styling.histogram');
  const { number } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [draggedBreak, setDraggedBreak] = useState<number | null>(null);
  const { min, max } = spread;
  const range = max - min;
  const share = (value: number) => (range > 0 ? (value - min) / range : 0);
  const text = (value: number) => number(value, { maximumSignificantDigits: 6 });

  const drag = (event: PointerEvent<HTMLElement>, i: number) => {
    const area = box.current?.getBoundingClientRect();
    if (draggedBreak !== i || !area) return;
    onChange(moveBreak(breaks, i, min + ((event.clientX - area.left) / area.width) * range, spread));
  };
  const onKeyDown = (event: KeyboardEvent, i: number) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const to =
      event.key === 'Home' ? min : event.key === 'End' ? max : way && (breaks[i] as number) + way * range * (event.shiftKey ? LEAP : STEP); // biome-ignore format: a line
    if (to === undefined) return;
    event.preventDefault();
    onChange(moveBreak(breaks, i, to, spread));
  };
  return (
    <div className={classes.histogram} dir="ltr">
      <div ref={box} className={classes.bars}>
        <Bars
          bins={bins}
          spread={spread}
          breaks={breaks}
          colours={colours}
          label={t('title', { min: text(min), max: text(max) })}
        />
        {breaks.map((value, i) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a break keeps its place among the others while it moves.
            key={i}
            type="button"
            role="slider"
            className={classes.handle}
            style={{ left: `${share(value) * 100}%` }}
            aria-label={t('break', { n: number(i + 1) })}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={value}
            aria-valuetext={text(value)}
            title={text(value)}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDraggedBreak(i);
            }}
            onPointerMove={(event) => drag(event, i)}
            onPointerUp={() => setDraggedBreak(null)}
            onPointerCancel={() => setDraggedBreak(null)}
            onKeyDown={(event) => onKeyDown(event, i)}
          />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{text(min)}</span>
        <span>{text(max)}</span>
      </div>
    </div>
  );
};
