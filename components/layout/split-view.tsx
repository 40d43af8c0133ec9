// A list and what is open of it: side by side where there is room, two pages where there is not.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { Panel } from './panel';
import classes from './split-view.module.css';

const WIDE = '(min-width: 1200px)';

export interface SplitViewProps {
  list: ReactNode;
  /** What is open; null while nothing is. */
  detail: ReactNode;
  /** Names the detail. */
  title: string;
  onClose: () => void;
  /** A narrow list beside a wide detail. */
  isPair?: boolean;
}

/** Esc in the detail closes it; the focus goes into what has opened. */
export function SplitView({ list, detail, title, onClose, isPair }: SplitViewProps) {
  const isWide = useMediaQuery(WIDE) ?? true;
  const panel = useRef<HTMLElement>(null);
  const isOpen = detail !== null && detail !== undefined && detail !== false;
  useEffect(() => {
    if (isOpen) panel.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <div className={classes.split} data-open={isOpen || undefined} data-pair={isPair || undefined}>
      <div className={classes.list} hidden={isOpen && !isWide}>
        {list}
      </div>
      {isOpen && (
        <Panel ref={panel} className={classes.detail} title={title} isPage={!isWide} onClose={onClose}>
          {detail}
        </Panel>
      )}
    </div>
  );
}
