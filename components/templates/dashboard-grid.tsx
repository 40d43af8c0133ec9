// Numbers, trends and breakdowns on twelve columns, under filters that stay.
import type { CSSProperties, ReactNode } from 'react';
import classes from './templates.module.css';

export interface DashboardGridProps {
  filters?: ReactNode;
  /** `DashboardCell`s. */
  children: ReactNode;
}

export function DashboardGrid({ filters, children }: DashboardGridProps) {
  return (
    <div className={classes.dashboard}>
      {filters && <div className={classes.filters}>{filters}</div>}
      {children}
    </div>
  );
}

/** Up to so many columns a cell holds a number or the like, of which two stand side by side on a phone. */
const NUMBER_SPAN = 3;

/** `span` of the twelve columns; twice as wide on a small window, on a phone the whole row, or half of it for a number. */
export function DashboardCell({ span, children }: { span: number; children: ReactNode }) {
  return (
    <div
      className={classes.cell}
      data-number={span <= NUMBER_SPAN || undefined}
      style={{ '--span': span } as CSSProperties}
    >
      {children}
    </div>
  );
}
