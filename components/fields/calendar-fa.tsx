// The Jalali calendar, loaded when it is first opened.
'use client';
import { DayPicker } from '@daypicker/persian';
import { DayButton } from '@daypicker/react';
import type { ComponentProps } from 'react';
import '@daypicker/react/style.css';
import { today } from '@/lib/i18n/dates';
import { type CalendarProps, EARLIEST, LATEST } from './calendar';
import classes from './calendar.module.css';

/** The local day of an ISO day, at noon so that no change of clocks can move it. */
const localDay = (iso: string): Date => {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
};
const pad = (n: number, width = 2) => String(n).padStart(width, '0');
const isoDay = (date: Date): string =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Where the dialog puts the focus when it opens. */
const FocusableDay = (props: ComponentProps<typeof DayButton>) => (
  <DayButton {...props} data-autofocus={props.modifiers.focused || undefined} />
);
const COMPONENTS = { DayButton: FocusableDay };

/** One Jalali month with Persian digits. The default export is for lazy loading. */
export default function CalendarFa({ value, min, max, onPick }: CalendarProps) {
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      components={COMPONENTS}
      captionLayout="dropdown"
      selected={value ? localDay(value) : undefined}
      defaultMonth={localDay(value ?? today())}
      startMonth={localDay(min ?? EARLIEST)}
      endMonth={localDay(max ?? LATEST)}
      disabled={[...(min ? [{ before: localDay(min) }] : []), ...(max ? [{ after: localDay(max) }] : [])]}
      onSelect={(date) => onPick(isoDay(date))}
      className={classes.calendar ?? ''}
    />
  );
}
