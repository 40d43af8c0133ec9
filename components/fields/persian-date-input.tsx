// A day: typed in either script or picked from a calendar; the value is an ISO day. Jalali in Persian, Gregorian in English, unless a calendar is named.
'use client';
import { Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { formatDate, today } from '@/lib/i18n/dates';
import { parseDay } from '@/lib/i18n/jalali';
import { useFormat } from '@/lib/i18n/use-format';
import { IconButton } from '../icon-button';
import { lazyPart } from '../layout/lazy-part';

const calendars = { fa: lazyPart(() => import('./calendar-fa')), en: lazyPart(() => import('./calendar-en')) };

/** The language whose days are those of a calendar. */
const LANGS = { jalali: 'fa', gregorian: 'en' } as const;

export interface PersianDateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** ISO day ("2026-11-21") or null. */
  value: string | null;
  onChange: (day: string | null) => void;
  /** Earliest and latest ISO day that may be picked. */
  min?: string;
  max?: string;
  /** In which days are typed and read; the reader's own where nothing is said. */
  calendar?: 'jalali' | 'gregorian' | undefined;
}

/** What is typed is kept as text until it is left; only then it becomes a day or an error. */
export function PersianDateInput({ value, onChange, min, max, calendar, error, ...rest }: PersianDateInputProps) {
  const t = useTranslations('common.datePicker');
  const { lang: own } = useFormat();
  const lang = calendar ? LANGS[calendar] : own;
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const textOf = (day: string) => (lang === 'fa' ? formatDate('fa', day) : day);
  const fits = (day: string) => !(min && day < min) && !(max && day > max);
  const Calendar = calendars[lang];

  const settle = () => {
    if (typed === null) return;
    const day = typed.trim() === '' ? null : parseDay(lang, typed);
    const bad = typed.trim() !== '' && (day === null || !fits(day));
    setWrong(bad);
    if (bad) return;
    setTyped(null);
    if (day !== value) onChange(day);
  };
  return (
    <Popover opened={opened} onChange={setOpened} withRoles={false} trapFocus returnFocus position="bottom-start">
      <Popover.Target>
        <TextInput
          inputMode="numeric"
          placeholder={t('placeholder')}
          {...rest}
          value={typed ?? (value ? textOf(value) : '')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            if (event.key === 'ArrowDown' && event.altKey) setOpened(true);
          }}
          error={wrong ? t('invalid', { sample: textOf(today()) }) : error}
          rightSection={
            <IconButton
              label={t('open')}
              size={26}
              disabled={rest.disabled || rest.readOnly}
              onClick={() => setOpened((now) => !now)}
              aria-haspopup="dialog"
              aria-expanded={opened}
            >
              <IconCalendar size={16} />
            </IconButton>
          }
        />
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Suspense fallback={<Skeleton w={252} h={290} tabIndex={-1} data-autofocus />}>
          <Calendar
            value={value}
            min={min}
            max={max}
            onPick={(day) => {
              setTyped(null);
              setWrong(false);
              setOpened(false);
              onChange(day);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
