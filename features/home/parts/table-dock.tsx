// The dock below the map with the records of one layer; its upper edge can be dragged or moved by keys.
'use client';
import { useTranslations } from 'next-intl';
import { type ComponentType, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Panel } from '@/components/panel';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordTableSlot } from '../logic/slots';
import classes from './table-dock.module.css';

const [LEAST, MOST, STEP] = [20, 80, 5];

export interface TableDockProps extends RecordTableSlot {
  RecordTable: ComponentType<RecordTableSlot>;
  layer: Layer;
  /** In place of the layer's name. */
  title?: string | undefined;
  onClose: () => void;
}

export function TableDock({ RecordTable, title, onClose, ...table }: TableDockProps) {
  const t = useTranslations('home');
  const [share, setShare] = useState(35);
  const box = useRef<HTMLDivElement>(null);
  const clamp = (v: number) => setShare(Math.min(MOST, Math.max(LEAST, v)));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const whole = box.current?.parentElement?.getBoundingClientRect();
    if (!whole || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    clamp(((whole.bottom - event.clientY) / whole.height) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.code !== 'ArrowUp' && event.code !== 'ArrowDown') return;
    event.preventDefault();
    clamp(share + (event.code === 'ArrowUp' ? STEP : -STEP));
  };
  return (
    <div ref={box} className={classes.dock} style={{ blockSize: `${share}%` }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t('table.resize')}
        aria-valuenow={Math.round(share)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        className={classes.edge}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <Panel flush title={title ?? table.layer.label} onClose={onClose}>
        <RecordTable {...table} height="fill" />
      </Panel>
    </div>
  );
}
