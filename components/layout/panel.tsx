// The frame of everything that docks beside the map: title, help, close (Esc), a body that scrolls, a foot for its actions, the primary first.
'use client';
import { IconArrowLeft, IconHelp, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { createContext, type KeyboardEvent, type ReactNode, type Ref, use, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../icon-button';
import classes from './panel.module.css';

export interface PanelProps {
  title: string;
  children: ReactNode;
  /** Opens the help of what the panel does. */
  onHelp?: () => void;
  /** Closes the panel; Esc inside it does the same. */
  onClose?: () => void;
  /** It covers what it was opened from: the way out is an arrow before the title. */
  isPage?: boolean;
  /** Buttons beside the title. */
  actions?: ReactNode;
  foot?: ReactNode;
  /** No padding around the body: lists and tables that reach the edges. */
  flush?: boolean;
  className?: string;
  ref?: Ref<HTMLElement>;
}

const Foot = createContext<HTMLElement | null>(null);

/** What the body of a panel puts into its foot: the primary button first, at the same place whatever the body's length. */
export function PanelActions({ children }: { children: ReactNode }) {
  const foot = use(Foot);
  return foot && createPortal(children, foot);
}

/** Whether a list or menu of a control inside the panel is open there: Esc belongs to that. */
const isInPopup = (target: EventTarget, panel: Element): boolean => {
  const popup =
    target instanceof Element &&
    target.closest('[aria-haspopup][aria-expanded="true"], [role="menu"], [role="listbox"], [role="dialog"]');
  return popup instanceof Element && !popup.contains(panel);
};

/** A titled region. Esc that an inner control has already used (a menu, a popover) does not close it. */
export function Panel(props: PanelProps) {
  const { title, children, onHelp, onClose, isPage, actions, foot, flush, className, ref } = props;
  const t = useTranslations('common');
  const id = useId();
  const [footElement, setFootElement] = useState<HTMLElement | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !onClose) return;
    if (isInPopup(event.target, event.currentTarget)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      tabIndex={-1}
      className={`${classes.panel} ${className ?? ''}`}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        {onClose && isPage && (
          <IconButton label={t('back')} hotkey="Esc" onClick={onClose}>
            <IconArrowLeft size={18} className="points" />
          </IconButton>
        )}
        <h2 id={id} className={classes.title}>
          <bdi>{title}</bdi>
        </h2>
        {actions}
        {onHelp && (
          <IconButton label={t('help')} onClick={onHelp}>
            <IconHelp size={18} />
          </IconButton>
        )}
        {onClose && !isPage && (
          <IconButton label={t('close')} hotkey="Esc" onClick={onClose}>
            <IconX size={18} />
          </IconButton>
        )}
      </header>
      <div className={`${classes.body} ${flush ? classes.flush : ''}`}>
        <Foot value={footElement}>{children}</Foot>
      </div>
      <footer ref={setFootElement} className={classes.foot}>
        {foot}
      </footer>
    </section>
  );
}
