// The Jalali calendar, loaded when it is first opened.
'use client';
import { DayPicker } from '@daypicker/persian';
import 'react-day-picker/style.css';
import { type CalendarProps, common } from './calendar';
import classes from './calendar.module.css';

/** One Jalali month with Persian digits. The default export is for lazy loading. */
export default function CalendarFa(props: CalendarProps) {
  return <DayPicker {...common(props)} className={classes.calendar} />;
}
