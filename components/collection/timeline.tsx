// What has happened, day by day: when, who, what, and more of it where there is more.
'use client';
import type { ReactNode } from 'react';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './timeline.module.css';

export interface TimelineEntry {
  id: string | number;
  /** ISO instant. */
  at: string;
  who: string;
  what: ReactNode;
  body?: ReactNode;
}

/** Entries in the order in which they are given; each day of Tehran has one heading. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  const { date } = useFormat();
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = today(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return (
    <section aria-label={label} className={classes.timeline}>
      {[...days].map(([day, items]) => (
        <section key={day} aria-label={date(day)}>
          <h3 className={classes.day}>{date(day)}</h3>
          <ol className={classes.list}>
            {items.map(({ id, at, who, what, body }) => (
              <li key={id} className={classes.entry}>
                <time dateTime={at} className={classes.time}>
                  {date(at, 'time')}
                </time>
                <div className={classes.words}>
                  <strong>
                    <bdi>{who}</bdi>
                  </strong>{' '}
                  {what}
                  {body && <div className={classes.body}>{body}</div>}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}
