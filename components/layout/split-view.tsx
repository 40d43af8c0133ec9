// A list and what is open of it: side by side where there is room, two pages where there is not.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../icon-button';
import classes from './split-view.module.css';

const WIDE = '(min-width: 1200px)';

export interface SplitViewProps {
  list: ReactNode;
  /** What is open; null while nothing is. */
  detail: ReactNode;
  /** Names the detail. */
  title: string;
  onClose: () => void;
}

/** Esc in the detail closes it; the focus goes into what has opened. */
export function SplitView({ list, detail, title, onClose }: SplitViewProps) {
  const t = useTranslations('common');
  const isWide = useMediaQuery(WIDE) ?? true;
  const panel = useRef<HTMLElement>(null);
  const isOpen = detail !== null && detail !== undefined && detail !== false;
  useEffect(() => {
    if (isOpen) panel.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div className={classes.split} data-open={isOpen || undefined}>
      <div className={classes.list} hidden={isOpen && !isWide}>
        {list}
      </div>
      {isOpen && (
        <section ref={panel} className={classes.detail} aria-label={title} tabIndex={-1} onKeyDown={handleKeyDown}>
          <header className={classes.head}>
            {!isWide && (
              <IconButton label={t('back')} onClick={onClose}>
                <IconArrowLeft size={18} className="points" />
              </IconButton>
            )}
            <h2 className={classes.title}>
              <bdi>{title}</bdi>
            </h2>
            {isWide && (
              <IconButton label={t('close')} hotkey="Esc" onClick={onClose}>
                <IconX size={18} />
              </IconButton>
            )}
          </header>
          <div className={classes.body}>{detail}</div>
        </section>
      )}
    </div>
  );
}
