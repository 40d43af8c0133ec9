// Inputs of what is typed: texts of one line and of several, and numbers.
'use client';
import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { Preset } from '@/contract/schemas/form';
import classes from '../record-panel.module.css';
import type { Control } from './types';

const ALIGNED = { classNames: { input: classes.aligned } };

export const NumberControl: Control = ({ field, text, common, onChange }) => (
  <TextInput
    {...common}
    {...ALIGNED}
    attributes={{ input: { dir: 'ltr' } }}
    inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
    {...(field.unit && { rightSection: <span className={classes.unit}>{field.unit}</span>, rightSectionWidth: 'auto' })}
    value={text}
    maxLength={40}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

export const LongTextControl: Control = ({ text, common, onChange }) => (
  <Textarea
    {...common}
    {...ALIGNED}
    autosize
    minRows={3}
    maxRows={10}
    value={text}
    maxLength={20_000}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

type Typing = Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete'>;
/** Which keys a telephone offers for a text of known form; all but the plate are written from left to right. */
const TYPING: Record<Preset, Typing> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { inputMode: 'email' },
  url: { inputMode: 'url' },
  national_code: { inputMode: 'numeric' },
  postal_code: { inputMode: 'numeric' },
  plate: {},
  sheba: {},
};

export const TextControl: Control = ({ field, text, common, onChange }) => {
  const preset = field.pattern && 'preset' in field.pattern ? field.pattern.preset : null;
  return (
    <TextInput
      {...common}
      {...ALIGNED}
      {...(preset && { ...TYPING[preset], autoComplete: 'off', attributes: { input: { dir: 'ltr' } } })}
      value={text}
      maxLength={20_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
