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

/** `span` of the twelve columns; twice as wide on a small window, the whole row on a phone. */
export function DashboardCell({ span, children }: { span: number; children: ReactNode }) {
  return (
    <div className={classes.cell} style={{ '--span': span } as CSSProperties}>
      {children}
    </div>
  );
}
