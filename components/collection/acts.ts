// What can be done with one row, as data: the same acts stand in its menu, in cards and in the bar of a selection.
import type { ReactNode } from 'react';

export interface RowAct {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Leads there; without it `run` is called. */
  href?: string;
  run?: () => void;
  /** Why it cannot be done now. What the role lacks is left out of the list instead. */
  whyNot?: string | null | undefined;
  isDanger?: boolean;
  /** Acts of another group stand behind a line. */
  group?: string;
}
