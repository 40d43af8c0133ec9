// A colour, chosen or typed as #rrggbb. The palette opens when it is asked for, so that it covers nothing that the keyboard is on its way to.
'use client';
import { ActionIcon, ColorPicker, ColorSwatch, Popover, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
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
export const ColourField = ({ label, value, onChange, disabled = false }: ColourFieldProps) => {
  const t = useTranslations('common.colour');
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const take = (text: string) => {
    const whole = WHOLE.test(text);
    setTyped(whole ? null : text);
    if (whole) onChange(text.toLowerCase());
  };
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      disabled={disabled}
      dir="ltr"
      maxLength={7}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      leftSection={
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withinPortal>
          <Popover.Target>
            <ActionIcon size={24} aria-label={t('palette')} disabled={disabled} onClick={() => setOpen(!isOpen)}>
              <ColorSwatch color={value} size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="xs" dir="ltr" aria-label={`${label}: ${t('palette')}`}>
            <ColorPicker
              format="hex"
              value={value}
              onChange={take}
              saturationLabel={t('saturation')}
              hueLabel={t('hue')}
              swatches={SWATCHES}
              swatchesPerRow={6}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
};
