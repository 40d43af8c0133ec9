// Messages: with whom, what was said, and where the next one is written.
import type { ReactNode } from 'react';
import type { Place } from './studio';
import classes from './templates.module.css';

export interface ConversationProps {
  list: Place;
  thread: Place;
  composer: ReactNode;
}

/** Fills its parent, which must have a height. What is new in the thread is read out. */
export function Conversation({ list, thread, composer }: ConversationProps) {
  return (
    <div className={classes.talks}>
      <nav className={`${classes.pane} ${classes.surface}`} aria-label={list.label}>
        {list.content}
      </nav>
      <section className={`${classes.talk} ${classes.surface}`} aria-label={thread.label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <div className={classes.thread} role="log" tabIndex={0} aria-label={thread.label}>
          {thread.content}
        </div>
        <div className={classes.compose}>{composer}</div>
      </section>
    </div>
  );
}
