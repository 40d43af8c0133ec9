// What waits for a decision: the queue, the place of what is looked at, and what it changes.
import type { ReactNode } from 'react';
import type { Place } from './studio';
import classes from './templates.module.css';

export interface InboxProps {
  /** Progress, filters. */
  head: ReactNode;
  queue: Place;
  map: Place;
  diff: Place;
}

/** Fills its parent, which must have a height. */
export function Inbox({ head, queue, map, diff }: InboxProps) {
  return (
    <div className={classes.inbox}>
      <div className={classes.inboxHead}>{head}</div>
      <section className={`${classes.pane} ${classes.surface}`} aria-label={queue.label}>
        {queue.content}
      </section>
      <section className={classes.map} aria-label={map.label}>
        {map.content}
      </section>
      <aside className={`${classes.pane} ${classes.surface}`} aria-label={diff.label}>
        {diff.content}
      </aside>
    </div>
  );
}
