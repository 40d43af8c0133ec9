// A colour, chosen or typed as #rrggbb.
'use client';
import { ColorInput } from '@mantine/core';
import { useState } from 'react';

const SWATCHES = ['#e03131', '#f08c00', '#fcc419', '#2f9e44', '#0c8599', '#1971c2', '#5c7cfa', '#9c36b5', '#343a40', '#868e96', '#ced4da', '#ffffff']; // biome-ignore format: one row of colours
const WHOLE = /^#[0-9a-f]{6}$/i;

export interface ColourFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** Tells whole colours only; what is half typed is gone when the field is left. */
export const ColourField = ({ label, value, onChange, disabled }: ColourFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <ColorInput
      label={label}
      value={typed ?? value}
      {...(disabled ? { disabled } : {})}
      dir="ltr"
      format="hex"
      withEyeDropper={false}
      swatches={SWATCHES}
      swatchesPerRow={6}
      popoverProps={{ withinPortal: true }}
      onChange={(text) => {
        const whole = WHOLE.test(text);
        setTyped(whole ? null : text);
        if (whole) onChange(text.toLowerCase());
      }}
      onBlur={() => setTyped(null)}
    />
  );
};
