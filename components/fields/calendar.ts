// What both calendars share.

export interface CalendarProps {
  /** ISO day or null. */
  value: string | null;
  /** Earliest and latest ISO day that may be picked. */
  min?: string;
  max?: string;
  onPick: (day: string) => void;
}

/** The years that are offered where nothing limits them: 1300 to 1449. */
export const EARLIEST = '1921-03-21';
export const LATEST = '2071-03-20';
