// Inputs of days, moments and times of day.
'use client';
import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { MomentInput } from '@/components/fields/moment-input';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Field } from '@/contract/schemas/form';
import type { Control } from './types';

const TimeInput = lazyPart(() => import('@/components/fields/time-input'));

/** The first and the last day that a field takes, and its calendar. */
const daysOf = ({ min, max, calendar }: Field) => ({
  ...(calendar && { calendar }),
  ...(typeof min === 'string' && { min }),
  ...(typeof max === 'string' && { max }),
});

export const DateControl: Control = ({ field, text, common, onChange, onBlur }) => (
  <PersianDateInput
    {...common}
    onBlur={undefined}
    onBlurCapture={onBlur}
    {...daysOf(field)}
    value={text || null}
    onChange={(day) => onChange(day ?? '')}
  />
);

export const DatetimeControl: Control = ({ field, text, common, onChange }) => (
  <MomentInput {...common} {...daysOf(field)} value={text} onChange={onChange} />
);

/** What is typed counts when it is left. */
export const TimeControl: Control = ({ field, text, common, onChange, onBlur }) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Suspense fallback={<Skeleton h={60} />}>
      <TimeInput
        {...common}
        name={field.label}
        value={typed ?? text}
        onChange={setTyped}
        onBlur={() => {
          if (typed !== null) onChange(typed);
          setTyped(null);
          onBlur();
        }}
      />
    </Suspense>
  );
};
