// A time of day to the minute, typed in either script; the value is "13:30", or '' while part of it is missing.
'use client';
import { TimePicker, type TimePickerProps } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useTranslations } from 'next-intl';
import { toLatin } from '@/lib/i18n/digits';
import classes from './time-input.module.css';

/** Mantine's parts take Latin digits alone: a Persian one comes in as its Latin twin. */
const enterLatin = (event: InputEvent) => {
  const latin = toLatin(event.data ?? '');
  if (latin === (event.data ?? '')) return;
  event.preventDefault();
  const input = event.target as HTMLInputElement;
  input.setRangeText(latin, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
const takeEitherScript = (field: HTMLElement | null) => {
  field?.addEventListener('beforeinput', enterLatin);
};

const TIME = /^\s*(\d{1,2})\s*[:.]\s*(\d{2})/;

export interface TimeInputProps
  extends Pick<
    TimePickerProps,
    'className' | 'readOnly' | 'onBlur' | 'id' | 'label' | 'description' | 'error' | 'required'
  > {
  /** Names the parts. */
  name: string;
  value: string;
  onChange: (time: string) => void;
}

/** Hours and minutes, stepped by the arrows. The default export is for lazy loading. */
export default function TimeInput({ name, ...rest }: TimeInputProps) {
  const t = useTranslations('common.timePicker');
  return (
    <TimePicker
      {...rest}
      ref={takeEitherScript}
      classNames={{ field: classes.digits ?? '' }}
      hoursInputLabel={`${name}, ${t('hours')}`}
      minutesInputLabel={`${name}, ${t('minutes')}`}
      pasteSplit={({ time }) => {
        const [, hours, minutes] = TIME.exec(toLatin(time)) ?? [];
        return {
          hours: hours ? Number(hours) : null,
          minutes: minutes ? Number(minutes) : null,
          seconds: null,
          amPm: null,
        };
      }}
    />
  );
}
