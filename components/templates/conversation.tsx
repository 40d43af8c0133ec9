// Messages: with whom, what was said, and where the next one is written.
import type { ReactNode, Ref, UIEvent } from 'react';
import type { Place } from './studio';
import classes from './templates.module.css';

export interface ConversationProps {
  list: Place;
  /** A `Talk`. */
  children: ReactNode;
  /** On a telephone one of both stands alone. Without it they stand under each other. */
  isTalkOpen?: boolean;
}

/** Fills its parent, which must have a height. */
export function Conversation({ list, children, isTalkOpen }: ConversationProps) {
  return (
    <div className={classes.talks} data-alone={isTalkOpen === undefined ? undefined : isTalkOpen ? 'talk' : 'list'}>
      <nav className={`${classes.pane} ${classes.surface}`} aria-label={list.label}>
        {list.content}
      </nav>
      {children}
    </div>
  );
}

export interface TalkProps {
  label: string;
  /** Who it is with, above what was said. */
  head?: ReactNode;
  children: ReactNode;
  composer?: ReactNode;
  scrollRef?: Ref<HTMLDivElement>;
  onScroll?: (event: UIEvent<HTMLDivElement>) => void;
}

/** What is new in it is read out. */
export function Talk({ label, head, children, composer, scrollRef, onScroll }: TalkProps) {
  return (
    <section className={`${classes.talk} ${classes.surface}`} aria-label={label}>
      {head && <div className={classes.talkHead}>{head}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div ref={scrollRef} className={classes.thread} role="log" tabIndex={0} aria-label={label} onScroll={onScroll}>
        {children}
      </div>
      {composer && <div className={classes.compose}>{composer}</div>}
    </section>
  );
}
