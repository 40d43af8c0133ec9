// The Gregorian calendar, loaded when it is first opened.
'use client';
import { DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import { type CalendarProps, common } from './calendar';
import classes from './calendar.module.css';

/** One Gregorian month. The default export is for lazy loading. */
export default function CalendarEn(props: CalendarProps) {
  return <DayPicker {...common(props)} dir="ltr" className={classes.calendar} />;
}
