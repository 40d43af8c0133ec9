// A number that may be absent: read in either script while it is typed.
'use client';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';

interface OptionalNumberProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  isWhole?: boolean;
}

export function OptionalNumber({ value, onChange, isWhole = false, ...rest }: OptionalNumberProps) {
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const text = value === undefined ? '' : number(value, { maximumFractionDigits: 10, useGrouping: false });
  return (
    <TextInput
      {...rest}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      attributes={{ input: { dir: 'ltr' } }}
      value={typed ?? text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const read = parseNumber(next);
        if (next.trim() === '') onChange(undefined);
        else if (read !== null && (!isWhole || Number.isInteger(read))) onChange(read);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
