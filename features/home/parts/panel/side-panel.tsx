// What stands beside the map: as wide as it is dragged on a wide screen, a sheet of three heights on a phone.
'use client';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useState } from 'react';
import { create } from 'zustand';
import { REGION } from '@/components/focus/regions';
import classes from './side-panel.module.css';

const [MIN_WIDTH, MAX_WIDTH, STEP] = [260, 560, 20];
/** Heights of the sheet in hundredths of the window's. */
const STOPS = [24, 50, 86] as const;

interface Size {
  /** CSS pixels. */
  width: number;
  stop: number;
}
/** Kept while the program runs: a panel opens as wide as the last one was. */
const useSize = create<Size>()(() => ({ width: 320, stop: 1 }));

export interface SidePanelProps {
  phone: boolean;
  /** On a phone: whether the sheet is up at all. */
  open: boolean;
  /** Stands in place of the children, as low as it can be; they live on unseen. */
  bar: ReactNode;
  children: ReactNode;
  ref: Ref<HTMLElement>;
}

export function SidePanel({ phone, open, bar, children, ref }: SidePanelProps) {
  const t = useTranslations('home');
  const { width, stop } = useSize();
  /** The height under the finger; null when nobody drags. */
  const [drag, setDrag] = useState<number | null>(null);
  const setWidth = (value: number) => useSize.setState({ width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, value)) });
  const setStop = (value: number) => useSize.setState({ stop: Math.min(STOPS.length - 1, Math.max(0, value)) });
  const height = drag ?? STOPS[stop] ?? STOPS[1];

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const edge = event.currentTarget;
    if (!edge.hasPointerCapture(event.pointerId)) return;
    if (phone) {
      const share = ((window.innerHeight - event.clientY) / window.innerHeight) * 100;
      return setDrag(Math.min(92, Math.max(12, share)));
    }
    const box = edge.parentElement?.getBoundingClientRect();
    if (!box) return;
    const rtl = getComputedStyle(edge).direction === 'rtl';
    setWidth(rtl ? box.right - event.clientX : event.clientX - box.left);
  };
  const onPointerUp = () => {
    if (drag === null) return;
    const nearest = STOPS.map((s) => Math.abs(s - drag));
    setStop(nearest.indexOf(Math.min(...nearest)));
    setDrag(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    if (phone && event.code === 'ArrowUp') setStop(stop + 1);
    else if (phone && event.code === 'ArrowDown') setStop(stop - 1);
    else if (!phone && event.code === 'ArrowRight') setWidth(width + STEP * rtl);
    else if (!phone && event.code === 'ArrowLeft') setWidth(width - STEP * rtl);
    else return;
    event.preventDefault();
  };
  return (
    <aside
      ref={ref}
      {...REGION}
      className={classes.side}
      data-open={open || undefined}
      data-bar={bar !== null || undefined}
      data-dragged={drag !== null || undefined}
      aria-label={t('side')}
      style={bar ? {} : phone ? { blockSize: `${height}dvh` } : { inlineSize: width }}
    >
      {bar}
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation={phone ? 'horizontal' : 'vertical'}
        aria-label={t('sheet')}
        aria-valuenow={Math.round(phone ? height : width)}
        aria-valuemin={phone ? STOPS[0] : MIN_WIDTH}
        aria-valuemax={phone ? STOPS[STOPS.length - 1] : MAX_WIDTH}
        className={classes.edge}
        hidden={bar !== null}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onKeyDown={onKeyDown}
      />
      <div className={classes.content} hidden={bar !== null}>
        {children}
      </div>
    </aside>
  );
}
