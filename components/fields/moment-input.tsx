// A moment: a day of the reader's calendar and a time of day in Tehran; the value is ISO UTC.
'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { momentOf, splitMoment } from '@/lib/form/moment';
import { lazyPart } from '../layout/lazy-part';
import { PersianDateInput } from './persian-date-input';
import classes from './time-input.module.css';

const TimeInput = lazyPart(() => import('./time-input'));

export interface MomentInputProps {
  id?: string;
  label: ReactNode;
  description?: ReactNode;
  /** The first and the last ISO day. */
  min?: string;
  max?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | null;
  readOnly: boolean;
  required: boolean;
}

/** Two inputs under one label. A time that is not whole when it is left was never typed. */
export function MomentInput({ label, value, onChange, onBlur, readOnly, ...day }: MomentInputProps) {
  const t = useTranslations('common.timePicker');
  const now = splitMoment(value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={classes.moment}>
      <PersianDateInput
        {...day}
        label={label}
        className={classes.momentDay}
        readOnly={readOnly}
        value={now.day}
        onChange={(day) => onChange(momentOf(day, now.time))}
        onBlurCapture={onBlur}
      />
      <Suspense fallback={<Skeleton className={classes.momentTime} h={36} />}>
        <TimeInput
          className={classes.momentTime}
          label={t('label')}
          name={t('label')}
          readOnly={readOnly || now.day === null}
          value={typed ?? (now.day ? now.time : '')}
          onChange={setTyped}
          onBlur={() => {
            if (typed) onChange(momentOf(now.day, typed));
            setTyped(null);
            onBlur();
          }}
        />
      </Suspense>
    </div>
  );
}
