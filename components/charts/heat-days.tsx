// Days as a grid of the Jalali calendar: a column for each week from Saturday, a row for each day of it, darker where there was more.
'use client';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { addDays, startOfPeriod } from '@/contract/jalali';
import { periodText } from '@/lib/i18n/period-text';
import { useFormat } from '@/lib/i18n/use-format';
import { useRovingFocus } from '../use-roving-focus';
import classes from './charts.module.css';

export interface HeatDaysProps {
  label: string;
  /** ISO days, both included. */
  from: string;
  to: string;
  /** What is counted, by ISO day. */
  values: ReadonlyMap<string, number>;
  onPick?: (day: string) => void;
  picked?: string | null;
}

const LEVELS = 4;
const WEEK = 7;
/** So few weeks have room for larger cells. */
const FEW_WEEKS = 10;
const DAY_MS = 86_400_000;

/** How dark a day is, 0 to 4; the darkest is the day with the most. */
const levelOf = (value: number, most: number): number =>
  value <= 0 || most <= 0 ? 0 : Math.max(1, Math.ceil((value * LEVELS) / most));

const range = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

export function HeatDays({ label, from, to, values, onPick, picked }: HeatDaysProps) {
  const t = useTranslations('common.chart');
  const { lang, number, date } = useFormat();
  const grid = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(grid, 'vertical');
  const days = range(from, to);
  const first = startOfPeriod('week', from);
  const columnOf = (day: string) => Math.floor((Date.parse(day) - Date.parse(first)) / DAY_MS / WEEK) + 1;
  const most = Math.max(0, ...days.map((day) => values.get(day) ?? 0));
  const months = days.filter((day, i) => i === 0 || startOfPeriod('month', day) === day);
  return (
    <div className={classes.heat} data-large={columnOf(to) <= FEW_WEEKS || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid of days */}
      <div ref={grid} role="group" aria-label={label} className={classes.heatGrid} {...roving}>
        {months.map((day) => (
          <span key={`m${day}`} className={classes.heatMonth} style={{ gridColumn: columnOf(day) }} aria-hidden>
            {periodText('month', day, lang).replace(/\s\S+$/, '')}
          </span>
        ))}
        {days.map((day) => {
          const value = values.get(day) ?? 0;
          const words = t('dayOf', { day: date(day), n: number(value) });
          const look = {
            className: classes.heatDay,
            'data-level': levelOf(value, most),
            title: words,
            style: {
              gridColumn: columnOf(day),
              gridRow: ((new Date(`${day}T00:00:00Z`).getUTCDay() + 1) % WEEK) + 2,
            },
          };
          return onPick ? (
            <button
              key={day}
              type="button"
              {...look}
              aria-label={words}
              aria-pressed={day === picked}
              onClick={() => onPick(day)}
            />
          ) : (
            <span key={day} role="img" {...look} aria-label={words} />
          );
        })}
      </div>
    </div>
  );
}
