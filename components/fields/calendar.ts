// What both calendars share: ISO days on the outside, the browser's local days inside.

export interface CalendarProps {
  value: string | null;
  min?: string;
  max?: string;
  onPick: (day: string) => void;
}

const pad = (n: number) => String(n).padStart(2, '0');

/** The local day of an ISO day, at noon so that no change of clocks can move it. */
export const localDay = (iso: string): Date => {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
};

export const isoDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Options of react-day-picker that are the same in both calendars. */
export const common = ({ value, min, max, onPick }: CalendarProps) => ({
  mode: 'single' as const,
  required: true as const,
  autoFocus: true,
  captionLayout: 'dropdown' as const,
  selected: value ? localDay(value) : undefined,
  defaultMonth: localDay(value ?? isoDay(new Date())),
  startMonth: localDay(min ?? '1921-03-21'),
  endMonth: localDay(max ?? '2071-03-20'),
  disabled: [...(min ? [{ before: localDay(min) }] : []), ...(max ? [{ after: localDay(max) }] : [])],
  onSelect: (date: Date | undefined) => date && onPick(isoDay(date)),
});
