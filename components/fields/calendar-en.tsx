// The Gregorian calendar, loaded when it is first opened.
'use client';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { today } from '@/lib/i18n/dates';
import { type CalendarProps, EARLIEST, LATEST } from './calendar';

/** One Gregorian month; the week begins on Sunday, and no day of it is coloured. The default export is for lazy loading. */
export default function CalendarEn({ value, min, max, onPick }: CalendarProps) {
  const t = useTranslations('common.datePicker');
  const root = useRef<HTMLDivElement>(null);
  const first = value ?? today();
  // The first time it comes after its dialog has looked for what to focus.
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }), []);
  return (
    <DatePicker
      ref={root}
      size="sm"
      value={value}
      defaultDate={first}
      minDate={min ?? EARLIEST}
      maxDate={max ?? LATEST}
      onChange={(day) => day && onPick(day)}
      allowDeselect={false}
      highlightToday
      firstDayOfWeek={0}
      weekendDays={[]}
      getDayProps={(day) => (day === first ? { 'data-autofocus': true } : {})}
      previousLabel={t('previous')}
      nextLabel={t('next')}
    />
  );
}
