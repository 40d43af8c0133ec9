// A moment: a day of the reader's calendar and a time of day in Tehran; the value is ISO UTC.
'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { useFormat } from '@/lib/i18n/use-format';
import { momentOf, splitMoment } from '../logic/moment';
import classes from './record-panel.module.css';

export interface DatetimeInputProps {
  id: string;
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | null;
  readOnly: boolean;
  required: boolean;
}

/** Two inputs under one label. An unreadable time is kept as typed, so that the form can refuse it. */
export function DatetimeInput({ id, label, value, onChange, onBlur, error, readOnly, required }: DatetimeInputProps) {
  const t = useTranslations('records.form');
  const { digits } = useFormat();
  const now = splitMoment(value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={classes.moment}>
      <PersianDateInput
        id={id}
        label={label}
        className={classes.momentDay}
        required={required}
        readOnly={readOnly}
        value={now.day}
        error={error}
        onChange={(day) => onChange(momentOf(day, now.time))}
        onBlurCapture={onBlur}
      />
      <TextInput
        className={classes.momentTime}
        aria-label={t('time')}
        placeholder={digits('00:00')}
        attributes={{ input: { dir: 'ltr' } }}
        inputMode="numeric"
        readOnly={readOnly || now.day === null}
        value={typed ?? (now.day ? digits(now.time) : '')}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed !== null) onChange(momentOf(now.day, typed));
          setTyped(null);
          onBlur();
        }}
      />
    </div>
  );
}
