// A number that is typed in either script, stepped with the arrow keys, and never left half written.
'use client';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';

export interface NumberFieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'label'> {
  label?: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  /** What an arrow key adds; 1 where it is missing. */
  step?: number;
  /** Whole numbers only. */
  whole?: boolean;
  /** Decimals that are shown and stepped by; 6 where it is missing. */
  decimals?: number;
}

/** Tells every number that can be taken at once; anything else is marked, and gone when the field is left. */
export const NumberField = ({
  value,
  onChange,
  min,
  max,
  step = 1,
  whole = false,
  decimals = 6,
  ...rest
}: NumberFieldProps) => {
  const t = useTranslations('common.number');
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const text = number(value, { maximumFractionDigits: decimals, useGrouping: false });
  const read = typed === null ? value : parseNumber(typed);
  const fits = read !== null && read >= min && read <= max && !(whole && !Number.isInteger(read));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') return setTyped(null);
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    setTyped(null);
    onChange(Math.min(max, Math.max(min, Number(((fits ? read : value) + way * step).toFixed(decimals)))));
  };
  return (
    <TextInput
      {...rest}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      role="spinbutton"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={text}
      value={typed ?? text}
      error={fits ? null : t('between', { min: number(min), max: number(max) })}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const next = parseNumber(text);
        if (next !== null && next >= min && next <= max && !(whole && !Number.isInteger(next))) onChange(next);
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
    />
  );
};
